import { forgotPassword, login } from '@vitrine/contract/signIn/signIn.ts';
import { isEnable } from '@vitrine/contract/signIn/registration.ts';
import { query } from '#platform/database/query.ts';
import { openPasswordHasher } from '#platform/secrets/passwordHasher.ts';
import { afterAll, expect, test } from 'vitest';
import { sessionLinesOf } from '#test/harness/sessions.ts';
import { openWorld } from '#test/harness/world.ts';
import type { Person } from '#test/harness/population.ts';

/** The hasher of the portal, and how often it was asked: the time of a sign-in is that of the hash. */
const hasher = openPasswordHasher();
let hashes = 0;
const world = await openWorld({
  services: { passwords: { ...hasher, verify: (password, hashed) => (hashes++, hasher.verify(password, hashed)) } },
});
afterAll(world.close);

const credentials = ({ email, password }: Person) => ({ body: { email, password } });
const refusalOf = async (person: Person, where?: { host?: string; ip?: string }) =>
  world.browser(where).refusal(login, credentials(person));
const lastLine = async (person: Person) => (await sessionLinesOf(world, person)).at(-1);
// Past, and still to come, in every time zone.
const past = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
const future = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

test('signs in with e-mail and password, in any spelling of the address', async () => {
  const unit = await world.unit();
  const ana = await unit.person('user');
  const browser = world.browser();
  const answer = await browser.login({ email: ` ${ana.email.toUpperCase()} `, password: ana.password });
  expect(answer).toMatchObject({
    user: { id: ana.id, email: ana.email, name: ana.name, partner_id: null, role: 'user', auth_type: 'password' },
    tenant_id: unit.id,
    intended: '/',
  });
  expect(await lastLine(ana)).toMatchObject({ action: 'session.sign_in', tenant_id: unit.id, after: { method: 'password' } });
});

test('gives cookies that scripts cannot read and other hosts do not get', async () => {
  const ana = await (await world.unit()).person('user');
  const response = await world
    .browser()
    .inject({ method: 'POST', url: '/api/login', payload: { email: ana.email, password: ana.password } });
  const cookies = [response.headers['set-cookie']].flat();
  expect(cookies).toHaveLength(3);
  for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; .*Secure; SameSite=Lax$/);
  for (const cookie of cookies.filter((value) => value?.startsWith('__Host-'))) expect(cookie).toContain('; HttpOnly; ');
  expect(cookies.join()).not.toContain('Domain=');
});

test('says the same to a wrong password and to an unknown address', async () => {
  const ana = await (await world.unit()).person('user');
  const wrong = await world.browser().refusal(login, { body: { email: ana.email, password: 'not the one' } });
  const unknown = await world.browser().refusal(login, { body: { email: 'nobody@example.com', password: 'not the one' } });
  expect([wrong.status, wrong.body.status, wrong.body.message]).toEqual([401, 'error_user_or_password', 'Usuário ou senha incorretos!']);
  const withoutId = (body: typeof wrong.body) => ({ ...body, request_id: null });
  expect(withoutId(unknown.body)).toEqual(withoutId(wrong.body));
  expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(wrong.headers).sort());
  expect(await lastLine(ana)).toMatchObject({ action: 'session.refused', after: { reason: 'error_user_or_password' } });
});

test('works as long for an address that nobody has, as for any other that is refused', async () => {
  const unit = await world.unit();
  const known = await unit.person('user');
  const elsewhere = await unit.person('user', { person: { auth_method: 'saml' } });
  const invited = await unit.person('user', { person: { password_hash: null } });
  const blocked = await unit.person('user', { membership: { state: 'blocked' } });
  const answers: string[] = [];
  for (const email of ['nobody-at-all@example.com', known.email, elsewhere.email, invited.email, blocked.email]) {
    hashes = 0;
    const { status, body, headers } = await world.browser().refusal(login, { body: { email, password: 'not the one either' } });
    expect(hashes, email).toBe(1);
    answers.push(JSON.stringify([status, { ...body, request_id: null }, Object.keys(headers).sort(), headers['content-length']]));
  }
  expect(new Set(answers).size).toBe(1);
});

test('takes a password as it is: blanks and case count', async () => {
  const ana = await (await world.unit()).person('user');
  for (const password of [` ${ana.password}`, `${ana.password} `, ana.password.toUpperCase()]) {
    expect((await world.browser().refusal(login, { body: { email: ana.email, password } })).status).toBe(401);
  }
});

test('knows no password of people who sign in elsewhere', async () => {
  const ana = await (await world.unit()).person('user', { person: { auth_method: 'saml' } });
  expect((await refusalOf(ana)).body.status).toBe('error_user_or_password');
});

test.each([
  ['deactivated', 'user_disable', 'O usuário foi desativado!'],
  ['inactive', 'inactive', 'O usuário está inativo!'],
  ['blocked', 'blocked', 'O usuário está bloqueado!'],
])('tells somebody in state %s the reason, once the password was right', async (state, word, message) => {
  const ana = await (await world.unit()).person('user', { membership: { state } });
  expect((await world.browser().refusal(login, { body: { email: ana.email, password: 'wrong password' } })).status).toBe(401);
  const refused = await refusalOf(ana);
  expect([refused.status, refused.body.status, refused.body.message]).toEqual([403, word, message]);
  expect(await lastLine(ana)).toMatchObject({ action: 'session.refused', after: { reason: word } });
});

test('refuses somebody without a unit', async () => {
  const ana = await (await world.unit()).person('user');
  await world.owner.run(query.deleteFrom('membership').where('person_id', '=', ana.id));
  expect((await refusalOf(ana)).body.status).toBe('not_found_companies');
});

test('admits to the domain of a unit its members only, and to that of a partner the members of its units', async () => {
  const partner = await world.partner({ host: 'partner-a.example' });
  const unit = await partner.unit({ host: 'unit-a.example' });
  const sibling = await partner.unit();
  const [ana, bruno, stranger] = [await unit.person('user'), await sibling.person('user'), await (await world.unit()).person('user')];
  const outcome = async (person: Person, host: string) => {
    const answer = await world
      .browser({ host })
      .call(login, credentials(person))
      .catch((error: unknown) => error);
    return answer instanceof Error ? (answer as Awaited<ReturnType<typeof refusalOf>>).body.status : 'in';
  };
  expect(await outcome(ana, 'unit-a.example')).toBe('in');
  expect(await outcome(bruno, 'unit-a.example')).toBe('domain_not_allowed');
  expect(await outcome(ana, 'partner-a.example')).toBe('in');
  expect(await outcome(bruno, 'partner-a.example')).toBe('in');
  expect(await outcome(stranger, 'partner-a.example')).toBe('domain_not_allowed');
  expect(await outcome(await world.operator(), 'unit-a.example')).toBe('domain_not_allowed');
});

test('a trial lasts to the end of its last day and ends for everybody but the partner', async () => {
  const partner = await world.partner();
  const ended = await partner.unit({ tenant: { state: 'trial', trial_ends_on: past } });
  const running = await partner.unit({ tenant: { state: 'trial', trial_ends_on: future } });
  const refused = await refusalOf(await ended.person('admin'));
  expect([refused.status, refused.body.status]).toEqual([403, 'finish_test']);
  await world.browser().login(await running.person('user'));
  const partnerStaff = await partner.person({ unit: ended });
  expect((await world.browser().login(partnerStaff)).user.role).toBe('partner');
});

test.each([
  ['suspended', 'unit_suspended', /está suspensa/],
  ['closed', 'unit_closed', /foi encerrada/],
])('a unit that is %s lets no reader in, and says so once the password was right', async (state, word, message) => {
  const ana = await (await world.unit({ tenant: { state } })).person('user');
  const [wrong, nobody] = await Promise.all(
    [ana.email, `x${ana.email}`].map(async (email) => world.browser().refusal(login, { body: { email, password: 'wrong password' } })),
  );
  expect({ ...wrong?.body, request_id: '' }).toEqual({ ...nobody?.body, request_id: '' });
  const refused = await refusalOf(ana);
  expect([refused.status, refused.body.status]).toEqual([403, word]);
  expect(refused.body.message).toMatch(message);
  expect(await lastLine(ana)).toMatchObject({ action: 'session.refused', after: { reason: word } });
  const open = await world.unit();
  await world.join(ana, open);
  expect((await world.browser().login(ana)).tenant_id).toBe(open.id);
});

test('is closed for the people of a partner under maintenance', async () => {
  const partner = await world.partner({ partner: { maintenance_until: new Date(Date.now() + 3_600_000) } });
  const refused = await refusalOf(await (await partner.unit()).person('user'));
  expect([refused.status, refused.body.status]).toEqual([503, 'maintenance']);
});

test('asks the list of addresses of the unit, with the address in the answer', async () => {
  const settings = { ip: true, allowed_addresses: [{ address: '203.0.113.0/24', note: '' }] };
  const unit = await world.unit({ settings });
  const ana = await unit.person('user');
  const refused = await refusalOf(ana, { ip: '198.51.100.9' });
  expect(refused.body).toMatchObject({ status: 'ip_not_allowed', message: 'ip_not_allowed', ip: '198.51.100.9' });
  await world.browser({ ip: '203.0.113.80' }).login(ana);
  await world.browser({ ip: '::ffff:203.0.113.80' }).login(ana);
  await world.browser({ ip: '198.51.100.9' }).login(await unit.person('admin', { membership: { ip_exempt: true } }));
});

test("a partner's people answer to the partner's own list, not to a unit's", async () => {
  const partner = await world.partner({ settings: { ip: true, allowed_addresses: [{ address: '203.0.113.5', note: '' }] } });
  const unit = await partner.unit({ settings: { ip: true, allowed_addresses: [{ address: '198.51.100.1', note: '' }] } });
  const partnerStaff = await partner.person({ unit });
  await world.browser({ ip: '203.0.113.5' }).login(partnerStaff);
  expect((await refusalOf(partnerStaff, { ip: '198.51.100.1' })).body.status).toBe('ip_not_allowed');
});

test('goes on to the next unit when the likeliest one does not let the person in', async () => {
  const [ended, open] = [await world.unit({ tenant: { state: 'trial', trial_ends_on: past } }), await world.unit()];
  const carla = await ended.person('user', { membership: { is_default: true } });
  await world.join(carla, open);
  expect((await world.browser().login(carla)).tenant_id).toBe(open.id);
});

test('begins in the unit that was used last, at first in the default one', async () => {
  const [first, second] = [await world.unit(), await world.unit()];
  const carla = await first.person('user');
  await world.join(carla, second, 'admin', { is_default: true });
  expect((await world.browser().login(carla)).tenant_id).toBe(second.id);
  await world.owner.run(
    query.insertInto('unit_use').values({ person_id: carla.id, tenant_id: first.id, last_used_at: new Date(Date.now() + 1000) }),
  );
  expect((await world.browser().login(carla)).tenant_id).toBe(first.id);
});

test('hands a link for a new password to whoever must change theirs, and no session', async () => {
  const ana = await (await world.unit()).person('user', { person: { must_change_password: true } });
  const refused = await refusalOf(ana);
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({ status: 'user_change_password', token: expect.stringMatching(/^[\w-]{43}$/) });
  expect(await world.owner.run(query.selectFrom('session').select('id').where('person_id', '=', ana.id))).toEqual([]);
});

test('a password expires where the unit says so', async () => {
  const person = { password_changed_at: new Date(Date.now() - 31 * 86_400_000) };
  const strict = await world.unit({ settings: { enable_password: true, expiry_time_password: 30 } });
  expect((await refusalOf(await strict.person('user', { person }))).body.status).toBe('user_change_password');
  const off = await world.unit({ settings: { enable_password: false, expiry_time_password: 30 } });
  await world.browser().login(await off.person('user', { person }));
});

test('operator and partner come in with what they are; a partner may have no unit yet', async () => {
  const operator = await world.browser().login(await world.operator());
  expect(operator).toMatchObject({ user: { role: 'operator', partner_id: null }, tenant_id: null, intended: '/' });
  const partner = await world.partner();
  expect(await world.browser().login(await partner.person())).toMatchObject({
    user: { role: 'partner', partner_id: partner.id },
    tenant_id: null,
  });
  const unit = await partner.unit();
  expect(await world.browser().login(await partner.person())).toMatchObject({ tenant_id: unit.id });
});

test('keeps five sessions of a person, also when more begin at once', async () => {
  const ana = await (await world.unit()).person('user');
  await Promise.all(Array.from({ length: 8 }, () => world.browser().login(ana)));
  const open = await world.owner.run(
    query.selectFrom('session').select('id').where('person_id', '=', ana.id).where('ended_at', 'is', null),
  );
  expect(open).toHaveLength(5);
});

test('makes an old hash new at sign-in', async () => {
  const { hash } = await import('@node-rs/argon2');
  const old = await hash('Correct-horse-7-battery', { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  const ana = await (await world.unit()).person('user', { person: { password_hash: old } });
  await world.browser().login(ana);
  const [row] = await world.owner.run(query.selectFrom('person').select('password_hash').where('id', '=', ana.id));
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await world.browser().login(ana);
});

test.each([
  ['a list of addresses', { email: ['a@example.com', 'b@example.com'], password: 'x' }],
  ['a number', { email: 5, password: 'x' }],
  ['no password', { email: 'a@example.com' }],
  ['an empty password', { email: 'a@example.com', password: '' }],
  ['a field too many', { email: 'a@example.com', password: 'x', role: 'operator' }],
])('refuses %s with the field that is wrong', async (_, payload) => {
  const response = await world.browser().inject({ method: 'POST', url: '/api/login', payload });
  expect(response.statusCode).toBe(422);
  expect(Object.keys(response.json<{ errors: object }>().errors).length).toBeGreaterThan(0);
});

test('says which field is required, in the language of the caller', async () => {
  const body = { method: 'POST' as const, url: '/api/login', payload: { email: 'a@example.com' } };
  const texts = await Promise.all(
    ['pt-BR', 'en-US', 'es', 'pt-PT'].map(
      async (lang) =>
        (await world.browser().inject({ ...body, headers: { lang } })).json<{ errors: { password: string[] } }>().errors.password,
    ),
  );
  expect(texts).toEqual([
    ['O campo Senha é obrigatório!'],
    ['Password is required!'],
    ['¡El campo Contraseña es obligatorio!'],
    ['O campo Palavra-passe é obrigatório!'],
  ]);
});

test('does not know a host that nobody registered', async () => {
  for (const endpoint of [login, forgotPassword]) {
    const refused = await world.browser({ host: 'evil.example' }).refusal(endpoint, { body: { email: 'a@example.com', password: 'x' } });
    expect([refused.status, refused.body.status]).toEqual([404, 'domain_not_found']);
  }
  expect((await world.browser({ host: 'evil.example' }).refusal(isEnable, {})).status).toBe(404);
});
