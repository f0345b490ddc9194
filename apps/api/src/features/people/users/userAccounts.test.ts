import { newPassword } from '@vitrine/contract/signIn/signIn.ts';
import * as contract from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { addUser, freshAddress } from '#test/harness/users.ts';
import { newClient, since } from '#test/harness/billing.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);

test('an invitation lets somebody set the first password; a new one voids it', async () => {
  const { admin } = await world.unitWithAdmin();
  const made = await addUser(admin, { language: 'en-US' });
  expect(await world.mailsTo(made.email)).toHaveLength(1);
  await admin.call(contract.invite, { params: { id: made.id }, body: {} });
  const mails = await world.mailsTo(made.email);
  const [first, second] = mails.map(({ text }) => /new\/password\/([\w-]+)/.exec(text ?? '')?.[1] ?? '');
  expect(mails[0]?.subject).toContain('Your access');
  const browser = world.browser();
  expect((await browser.refusal(newPassword, { body: { token: first ?? '', password: 'Nuvem-clara-sobre-o-vale-9' } })).status).toBe(410);
  await browser.call(newPassword, { body: { token: second ?? '', password: 'Nuvem-clara-sobre-o-vale-9' } });
  expect(await browser.login({ email: made.email, password: 'Nuvem-clara-sobre-o-vale-9' })).toMatchObject({
    user: { role: 'user' },
  });
});

test('a default password is told once, mailed to nobody, and has to be changed', async () => {
  const { admin } = await world.unitWithAdmin();
  const made = await addUser(admin, { access: 'default_password' });
  expect(made.default_password).toMatch(/^[\w]{12}$/);
  expect(await world.mailsTo(made.email)).toEqual([]);
  expect(JSON.stringify(await admin.call(contract.get, { params: { id: made.id } }))).not.toContain(made.default_password);
  const refused = await world
    .browser()
    .login({ email: made.email, password: made.default_password ?? '' })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ body: { status: 'user_change_password' } });
});

test('where welcome mails are on, whoever has a default password gets a link as well, which opens the account', async () => {
  const { admin } = await world.unitWithAdmin({ settings: { send_email_register_user: true } });
  const made = await addUser(admin, { access: 'default_password' });
  const [mail, ...more] = await world.mailsTo(made.email);
  expect(more).toEqual([]);
  expect(mail?.text).not.toContain(made.default_password);
  const token = /new\/password\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const browser = world.browser();
  await browser.call(newPassword, { body: { token, password: 'Nuvem-clara-sobre-o-vale-9' } });
  expect(await browser.login({ email: made.email, password: 'Nuvem-clara-sobre-o-vale-9' })).toMatchObject({
    user: { id: made.person_id },
  });
});

test('fifty at once never get more seats than the unit has', async () => {
  const { admin, unit } = await world.unitWithAdmin({ tenant: { user_limit: 4 } });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      admin.call(contract.add, { body: { name: 'x', email: freshAddress() } }).then(
        () => 201,
        (error: { body: { status: string } }) => error.body.status,
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 201)).toHaveLength(3);
  expect(new Set(answers)).toEqual(new Set([201, 'unit_user_limit_reached']));
  const [seats] = await world.owner.run(sql<{ used: number }>`select count(*) as used from membership where tenant_id = ${unit.id}`);
  expect(seats?.used).toBe(4);
  expect((await admin.call(contract.surroundings, {})).seats).toEqual({ used: 4, limit: 4, free: 0, bonus: null });
});

test('the seats that are counted are those that are taken, whatever happens to people', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  const people = await Promise.all(Array.from({ length: 5 }, () => addUser(admin)));
  const ids = people.map(({ id }) => id);
  const both = async () => {
    const [seats] = await world.owner.run(sql<{ counted: number; taken: number }>`
      select s.used as counted, (select count(*) from membership m where m.tenant_id = s.tenant_id and m.state in ('active', 'blocked')) as taken
      from unit_seats s where s.tenant_id = ${unit.id}`);
    return [seats?.counted, seats?.taken];
  };
  expect(await both()).toEqual([6, 6]);
  await Promise.all(
    (['inactive', 'blocked', 'deactivated'] as const).map((state, index) =>
      admin.call(contract.setState, { params: { id: ids[index] ?? '' }, body: { state } }),
    ),
  );
  expect(await both()).toEqual([4, 4]);
  await admin.call(contract.bulk, { body: { action: 'active', membership_ids: ids } });
  expect(await both()).toEqual([6, 6]);
  await world.owner.run(sql`delete from membership where tenant_id = ${unit.id} and id = any (${ids.slice(0, 2)}::uuid[])`);
  expect(await both()).toEqual([4, 4]);
});

test('coming back needs a seat as well', async () => {
  const { admin } = await world.unitWithAdmin({ tenant: { user_limit: 2 } });
  const first = await addUser(admin);
  await admin.call(contract.setState, { params: { id: first.id }, body: { state: 'inactive' } });
  await addUser(admin);
  const refused = await admin.refusal(contract.setState, { params: { id: first.id }, body: { state: 'active' } });
  expect([refused.status, refused.body.message]).toEqual([409, 'O limite de usuários da unidade de negócio foi atingido']);
});

test('the last administrator stays one, also when two give each other up at the same moment', async () => {
  const { admin, unit, person } = await world.unitWithAdmin();
  const second = await unit.person('admin');
  const other = await world.signIn(second);
  const give = (browser: Browser, id: string | null) =>
    browser.call(contract.setState, { params: { id: id ?? '' }, body: { state: 'blocked' } }).then(
      () => 204,
      (error: { status: number }) => error.status,
    );
  const answers = await Promise.all([give(admin, second.membership_id), give(other, person.membership_id)]);
  expect(answers).toContain(204);
  const [left] = await world.owner.run(
    sql<{ admins: number }>`select count(*) as admins from membership where tenant_id = ${unit.id} and role = 'admin' and state = 'active'`,
  );
  expect(left?.admins).toBe(1);
});

test('nobody changes the own role or state, or erases oneself', async () => {
  const { admin, person } = await world.unitWithAdmin();
  const params = { id: person.membership_id ?? '' };
  expect((await admin.refusal(contract.setState, { params, body: { state: 'inactive' } })).body.status).toBe('not_yourself');
  const body = { name: person.name, email: person.email, role: 'user' as const, version: 1 };
  expect((await admin.refusal(contract.update, { params, body })).body.status).toBe('not_yourself');
  expect((await admin.refusal(contract.erase, { params, query: { confirm: person.name } })).body.status).toBe('not_yourself');
});

test('blocking, a new role and a forced logout end sessions at once; coming back revives none', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  const person = await unit.person('user');
  const id = person.membership_id ?? '';
  const phone = await world.signIn(person);
  const isIn = async (browser: Browser) => (await browser.inject({ method: 'GET', url: '/api/auth/config/getConfig' })).statusCode === 200;
  expect(await isIn(phone)).toBe(true);
  await admin.call(contract.forceLogout, { params: { id }, body: {} });
  expect(await isIn(phone)).toBe(false);
  const laptop = await world.signIn(person);
  await admin.call(contract.setState, { params: { id }, body: { state: 'blocked' } });
  await admin.call(contract.setState, { params: { id }, body: { state: 'active' } });
  expect(await isIn(laptop)).toBe(false);
  const desk = await world.signIn(person);
  const { version } = await admin.call(contract.get, { params: { id } });
  await admin.call(contract.update, { params: { id }, body: { name: person.name, email: person.email, role: 'admin', version } });
  expect(await isIn(desk)).toBe(false);
});

test('an administrator cannot take over an account that opens another unit', async () => {
  const [{ admin, unit }, { unit: elsewhere }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const person = await elsewhere.person('user');
  const here = await world.join(person, unit);
  const user = await admin.call(contract.get, { params: { id: here.membership_id ?? '' } });
  expect(user.identity_is_ours).toBe(false);
  const params = { id: user.id };
  const refused = await admin.refusal(contract.update, {
    params,
    body: { name: person.name, email: freshAddress(), version: user.version },
  });
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['email']);
  const saved = await admin.call(contract.update, {
    params,
    body: { name: person.name, email: person.email, department: 'Visitas', version: user.version },
  });
  expect(saved).toMatchObject({ department: 'Visitas', email: person.email });
  await admin.call(contract.erase, { params, query: { confirm: person.name } });
  const [kept] = await world.owner.run(query.selectFrom('person').select(['email', 'name']).where('id', '=', person.id));
  expect(kept).toEqual({ email: person.email, name: person.name });
});

test('a person joins and leaves other units of the partner, as far as the caller manages them', async () => {
  const partner = await world.partner();
  const [one, two] = [await partner.unit(), await partner.unit()];
  const stranger = await world.unit();
  const partnerStaff = await world.signIn(await partner.person({ unit: one }));
  const [admin, reader] = [await world.signIn(await one.person('admin')), await one.person('user')];
  const id = reader.membership_id ?? '';
  const unitsSeen = async (browser: Browser) =>
    (await browser.call(contract.units, { params: { id } })).data.map((unit) => [unit.id, unit.member]);
  expect(await unitsSeen(admin)).toEqual([[one.id, true]]);
  expect(await unitsSeen(partnerStaff)).toHaveLength(2);
  expect((await admin.refusal(contract.joinUnit, { params: { id, tenant_id: two.id }, body: { role: 'user' } })).status).toBe(404);
  expect((await partnerStaff.refusal(contract.joinUnit, { params: { id, tenant_id: stranger.id }, body: { role: 'user' } })).status).toBe(
    404,
  );
  await partnerStaff.call(contract.joinUnit, { params: { id, tenant_id: two.id }, body: { role: 'user' } });
  expect(await unitsSeen(partnerStaff)).toEqual(expect.arrayContaining([[two.id, true]]));
  await partnerStaff.call(contract.leaveUnit, { params: { id, tenant_id: two.id } });
  expect(await unitsSeen(partnerStaff)).toEqual(expect.arrayContaining([[two.id, false]]));
});

test('licences that are left are those of the unit or of its client, whichever are fewer; nobody learns of another client', async () => {
  const partner = await world.partner();
  const [unit, sister, stranger] = [await partner.unit(), await partner.unit(), await partner.unit()];
  const client = await newClient(world, partner, { user_limit: 7, bonus_users: 2 });
  await since(world, unit, client, '2026-01-10', 1);
  await since(world, sister, client, '2026-01-10', 3);
  await world.owner.run(sql`update tenant set user_limit = 5 where id = any (${[unit.id, stranger.id]}::uuid[])`);
  const admin = await world.signIn(await unit.person('admin'));
  const seats = async (who: typeof admin) => (await who.call(contract.surroundings, {})).seats;
  // Five people of the client have a place, two of them here.
  expect(await seats(admin)).toEqual({ used: 2, limit: 5, free: 2, bonus: 2 });
  await world.owner.run(sql`update client set user_limit = 90 where id = ${client}`);
  expect(await seats(admin)).toEqual({ used: 2, limit: 5, free: 3, bonus: 2 });
  await world.owner.run(sql`update client set user_limit = null where id = ${client}`);
  expect(await seats(admin)).toEqual({ used: 2, limit: 5, free: 3, bonus: 2 });
  const other = await world.signIn(await stranger.person('admin'));
  expect(await seats(other)).toEqual({ used: 1, limit: 5, free: 4, bonus: null });
});
