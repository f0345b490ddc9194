/** Somebody asks to act for a person, and is inside. */
import type { RemoteAccess } from '@vitrine/contract/signIn/remoteAccess.ts';
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import type { Browser } from './browser.ts';
import type { Person } from './population.ts';
import type { World } from './world.ts';

const reason = 'Conferir os filtros da loja';

type Wish = { mode?: 'read' | 'full'; minutes?: 15 | 30 | 60 | 120 };

export const wish = (whom: Person, { mode = 'read', minutes = 30 }: Wish = {}) => ({
  body: { membership_id: whom.membership_id ?? '', reason, minutes, mode },
});

export const ask = (browser: Browser, whom: Person, wished: Wish = {}): Promise<RemoteAccess> =>
  browser.call(contract.ask, wish(whom, wished));

export const answer = (browser: Browser, { id }: { id: string }, mode: 'read' | 'full' | null, word = '') =>
  browser.call(contract.answer, { params: { id }, body: { mode, word } });

/** A browser with what it was given in place of what it had. */
export async function enter(browser: Browser, { id }: { id: string }): Promise<Browser> {
  const { token } = await browser.call(contract.enter, { params: { id } });
  browser.token = token;
  return browser;
}

/** A unit with its administrator, who asks, and its reader, who is asked, and somebody of its partner. */
export async function openScene(world: World, { settings = { allow_access_remote: true } }: { settings?: Record<string, unknown> } = {}) {
  const partner = await world.partner();
  const unit = await partner.unit({ settings });
  const [boss, ana] = [await unit.person('admin'), await unit.person('user')];
  const staff = await partner.person({ unit });
  const [admin, reader] = [await world.signIn(boss), await world.signIn(ana)];
  return { partner, unit, boss, ana, staff, admin, reader };
}

/** The same, and the administrator is inside; another browser of theirs is signed in elsewhere. */
export async function goInside(world: World, wished: Wish = {}) {
  const known = await openScene(world);
  const asked = await ask(known.admin, known.ana, wished);
  await answer(known.reader, asked, wished.mode ?? 'read');
  await world.signIn(known.boss);
  return { ...known, asked, acting: await enter(known.admin, asked) };
}
