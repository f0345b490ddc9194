/** Who comes in by SAML and as whom: members of the unit by their address, newcomers where the app says so, groups only as they are mapped. */
import { overview } from '@vitrine/contract/signIn/account.ts';
import { changeCompany, loginConfig } from '@vitrine/contract/signIn/signIn.ts';
import * as contract from '@vitrine/contract/signIn/saml.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { uuidv7 } from '#platform/database/uuid.ts';
import { openSamlWorld } from '#test/harness/saml.ts';
import { isServed } from '#test/harness/sessions.ts';

const { world, trusting, signIn, comeBack, browserAt, go, post, honest, message, ledTo, close } = await openSamlWorld();
afterAll(close);

type App = Awaited<ReturnType<typeof trusting>>;

const memberOf = (app: App, role: 'admin' | 'user' = 'user') =>
  app.unit.person(role, { person: { email: `person-${uuidv7().slice(-12)}@${app.domain}` } });

async function refused(app: App, email: string, lies = {}) {
  const browser = browserAt(app);
  return browser.refusal(contract.finish, { body: { code: await comeBack(browser, app, email, lies) } });
}

test('the sign-in page of the unit’s host offers the way while an app is on, and no other host does', async () => {
  const [on, off] = [await trusting(), await trusting({ active: false })];
  const methods = async (host: string) => (await world.browser({ host }).call(loginConfig, { body: {} })).methods;
  expect([await methods(on.host), await methods(off.host), await methods('portal.example')]).toEqual([
    ['password', 'saml'],
    ['password'],
    ['password'],
  ]);
  expect((await browserAt(off).refusal(contract.begin, { body: {} })).status).toBe(404);
});

test('a member comes in by the address, and the log names the way', async () => {
  const app = await trusting();
  const member = await memberOf(app);
  const { browser, signedIn } = await signIn(app, member.email.toUpperCase());
  expect(signedIn).toMatchObject({ user: { id: member.id, auth_type: 'saml', role: 'user' }, tenant_id: app.unit.id });
  expect(await isServed(browser)).toBe(true);
  const [line] = await world.owner.run(
    sql<{ after: object }>`select after from audit_log where action = 'session.sign_in' and person_id = ${member.id}`,
  );
  expect(line?.after).toMatchObject({ method: 'saml', host: app.host });
});

test('the account tells by which company one comes in, and how each open session began', async () => {
  const [app, other] = [await trusting({ name: 'Acme' }), await trusting()];
  const [member, neighbour] = [await memberOf(app), await memberOf(app)];
  const before = await world.signIn(member, { host: app.host });
  expect((await before.call(overview, {})).identities).toEqual([]);
  const { browser } = await signIn(app, member.email);
  await signIn(app, neighbour.email);
  await signIn(other, (await memberOf(other)).email);
  const { identities, sessions } = await browser.call(overview, {});
  expect(identities).toEqual([
    {
      id: app.id,
      by: 'saml',
      name: 'Acme',
      unit_name: app.unit.name,
      since: expect.any(String),
      last_used_at: expect.any(String),
      may: null,
    },
  ]);
  expect(sessions.map(({ by, current }) => [by, current])).toEqual([
    ['saml', true],
    ['password', false],
  ]);
  await world.owner.run(sql`update membership set state = 'deactivated' where id = ${member.membership_id}`);
  const elsewhere = await world.signIn(await world.join(member, await world.unit()));
  expect((await elsewhere.call(overview, {})).identities).toEqual([]);
});

test('the address may stand in an attribute, and the name too', async () => {
  const app = await trusting({ email_attribute: 'mail', name_attribute: 'displayName', first_time: true });
  const email = `new@${app.domain}`;
  const { signedIn } = await signIn(app, 'k-17', { attributes: { mail: [email], displayName: ['Nova Pessoa'] } });
  expect(signedIn.user).toMatchObject({ email, name: 'Nova Pessoa', role: 'user' });
  const [person] = await world.owner.run(
    sql<object>`select auth_method, password_hash, m.role, m.state from person p join membership m on m.person_id = p.id where p.email = ${email}`,
  );
  expect(person).toEqual({ auth_method: 'saml', password_hash: null, role: 'user', state: 'active' });
});

test('nobody is made where the app does not say so, nor in a unit that is full', async () => {
  const closed = await trusting();
  expect((await refused(closed, `new@${closed.domain}`)).body.status).toBe('not_found_companies');
  const full = await trusting({ first_time: true }, { tenant: { user_limit: 1 } });
  await full.unit.person('admin');
  expect((await refused(full, `new@${full.domain}`)).body.status).toBe('user_limit_reached');
  const [row] = await world.owner.run(
    sql<{ made: number }>`select count(*)::int as made from person where email in (${`new@${closed.domain}`}, ${`new@${full.domain}`})`,
  );
  expect(row?.made).toBe(0);
});

test('56: the address of a member of another unit is nobody here, whatever the app makes', async () => {
  const app = await trusting({ first_time: true });
  const other = await trusting();
  const victim = await other.unit.person('admin', { person: { email: `boss@${app.domain}` } });
  expect((await refused(app, victim.email)).body.status).toBe('not_found_companies');
});

test('staff of a partner does not come in by the provider of a unit', async () => {
  const app = await trusting();
  const member = await memberOf(app);
  await world.owner.run(sql`insert into staff (person_id, role, partner_id) values (${member.id}, 'partner', ${app.unit.partner_id})`);
  expect((await refused(app, member.email)).body.status).toBe('not_found_companies');
});

test('groups give what the app maps, take it when they are no longer named, and touch nothing else', async () => {
  const app = await trusting({ groups_attribute: 'groups' });
  const member = await memberOf(app);
  await app.unit.person('admin');
  const rows = await world.owner.run(sql<{ id: string; name: string }>`
    insert into user_group (tenant_id, id, name) select ${app.unit.id}::uuid, uuid_v7(), name from unnest(array['Vendas', 'Clínica', 'Minha']) name returning id, name`);
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? '';
  await world.owner.run(
    sql`insert into saml_group (tenant_id, saml_app_id, value, group_id) values (${app.unit.id}, ${app.id}, 'sales', ${idOf('Vendas')}),
      (${app.unit.id}, ${app.id}, 'clinic', ${idOf('Clínica')}), (${app.unit.id}, ${app.id}, 'heads', null)`,
  );
  await world.owner.run(
    sql`insert into user_group_member (tenant_id, group_id, membership_id) values (${app.unit.id}, ${idOf('Minha')}, ${member.membership_id})`,
  );
  const state = async () => {
    const [row] = await world.owner.run(sql<{ role: string; groups: string[] }>`
      select m.role, array(select g.name from user_group_member gm join user_group g on g.id = gm.group_id where gm.membership_id = m.id order by g.name) as groups
      from membership m where m.id = ${member.membership_id}`);
    return row;
  };
  const { signedIn } = await signIn(app, member.email, { attributes: { groups: ['sales', 'heads', 'everybody'] } });
  expect(signedIn.user.role).toBe('admin');
  expect(await state()).toEqual({ role: 'admin', groups: ['Minha', 'Vendas'] });
  const { signedIn: again } = await signIn(app, member.email, { attributes: { groups: ['clinic'] } });
  expect(again.user.role).toBe('user');
  expect(await state()).toEqual({ role: 'user', groups: ['Clínica', 'Minha'] });
});

test('whoever is administrator by the portal stays it, whatever the provider names', async () => {
  const app = await trusting({ groups_attribute: 'groups' });
  const admin = await memberOf(app, 'admin');
  await app.unit.person('admin');
  await world.owner.run(sql`insert into saml_group (tenant_id, saml_app_id, value) values (${app.unit.id}, ${app.id}, 'heads')`);
  expect((await signIn(app, admin.email)).signedIn.user.role).toBe('admin');
});

test('the last administrator with a password stays one when the group is left, and comes in', async () => {
  const app = await trusting({ groups_attribute: 'groups' });
  const member = await memberOf(app);
  await app.unit.person('admin', { person: { auth_method: 'azure', password_hash: null } });
  await world.owner.run(sql`insert into saml_group (tenant_id, saml_app_id, value) values (${app.unit.id}, ${app.id}, 'heads')`);
  await signIn(app, member.email, { attributes: { groups: ['heads'] } });
  expect((await signIn(app, member.email)).signedIn.user.role).toBe('admin');
});

test('the session lasts no longer than the provider’s, and does not confirm anything of the account', async () => {
  const app = await trusting();
  const member = await memberOf(app);
  const session_ends = new Date(Date.now() + 30 * 60_000);
  await signIn(app, member.email, { session_ends });
  const [session] = await world.owner.run(
    sql<{ expires_at: string; confirmed_at: string | null }>`select expires_at, confirmed_at from session where person_id = ${member.id}`,
  );
  expect(session).toEqual({ expires_at: session_ends.toISOString(), confirmed_at: null });
});

test('51: an app that is switched off or deleted between the request and the answer lets nobody in', async () => {
  const app = await trusting();
  const member = await memberOf(app);
  const browser = browserAt(app);
  const code = await comeBack(browser, app, member.email);
  const going = await go(browser);
  await world.owner.run(sql`update saml_app set active = false where id = ${app.id}`);
  expect((await browser.refusal(contract.finish, { body: { code } })).body.status).toBe('not_found_companies');
  const answer = await post(browser, app, message(honest(app, going, member.email)), going.state);
  expect(ledTo(answer).get('status')).toBe('error_authentication');
  await world.owner.run(sql`delete from saml_app where id = ${app.id}`);
  expect(ledTo(await post(browser, app, message(honest(app, going, member.email)), going.state)).get('status')).toBe(
    'error_authentication',
  );
});

test('41: the code of another browser, of another host, and a second time starts no session', async () => {
  const app = await trusting();
  const member = await memberOf(app);
  const mine = browserAt(app);
  const stolen = await comeBack(mine, app, member.email);
  expect((await browserAt(app).refusal(contract.finish, { body: { code: stolen } })).body.status).toBe('step_expired');
  // Presented elsewhere, it is used up.
  expect((await mine.refusal(contract.finish, { body: { code: stolen } })).body.status).toBe('step_expired');
  const code = await comeBack(mine, app, member.email);
  mine.host = (await trusting()).host;
  expect((await mine.refusal(contract.finish, { body: { code } })).body.status).toBe('step_expired');
  mine.host = app.host;
  const late = await comeBack(mine, app, member.email);
  world.setTime(new Date(Date.now() + 61_000));
  expect((await mine.refusal(contract.finish, { body: { code: late } })).body.status).toBe('step_expired');
  world.setTime(null);
});

test('a session of this way in goes to no other unit', async () => {
  const [app, other] = [await trusting(), await trusting()];
  const member = await memberOf(app);
  await world.owner.run(
    sql`insert into membership (tenant_id, id, person_id, role, state) values (${other.unit.id}, uuid_v7(), ${member.id}, 'user', 'active')`,
  );
  const { browser } = await signIn(app, member.email);
  const refusal = await browser.refusal(changeCompany, { body: { tenant_id: other.unit.id } });
  expect(refusal.body.status).toBe('not_found_companies');
});
