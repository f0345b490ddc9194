import { login, loginConfig } from '@vitrine/contract/signIn/signIn.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as contract from '@vitrine/contract/signIn/registration.ts';
import { list as users } from '@vitrine/contract/people/users.ts';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Unit } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const password = 'Girassol-amarelo-7';
let network = 0;
const fresh = () => `newcomer-${randomBytes(4).toString('hex')}@empresa.example`;

async function door(values: { settings?: object; tenant?: object } = {}) {
  const host = `reg-${randomBytes(4).toString('hex')}.example`;
  const unit = await world.unit({ host, settings: { enable_auto_register: true, ...values.settings }, tenant: { ...values.tenant } });
  return { unit, host, admin: await unit.person('admin') };
}
/** Each from a network of its own, because one network has five tries an hour. */
const visitor = (host: string) => world.browser({ host, ip: `198.19.${network++ % 250}.7` });
async function linkFor(host: string, email: string): Promise<string> {
  await visitor(host).call(contract.register, { body: { email, language: 'pt-BR' } });
  const token = async () => /\/register#([\w-]+)/.exec((await world.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';
  await expect.poll(token).not.toBe('');
  return token();
}
const finish = (token: string, more: object = {}) => ({ body: { token, name: 'Nova Pessoa', password, ...more } });
const setLists = (unit: Unit, lists: { registration_domains?: string[]; trusted_domains?: string[] }) =>
  world.owner.run(query.updateTable('tenant_setting').set(lists).where('tenant_id', '=', unit.id));

test('is closed unless the unit opens it and its partner lets it, also for whoever calls directly', async () => {
  const closed = [await door({ settings: { enable_auto_register: false } }), await door({ tenant: { self_registration: false } })];
  for (const { host } of closed) {
    const browser = visitor(host);
    expect(await browser.call(contract.isEnable, {})).toMatchObject({ enabled: false });
    expect((await browser.refusal(contract.register, { body: { email: fresh(), language: 'pt-BR' } })).body.status).toBe(
      'functionality_not_allowed',
    );
    expect((await browser.refusal(contract.registerForm, { body: { token: 'made-up' } })).status).toBe(403);
  }
  expect(await world.browser().call(contract.isEnable, {})).toMatchObject({ enabled: false });
});

test('the address is proven, the form filled in, an administrator told, and nobody comes in before the decision', async () => {
  const { unit, host, admin } = await door();
  const email = fresh();
  const token = await linkFor(host, email);
  const browser = visitor(host);
  expect(await browser.call(contract.registerForm, { body: { token } })).toMatchObject({ email, unit_name: unit.name });
  expect(await browser.call(contract.registerFinish, finish(token))).toEqual({ status: 'waiting' });
  expect((await browser.refusal(login, { body: { email, password } })).body.status).toBe('inactive');
  await world.runJobs();
  expect((await world.mailsTo(admin.email)).at(-1)?.text).toContain('Nova Pessoa');

  const desk = await world.signIn(admin);
  expect((await desk.call(notifications.list, {})).data).toMatchObject([
    { kind: 'registration_waiting', values: { person: 'Nova Pessoa' }, link: '/registrations' },
  ]);
  const { data } = await desk.call(contract.list, {});
  expect(data).toMatchObject([{ name: 'Nova Pessoa', email }]);
  const params = { id: data[0]?.id ?? '' };
  const both = await Promise.allSettled([desk.call(contract.approve, { params }), desk.call(contract.deny, { params })]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await desk.call(contract.list, {})).data).toEqual([]);
});

test('who is approved signs in as a reader, in the default group; who is denied does not', async () => {
  const { unit, host, admin } = await door();
  await world.owner.run(
    query.insertInto('user_group').values({ tenant_id: unit.id, id: uuidv7(), name: 'Recém-chegados', is_default: true }),
  );
  const [ana, bruno] = [fresh(), fresh()];
  for (const email of [ana, bruno]) await visitor(host).call(contract.registerFinish, finish(await linkFor(host, email)));
  const desk = await world.signIn(admin);
  const idOf = async (email: string) => (await desk.call(contract.list, { query: { q: email } })).data[0]?.id ?? '';
  await desk.call(contract.approve, { params: { id: await idOf(ana) } });
  await desk.call(contract.deny, { params: { id: await idOf(bruno) } });
  const browser = visitor(host);
  expect(await browser.login({ email: ana, password })).toMatchObject({ user: { role: 'user' }, tenant_id: unit.id });
  expect((await visitor(host).refusal(login, { body: { email: bruno, password } })).body.status).toBe('user_disable');
  expect((await desk.call(users, { query: { q: ana } })).data[0]?.groups.map(({ name }) => name)).toEqual(['Recém-chegados']);
  await expect.poll(async () => (await world.mailsTo(ana)).length).toBe(2);
  await expect.poll(async () => (await world.mailsTo(bruno)).length).toBe(2);
});

test('on a host of the partner people register for the unit that it has chosen, and for none where it has chosen none', async () => {
  const host = `parceira-${randomBytes(4).toString('hex')}.example`;
  const partner = await world.partner({ host, settings: { enable_auto_register: true } });
  const unit = await partner.unit({ tenant: { name: 'Loja Aberta' } });
  expect(await visitor(host).call(loginConfig, { body: {} })).toMatchObject({ register: false });
  expect((await visitor(host).refusal(contract.register, { body: { email: fresh(), language: 'pt-BR' } })).body.status).toBe(
    'functionality_not_allowed',
  );
  const choose = (values: object) => world.owner.run(query.updateTable('tenant').set(values).where('id', '=', unit.id));
  await choose({ default_for_registration: true });
  await setLists(unit, { trusted_domains: ['empresa.example'] });
  expect(await visitor(host).call(loginConfig, { body: {} })).toMatchObject({ register: true, unit_name: null });
  expect(await visitor(host).call(contract.isEnable, {})).toMatchObject({ enabled: true, unit_name: 'Loja Aberta' });
  const email = fresh();
  const token = await linkFor(host, email);
  expect((await world.mailsTo(email)).at(-1)?.text).toContain(`https://${host}/register#`);
  expect(await visitor(host).call(contract.registerFinish, finish(token))).toEqual({ status: 'active' });
  expect(await visitor(host).login({ email, password })).toMatchObject({ tenant_id: unit.id });
  // A link for the unit of before is none for the one that is chosen now.
  const late = await linkFor(host, fresh());
  await choose({ default_for_registration: false });
  await (await partner.unit({ tenant: { name: 'Outra loja', default_for_registration: true } })).person('admin');
  expect((await visitor(host).refusal(contract.registerFinish, finish(late))).body.status).toBe('link_used');
});

test('a trusted domain needs no decision, another one may be refused at once', async () => {
  const { unit, host } = await door();
  await setLists(unit, { trusted_domains: ['empresa.example'], registration_domains: ['parceira.example'] });
  const email = fresh();
  expect(await visitor(host).call(contract.registerFinish, finish(await linkFor(host, email)))).toEqual({ status: 'active' });
  expect((await visitor(host).login({ email, password })).user.email).toBe(email);
  for (const stranger of ['ana@gmail.com', 'ana@mail.empresa.example', 'ana@empresa.example.evil']) {
    const refused = await visitor(host).refusal(contract.register, { body: { email: stranger, language: 'pt-BR' } });
    expect(refused.body.errors).toEqual({ email: ['Este cadastro só aceita e-mails da organização.'] });
  }
});

test('answers the same for known addresses, and tells their owner', async () => {
  const { unit, host } = await door();
  const ana = await unit.person('user');
  const [known, unknown] = [
    await visitor(host).call(contract.register, { body: { email: ana.email, language: 'pt-BR' } }),
    await visitor(host).call(contract.register, { body: { email: fresh(), language: 'pt-BR' } }),
  ];
  expect(known).toEqual(unknown);
  await expect.poll(async () => (await world.mailsTo(ana.email))[0]?.subject ?? '').toContain('Você já tem uma conta');
  expect((await world.mailsTo(ana.email))[0]?.text).not.toContain('/register#');
});

test('a link works once, for a day, on its own host, and a newer one voids it', async () => {
  const { host } = await door();
  const { host: other } = await door();
  const email = fresh();
  const old = await linkFor(host, email);
  await visitor(host).call(contract.register, { body: { email, language: 'pt-BR' } });
  await expect.poll(async () => (await world.mailsTo(email)).length).toBe(2);
  expect((await visitor(host).refusal(contract.registerFinish, finish(old))).body.status).toBe('link_used');

  const token = await linkFor(host, fresh());
  expect((await visitor(other).refusal(contract.registerForm, { body: { token } })).body.status).toBe('link_used');
  const twice = await Promise.allSettled([1, 2, 3].map(() => visitor(host).call(contract.registerFinish, finish(token))));
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const late = await linkFor(host, fresh());
  world.setTime(new Date(Date.now() + 25 * 3_600_000));
  expect((await visitor(host).refusal(contract.registerFinish, finish(late))).body.status).toBe('link_used');
});

test('five an hour from one network, three an hour for one address', async () => {
  const { host } = await door();
  const browser = world.browser({ host, ip: '203.0.113.77' });
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () => browser.call(contract.register, { body: { email: fresh(), language: 'pt-BR' } })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const email = fresh();
  for (let asked = 0; asked < 5; asked++) await visitor(host).call(contract.register, { body: { email, language: 'pt-BR' } });
  expect(await world.mailsTo(email)).toHaveLength(3);
});

test('where no seat is left nobody fills in a form, and fifty who are let in at once do not exceed the limit', async () => {
  const full = await door({ tenant: { user_limit: 1 } });
  expect(await visitor(full.host).call(contract.isEnable, {})).toMatchObject({ enabled: true, full: true });
  expect((await visitor(full.host).refusal(contract.register, { body: { email: fresh(), language: 'pt-BR' } })).body.status).toBe(
    'user_limit_reached',
  );

  const { unit, admin } = await door({ tenant: { user_limit: 3 } });
  const waiting = await Promise.all(
    Array.from({ length: 10 }, () => unit.person('user', { membership: { state: 'inactive', registered_at: new Date() } })),
  );
  const desk = await world.signIn(admin);
  const answers = await Promise.allSettled(
    waiting.map(({ membership_id }) => desk.call(contract.approve, { params: { id: membership_id ?? '' } })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test('keeps the rules of passwords, the fields that are asked for, and the terms', async () => {
  const { unit, host } = await door();
  const field = uuidv7();
  await world.owner.run(
    query
      .insertInto('custom_field')
      .values({ tenant_id: unit.id, id: field, name: 'Matrícula', type: 'text', required: true, in_registration: true }),
  );
  const [term, version_id] = [uuidv7(), uuidv7()];
  const words = { tenant_id: unit.id, title: 'Termos', text: 'Texto' };
  await world.owner.run(query.insertInto('term').values({ ...words, id: term, place: 'login' }));
  await world.owner.run(
    query.insertInto('term_version').values({ ...words, id: version_id, term_id: term, number: 1, text_hash: Buffer.from('x') }),
  );
  const token = await linkFor(host, fresh());
  const browser = visitor(host);
  expect(await browser.call(contract.isEnable, {})).toMatchObject({ fields: [{ name: 'Matrícula' }], terms: [{ title: 'Termos' }] });
  expect((await browser.refusal(contract.registerFinish, finish(token))).body.errors).toHaveProperty([`custom.${field}`]);
  const custom = { [field]: '4711' };
  expect((await browser.refusal(contract.registerFinish, finish(token, { custom }))).body.status).toBe('terms_pending');
  const accepted = [version_id];
  expect(
    (await browser.refusal(contract.registerFinish, finish(token, { custom, accepted, password: 'curta' }))).body.errors,
  ).toHaveProperty('password');
  expect(await browser.call(contract.registerFinish, finish(token, { custom, accepted }))).toEqual({ status: 'waiting' });
});

test('an administrator says who may come; public mail needs a decision always', async () => {
  const { unit, admin, host } = await door();
  const desk = await world.signIn(admin);
  const settings = await desk.call(contract.getSettings, {});
  expect(settings).toMatchObject({ enabled: true, allowed: true, address: `https://${host}/register` });
  const body = { enabled: true, registration_domains: [], trusted_domains: ['Empresa.Example'], version: settings.version };
  expect(await desk.call(contract.saveSettings, { body })).toMatchObject({ trusted_domains: ['empresa.example'] });
  expect((await desk.refusal(contract.saveSettings, { body })).body.status).toBe('conflict');
  const open = { ...body, trusted_domains: ['gmail.com'], version: settings.version + 1 };
  expect((await desk.refusal(contract.saveSettings, { body: open })).body.errors).toHaveProperty('trusted_domains');
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.refusal(contract.list, {})).status).toBe(403);
  expect((await reader.refusal(contract.saveSettings, { body })).status).toBe(403);
});

test('nobody decides about people of another unit, or about people who did not register', async () => {
  const { admin, unit } = await door();
  const desk = await world.signIn(admin);
  const foreign = await (await world.unit()).person('user', { membership: { state: 'inactive', registered_at: new Date() } });
  const inactive = await unit.person('user', { membership: { state: 'inactive' } });
  for (const { membership_id } of [foreign, inactive]) {
    expect((await desk.refusal(contract.approve, { params: { id: membership_id ?? '' } })).status).toBe(404);
  }
});
