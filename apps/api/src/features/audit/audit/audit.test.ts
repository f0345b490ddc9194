import type { Answer } from '@vitrine/contract/endpoint.ts';
import * as contract from '@vitrine/contract/audit/audit.ts';
import { partnerForm, updatePartnerConfig } from '@vitrine/contract/settings/settings.ts';
import { logout } from '@vitrine/contract/signIn/signIn.ts';
import * as remoteAccess from '@vitrine/contract/signIn/remoteAccess.ts';
import * as users from '@vitrine/contract/people/users.ts';
import * as groups from '@vitrine/contract/people/userGroups.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
const partner = await world.partner();
const unit = await partner.unit();
const person = await unit.person('admin');
const admin = await world.signIn(person, { ip: '203.0.113.9' });
const other = await world.signIn(await (await world.unit()).person('admin'));
afterAll(world.close);

const body = (name: string) => ({
  name,
  description: '',
  ends_on: null,
  home_page: null,
  refresh_datasets: false,
  create_notifications: false,
  is_default: false,
});

test('tells who did what, from where, before and after', async () => {
  const { id, version } = await admin.call(groups.add, { body: body('Norte') });
  await admin.call(groups.update, { params: { id }, body: { ...body('Sul'), version } });
  const { data } = await admin.call(contract.list, { query: { object_id: id } });
  expect(data.map(({ action }) => action)).toEqual(
    ['user_group.update', 'user_group.add'].map((action) => expect.stringContaining(action.split('.')[0] ?? '')),
  );
  expect(data[0]).toMatchObject({
    actor: { email: person.email },
    person: null,
    object_type: 'user_group',
    ip: '203.0.113.9',
    before: { name: 'Norte' },
    after: { name: 'Sul' },
  });
});

test('is found by words, by person, by kind and by time', async () => {
  await admin.call(groups.add, { body: body('Buscado') });
  const count = async (query: object) => (await admin.call(contract.list, { query })).meta.total;
  expect(await count({ q: 'user_group' })).toBeGreaterThan(0);
  expect(await count({ q: person.email })).toBeGreaterThan(0);
  expect(await count({ q: 'nada-disso' })).toBe(0);
  expect(await count({ q: 'GRUPO de usuários' })).toBe(await count({ object_type: 'user_group' }));
  expect(await count({ q: 'criou' })).toBeGreaterThan(0);
  const inEnglish = await admin.inject({ method: 'GET', url: '/api/audit?q=user+group', headers: { lang: 'en-US' } });
  expect(inEnglish.json<Answer<typeof contract.list>>().meta.total).toBe(await count({ object_type: 'user_group' }));
  expect(await count({ kind: 'sign_in' })).toBe(0);
  expect(await count({ kind: 'change', days: '1' })).toBeGreaterThan(0);
  world.setTime(new Date(Date.now() + 3 * 86_400_000));
  const later = await world.signIn(person);
  expect((await later.call(contract.list, { query: { days: '1' } })).meta.total).toBe(0);
  world.setTime(null);
});

test('readers see their own lines, other units none of it, the operator the platform', async () => {
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.call(contract.list, {})).data).toEqual([]);
  expect((await other.call(contract.list, { query: { q: 'user_group' } })).data).toEqual([]);
  const chief = await world.operator();
  const operator = await world.signIn(chief);
  const seen = (await operator.call(contract.list, {})).data;
  const ofPlatform = ['partner', 'partner_setting', 'platform_setting', 'tenant', 'domain', 'staff'];
  const [operatorTenant] = await world.owner.run(sql<{ id: string }>`select id from tenant where is_operator_tenant`);
  const elsewhere = seen.filter(({ object_type, object_id }) => !ofPlatform.includes(object_type) && object_id !== operatorTenant?.id);
  expect(elsewhere).toEqual([]);
  expect(seen.length).toBeGreaterThan(0);
  const unnamed = seen.filter(({ object_type, object_name }) => ['partner', 'tenant', 'domain'].includes(object_type) && !object_name);
  expect(unnamed).toEqual([]);
  // The operator’s unit is nobody’s customer: the operator sees its own people come and go, and names them.
  await operator.call(logout, {});
  const [line] = (await (await world.signIn(chief)).call(contract.list, { query: { kind: 'sign_in', actor_id: chief.id } })).data;
  expect(line).toMatchObject({ action: 'session.sign_out', actor: { name: chief.name } });
});

test('a partner sees above its units what its people do there, and nobody else does', async () => {
  const partnerStaff = await partner.person({ unit });
  const inside = await world.signIn(partnerStaff);
  const { version } = await inside.call(partnerForm, {});
  await inside.call(updatePartnerConfig, { body: { login_timeout: 6, version, inherit: [] } });
  await inside.call(groups.add, { body: body('Na unidade') });
  await (await world.signIn(partnerStaff)).call(logout, {});
  const above = async (browser: typeof inside) => (await browser.call(contract.list, { query: { level: 'partner' } })).data;
  const seen = await above(inside);
  const did = seen.filter(({ actor }) => actor?.email === partnerStaff.email).map(({ action }) => action);
  expect(did).toEqual(['session.sign_out', 'partner.configuration']);
  expect(seen.filter(({ object_type }) => object_type === 'user_group')).toEqual([]);
  const stranger = await world.signIn(await (await world.partner()).person());
  expect((await above(stranger)).filter(({ actor }) => actor?.email === partnerStaff.email)).toEqual([]);
  expect((await admin.refusal(contract.list, { query: { level: 'partner' } })).status).toBe(403);
  const file = await inside.inject({ method: 'GET', url: '/api/audit/export?format=csv&level=partner' });
  expect(file.body).toContain('Configuração do parceiro');
  expect(file.body).not.toContain('Na unidade');
});

test('says what a line is about by its name, also when it is there no more, and finds it by that', async () => {
  const ana = await unit.person('user', { person: { name: 'Zoé Quaresma' } });
  const { id } = await admin.call(groups.add, { body: body('Efêmero') });
  await admin.call(groups.addMembers, { params: { id }, body: { membership_ids: [ana.membership_id ?? ''] } });
  await admin.call(users.setState, { params: { id: ana.membership_id ?? '' }, body: { state: 'blocked' } });
  const names = async (q: string) =>
    (await admin.call(contract.list, { query: { q } })).data.map(({ object_type, object_name }) => [object_type, object_name]);
  expect(await names('zoe quaresma')).toContainEqual(['membership', 'Zoé Quaresma']);
  expect(await names('efemero')).toContainEqual(['user_group', 'Efêmero']);
  expect(await names('user_group_member')).toContainEqual(['user_group_member', 'Efêmero · Zoé Quaresma']);
  await admin.call(groups.remove, { params: { id } });
  expect(await names(id)).toContainEqual(['user_group', 'Efêmero']);
  expect((await other.call(contract.list, { query: { q: 'Zoé Quaresma' } })).data).toEqual([]);
});

test("names a partner's person who acted in the unit", async () => {
  const partnerStaff = await partner.person({ unit });
  await (await world.signIn(partnerStaff)).call(groups.add, { body: body('Do parceiro') });
  expect((await admin.call(contract.list, { query: { actor_id: partnerStaff.id } })).data[0]?.actor?.name).toBe(partnerStaff.name);
});

test('is taken away as CSV, formulas neutralised', async () => {
  await admin.call(groups.add, { body: body('=HYPERLINK("x")') });
  const response = await admin.inject({ method: 'GET', url: '/api/audit/export?format=csv' });
  expect(response.headers['content-type']).toContain('text/csv');
  expect(response.body.split('\n').length).toBeGreaterThan(2);
  expect(response.body).toContain(person.email);
  expect(response.body).toContain('Grupo de usuários');
  expect(response.body).not.toContain('user_group.add');
  expect(response.body).toContain('Criar notificações: vazio → Não');
});

test('what was done in the place of somebody is asked for by itself, and bears both names', async () => {
  const here = await world.unit({ settings: { allow_access_remote: true } });
  const [boss, ana] = [await here.person('admin'), await here.person('user')];
  const [asking, reader, reading] = [await world.signIn(boss), await world.signIn(ana), await world.signIn(boss)];
  const acting = async () => (await reading.call(contract.list, { query: { kind: 'acting' } })).data;
  await asking.call(groups.add, { body: body('Sem ninguém') });
  expect(await acting()).toEqual([]);
  const { id } = await asking.call(remoteAccess.ask, {
    body: { membership_id: ana.membership_id ?? '', reason: 'Conferir os filtros da loja', minutes: 30, mode: 'read' },
  });
  await reader.call(remoteAccess.answer, { params: { id }, body: { mode: 'read', word: '' } });
  await asking.call(remoteAccess.enter, { params: { id } });
  expect((await acting()).map(({ action, actor, person: inWhosePlace }) => [action, actor?.name, inWhosePlace?.name])).toEqual([
    ['session.remote', boss.name, ana.name],
  ]);
});
