/** The local Entra, and people in front of a browser who sign in there and come back. */
import { begin, finish } from '@vitrine/contract/signIn/entra.ts';
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import { demoApplication } from '@vitrine/emulator/definitions/demo.ts';
import type { Emulator } from '@vitrine/emulator/emulator.ts';
import { startEmulator } from '@vitrine/emulator/emulator.ts';
import { demoPassword } from '@vitrine/emulator/service/directory/demoDirectory.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Browser } from './browser.ts';
import type { Unit } from './population.ts';
import type { World } from './world.ts';
import { openWorld } from './world.ts';

export type Somebody = { object_id: string; name: string; mail: string; vouched: boolean; guest: boolean };

type Directory = { id: string; unit: Unit; host: string; domain: string };

export async function openEntraWorld() {
  const people: Somebody[] = [];
  const groups: { id: string; name: string; members: string[] }[] = [];
  /** Where the application may send people back to. */
  const redirect_uris: string[] = [];
  const emulator: Emulator = await startEmulator({
    people,
    groups,
    credentials: [{ ...demoApplication, redirect_uris, agreed_for_everybody: true }],
  });
  const { client_id, client_secret, tenant_id: directory_id } = demoApplication;
  const { address: entra } = emulator;
  const world: World = await openWorld({
    environment: { reporting: { entra, powerbi: entra, arm: entra }, signInApplication: { client_id, client_secret } },
  });

  /** Makes somebody who is in the directory. */
  const somebody = (mail: string, other: Partial<Somebody> = {}): Somebody => {
    const one = { object_id: uuidv7(), name: `Name of ${mail}`, mail, vouched: true, guest: false, ...other };
    people.push(one);
    return one;
  };

  /** Makes a group of the directory, whose members may change. */
  const groupOf = (...members: Somebody[]): { id: string; name: string; members: string[] } => {
    const group = { id: uuidv7(), name: `Group ${groups.length}`, members: members.map(({ object_id }) => object_id) };
    groups.push(group);
    return group;
  };

  /** A unit that trusts the directory, on a host and with a domain of mail addresses of its own. */
  async function trusting(values: object = {}, unitValues: Parameters<World['unit']>[0] = {}): Promise<Directory> {
    const key = uuidv7().slice(-12);
    const [host, domain] = [`u${key}.example`, `mail-${key}.example`];
    const unit = await world.unit({ host, ...unitValues });
    redirect_uris.push(`https://${host}/ms_auth/redirect`);
    const id = uuidv7();
    const row = { tenant_id: unit.id, id, name: 'Directory', directory_id, email_domains: [domain], ...values };
    await world.owner.run(query.insertInto('entra_directory').values(row));
    return { id, unit, host, domain };
  }

  /** Says who somebody is in the directory, or invites without it. */
  const link = ({ id, unit }: Directory, membership_id: string | null, one: Somebody | null) =>
    world.owner.run(
      query.insertInto('entra_identity').values({
        tenant_id: unit.id,
        membership_id: membership_id ?? '',
        entra_directory_id: id,
        object_id: one?.object_id ?? null,
        linked_at: one ? new Date() : null,
      }),
    );

  /** Signs in at the address of Entra: what the browser comes back with. */
  async function signInThere(url: string, { mail }: Somebody): Promise<{ state: string; code: string }> {
    const asked = new URL(url);
    const body = new URLSearchParams([...asked.searchParams, ['person', mail], ['password', demoPassword]]);
    const answer = await fetch(new URL(asked.pathname, asked.origin), { method: 'POST', body, redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? 'about:blank').searchParams;
    return { state: back.get('state') ?? '', code: back.get('code') ?? '' };
  }

  const comeBack = async (browser: Browser, { id }: Directory, one: Somebody) =>
    signInThere((await browser.call(begin, { body: { directory: id } })).url, one);

  const browserAt = ({ host }: Directory, ip = '198.51.100.7') => world.browser({ host, ip });

  async function signIn(
    directory: Directory,
    one: Somebody,
    browser = browserAt(directory),
  ): Promise<{ browser: Browser; signedIn: SignedIn }> {
    const signedIn = await browser.call(finish, { body: await comeBack(browser, directory, one) });
    browser.token = signedIn.token;
    return { browser, signedIn };
  }

  async function refused(directory: Directory, one: Somebody, browser = browserAt(directory)) {
    return browser.refusal(finish, { body: await comeBack(browser, directory, one) });
  }

  const close = async () => {
    await world.close();
    await emulator.close();
  };
  return { world, emulator, directory_id, somebody, groupOf, trusting, link, signInThere, comeBack, browserAt, signIn, refused, close };
}
