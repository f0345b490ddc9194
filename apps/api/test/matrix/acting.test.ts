/** The same calls by whoever acts for a person: never more than the person, and less where the reviewed rules say so. */
import * as remote from '@vitrine/contract/signIn/remoteAccess.ts';
import { expect, test } from 'vitest';
import type { Browser } from '../harness/browser.ts';
import type { Person } from '../harness/population.ts';
import type { World } from '../harness/world.ts';
import type { Actor, People } from './matrix.ts';
import { roomy } from './matrix.ts';
import { patience, prove } from './proof.ts';

type Mode = 'read' | 'full';
const wish = { reason: 'Conferir os filtros', minutes: 120 as const };

/** Somebody asks, the person says yes, and a browser is inside. Each time somebody else asks: nobody is asked by the same one for ever. */
async function inside(world: World, { asker, subject, mode }: { asker: Person; subject: Person; mode: Mode }): Promise<Browser> {
  const [own, acting] = [await world.signIn(subject), await world.signIn(asker)];
  const { id } = await acting.call(remote.ask, { body: { ...wish, mode, membership_id: subject.membership_id ?? '' } });
  await own.call(remote.answer, { params: { id }, body: { mode, word: '' } });
  acting.token = (await acting.call(remote.enter, { params: { id } })).token;
  return acting;
}

/** The partner as administrator and as reader, an administrator as reader, to look and to do. */
async function actingPeople(world: World): Promise<People> {
  const [partner, stranger] = [await world.partner(), await world.partner()];
  const unit = await partner.unit(roomy);
  const [admin, user] = [
    await unit.person('admin'),
    await unit.person('user', { membership: { refresh_datasets: true, create_notifications: true } }),
  ];
  const staff = () => partner.person({ unit });
  const kinds: [string, Mode, Person, () => Promise<Person>][] = [
    ['the partner as admin', 'full', admin, staff],
    ['the partner as admin', 'read', admin, staff],
    ['the partner as user', 'read', user, staff],
    ['an admin as user', 'full', user, () => unit.person('admin')],
    ['an admin as user', 'read', user, () => unit.person('admin')],
  ];
  const actors = kinds.map(([who, mode, subject, asker]): Actor => ({
    who: `${who}, ${mode}`,
    person: subject,
    unit,
    acting: { mode, enter: async () => inside(world, { asker: await asker(), subject, mode }) },
  }));
  const [beside, elsewhere] = [await partner.unit(roomy), await stranger.unit(roomy)];
  const resting = [beside, elsewhere].map(async (other) => ({ unit: other, person: await other.person('admin') }));
  return { actors, resting: await Promise.all(resting) };
}

test.each([
  ['reads', true],
  ['changes', false],
] as const)('who acts for a person %s what the person does, and less', patience, async (_, reading) => {
  const { findings, calls, leaks } = await prove({ reading, people: actingPeople });
  expect(calls).toBeGreaterThan(1000);
  expect(findings).toEqual([]);
  expect(leaks).toEqual([]);
});
