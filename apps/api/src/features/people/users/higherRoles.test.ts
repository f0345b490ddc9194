/** Role × role: what one may do to an account is never more than one's own role, wherever the other one is a member as well. */
import * as partners from '@vitrine/contract/organisation/partners.ts';
import { resetSecondFactor } from '@vitrine/contract/signIn/secondFactorPolicy.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import * as contract from '@vitrine/contract/people/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { Partner, Person, Unit } from '#test/harness/population.ts';
import { isServed } from '#test/harness/sessions.ts';
import { freshAddress } from '#test/harness/users.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);

type Role = 'operator' | 'partner' | 'admin' | 'user';
let partner: Partner;
let unit: Unit;
beforeAll(async () => {
  partner = await world.partner();
  unit = await partner.unit();
});

/** Somebody of the role; those who stand above the unit are members of it as well, or nobody of it could name them. */
async function target(role: Role): Promise<Person> {
  const person =
    role === 'operator' ? await world.operator() : role === 'partner' ? await partner.person({ unit }) : await unit.person(role);
  await world.owner.run(query.insertInto('second_factor').values({ person_id: person.id, email_confirmed_at: new Date() }));
  return person.membership_id === null ? { ...(await world.join(person, unit)), role: person.role } : person;
}
const actor = async (role: Role): Promise<Browser> =>
  world.signIn(
    role === 'operator' ? await world.operator() : role === 'partner' ? await partner.person({ unit }) : await unit.person(role),
  );

const stored = async ({ id }: Person) => {
  const [person] = await world.owner.run(
    query.selectFrom('person').select(['email', 'name', 'phone', 'password_hash', 'auth_method']).where('id', '=', id),
  );
  const factors = await world.owner.run(query.selectFrom('second_factor').select('email_confirmed_at').where('person_id', '=', id));
  const staff = await world.owner.run(query.selectFrom('staff').select(['role', 'state', 'partner_id']).where('person_id', '=', id));
  return { person, factors, staff };
};

let phones = 0;
/** Everything that touches somebody's account, as calls of which each may be refused. */
const attempts = (browser: Browser, { membership_id, id, name, email }: Person) => {
  const params = { id: membership_id ?? '' };
  const body = { name, email, version: 1 };
  return {
    'another e-mail': () => browser.call(contract.update, { params, body: { ...body, email: freshAddress() } }),
    'another name': () => browser.call(contract.update, { params, body: { ...body, name: 'Somebody else' } }),
    'another phone': () =>
      browser.call(contract.update, { params, body: { ...body, phone: `+55119${String(++phones).padStart(8, '0')}` } }),
    'no second factor': () => browser.call(resetSecondFactor, { params }),
    'no second factor, as the operator does': () => browser.call(partners.resetSecondFactor, { params: { id } }),
    erased: () => browser.call(contract.erase, { params, query: { confirm: name } }),
  };
};

/** Whose account the actor answers for. */
const over: Record<Role, readonly Role[]> = { operator: [], partner: ['admin', 'user'], admin: ['admin', 'user'], user: [] };
const roles = Object.keys(over) as Role[];

describe.each(roles)('%s', (by) => {
  test.each(roles)('over the account of a %s', async (of) => {
    const browser = await actor(by);
    const mayTouch = over[by].includes(of);
    for (const what of Object.keys(attempts(browser, await target(of))) as (keyof ReturnType<typeof attempts>)[]) {
      const person = await target(of);
      const session = await world.signIn(person);
      const before = await stored(person);
      const { [what]: attempt } = attempts(browser, person);
      const isRefused = await attempt().then(
        () => false,
        () => true,
      );
      const isOperators = what === 'no second factor, as the operator does';
      const expected = isOperators ? by === 'operator' && of === 'partner' : mayTouch;
      const after = await stored(person);
      expect(JSON.stringify(after) !== JSON.stringify(before), what).toBe(expected);
      if (of !== 'partner' && of !== 'operator') expect(isRefused, what).toBe(!expected);
      // Whatever is done to a membership of theirs, who stands above works on and signs in as before.
      if (!expected && (of === 'partner' || of === 'operator')) expect(await isServed(session), what).toBe(true);
    }
  });
});

test('a membership that is blocked or has another role does not touch what a partner’s person is', async () => {
  const [admin, pedro] = [await actor('admin'), await target('partner')];
  const session = await world.signIn(pedro);
  const params = { id: pedro.membership_id ?? '' };
  await admin.call(contract.forceLogout, { params, body: {} });
  const again = await world.signIn(pedro);
  await admin.call(contract.setState, { params, body: { state: 'blocked' } });
  expect((await stored(pedro)).staff).toMatchObject([{ role: 'partner', state: 'active' }]);
  expect([await isServed(session), await isServed(again)]).toEqual([true, true]);
  await world.owner.run(query.deleteFrom('second_factor').where('person_id', '=', pedro.id));
  const answer = await world.browser().call(login, { body: { email: pedro.email, password: pedro.password } });
  expect(answer).toMatchObject({ user: { role: 'partner' } });
});
