/** Every way in obeys one order of checks (docs/reference/product-rules.md 2.1): in each state the same status by each of them. */
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { finish } from '@vitrine/contract/signIn/entra.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { RawBuilder } from 'kysely';
import { openEntraWorld } from '#test/harness/entra.ts';

const { world, somebody, trusting, link, comeBack, browserAt, close } = await openEntraWorld();
afterAll(close);

type Place = { tenant_id: string; partner_id: string; membership_id: string };
type State = { word: string; set: (place: Place) => RawBuilder<unknown>[] };

const member =
  (state: string) =>
  ({ membership_id }: Place) => [sql`update membership set state = ${state} where id = ${membership_id}`];
const addresses = ({ tenant_id }: Place) =>
  sql`update tenant_setting set value = value || '{"ip": true, "allowed_addresses": [{"address": "10.0.0.0/8"}]}' where tenant_id = ${tenant_id}`;

const trial = ({ tenant_id }: Place) => sql`update tenant set state = 'trial', trial_ends_on = '2020-01-01' where id = ${tenant_id}`;
const maintained = ({ partner_id }: Place) =>
  sql`update partner set maintenance_until = now() + interval '1 hour' where id = ${partner_id}`;

/** Open on one day of the week, which is not today anywhere. */
const hours = ({ tenant_id, membership_id }: Place) => {
  const ranges = JSON.stringify([{ day: (new Date().getUTCDay() + 3) % 7, start: '00:00', end: '01:00' }]);
  return sql`
    with s as (insert into shift (tenant_id, id, name, ranges) values (${tenant_id}, uuid_v7(), 'Shift', ${ranges}::jsonb) returning tenant_id, id)
    insert into shift_membership (tenant_id, shift_id, membership_id) select tenant_id, id, ${membership_id}::uuid from s`;
};

const states: [string, State][] = [
  ['nothing is in the way', { word: 'in', set: () => [] }],
  ['deactivated', { word: 'user_disable', set: member('deactivated') }],
  ['inactive', { word: 'inactive', set: member('inactive') }],
  ['blocked', { word: 'blocked', set: member('blocked') }],
  ['the trial is over', { word: 'finish_test', set: (place) => [trial(place)] }],
  [
    'the unit is suspended',
    { word: 'unit_suspended', set: ({ tenant_id }) => [sql`update tenant set state = 'suspended' where id = ${tenant_id}`] },
  ],
  ['maintenance', { word: 'maitenance', set: (place) => [maintained(place)] }],
  ['another address', { word: 'ip_not_allowed', set: (place) => [addresses(place)] }],
  ['outside the hours', { word: 'horario_not_allowed', set: (place) => [hours(place)] }],
  ['the address before the hours', { word: 'ip_not_allowed', set: (place) => [hours(place), addresses(place)] }],
  ['blocked before the trial', { word: 'blocked', set: (place) => [...member('blocked')(place), trial(place)] }],
  ['the trial before maintenance', { word: 'finish_test', set: (place) => [trial(place), maintained(place)] }],
  ['maintenance before the address', { word: 'maitenance', set: (place) => [maintained(place), addresses(place)] }],
];

test.each(states)('%s: the same by password and by Entra', async (_name, { word, set }) => {
  const directory = await trusting();
  const person = await directory.unit.person('user');
  const one = somebody(`somebody-${person.id}@elsewhere.example`);
  await link(directory, person.membership_id, one);
  const { id: tenant_id, partner_id } = directory.unit;
  for (const statement of set({ tenant_id, partner_id: partner_id ?? '', membership_id: person.membership_id ?? '' }))
    await world.owner.run(statement);

  const byPassword = browserAt(directory);
  const byEntra = browserAt(directory);
  const back = await comeBack(byEntra, directory, one);
  const answers = [
    await byPassword.inject({ method: 'POST', url: login.path, payload: { email: person.email, password: person.password } }),
    await byEntra.inject({ method: 'POST', url: finish.path, payload: back }),
  ].map((answer) => ({ status: answer.statusCode, word: answer.json<{ status?: string; user?: object }>().status ?? 'in' }));
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]?.word).toBe(word);
});
