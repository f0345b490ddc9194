/** The words of docs/reference/specification.md 3 and 8 are on the wire, whatever they are called in code. */
import * as accessHours from '@vitrine/contract/settings/accessHours.ts';
import { getConfig, remoteConfig, unitForm, updateConfig } from '@vitrine/contract/settings/settings.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sendSurvey } from '@vitrine/contract/signIn/profileSurvey.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld({ environment: { docs: true } });
afterAll(world.close);
afterEach(() => world.setTime(null));

test('a sign-in is answered with perfil_usuario, nome_usuario and parceiro_id', async () => {
  const partner = await world.partner();
  const staff = await partner.person();
  const payload = { email: staff.email, password: staff.password };
  const { user } = (await world.browser().inject({ method: 'POST', url: login.path, payload })).json<{ user: object }>();
  expect(user).toMatchObject({ id: staff.id, perfil_usuario: 'master', nome_usuario: staff.name, parceiro_id: partner.id });
  for (const field of ['role', 'name', 'partner_id']) expect(user).not.toHaveProperty(field);
});

test('a configuration is sent and saved with listIp, relatorio_id, mfa_master and flags of S and N', async () => {
  const { admin } = await world.unitWithAdmin();
  const listIp = [{ address: '198.51.100.0/24', note: 'Matriz' }];
  const payload = { ip: 'S', listIp, save_filter: 'N', enable_watermark: 'S', version: 1 };
  const saved = await admin.inject({ method: 'POST', url: updateConfig.path, payload });
  const fields = { ip: 'S', listIp, relatorio_id: null, mfa_master: 'N', enable_watermark: 'S', save_filter: 'N', version: 2 };
  expect(saved.json()).toMatchObject(fields);
  for (const { path } of [getConfig, remoteConfig]) {
    expect((await admin.inject({ url: path })).json()).toMatchObject({
      ...fields,
      mostrar_ultima_atualizacao_relatorio: false,
      show_questionario_perfil: true,
      message_biexplorer: { message_ptbr: null },
    });
  }
  expect((await admin.inject({ url: unitForm.path })).json()).toMatchObject({
    own: expect.arrayContaining(['ip', 'listIp', 'enable_watermark']) as string[],
    inherited: { ip: 'N', listIp: null },
  });
  expect(await admin.call(getConfig, {})).toMatchObject({ ip: true, allowed_addresses: listIp, require_second_factor: false });
});

test('the state of a person is a letter, in what is asked, sent and answered', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const { membership_id } = await unit.person('user');
  const path = users.get.path.replace(':id', membership_id ?? '');
  const stateOf = async () => (await admin.inject({ url: path })).json<{ state: string }>().state;
  const set = async (state: string) => (await admin.inject({ method: 'POST', url: `${path}/state`, payload: { state } })).statusCode;
  expect([await stateOf(), await set('blocked'), await set('B'), await stateOf()]).toEqual(['A', 422, 204, 'B']);
  type List = { data: { id: string; state: string }[] };
  const listed = (await admin.inject({ url: users.list.path, query: { state: 'B' } })).json<List>().data;
  expect(listed).toMatchObject([{ id: membership_id, state: 'B' }]);
  expect((await admin.inject({ url: users.list.path, query: { state: 'blocked' } })).statusCode).toBe(422);
  const payload = { action: 'active', found: { state: 'B' } };
  expect((await admin.inject({ method: 'POST', url: users.bulk.path, payload })).json()).toMatchObject({ changed: 1, skipped: 0 });
  expect((await admin.call(users.list, {})).data.map(({ state }) => state)).toEqual(['active', 'active']);
});

test('the survey takes its position as perfil_usuario', async () => {
  const reader = await (await world.unit()).person('user');
  const browser = await world.signIn(reader);
  const answer = async (payload: object) => (await browser.inject({ method: 'POST', url: sendSurvey.path, payload })).statusCode;
  expect(await answer({ user_id: reader.id, perfil_usuario: 'analyst' })).toBe(204);
  expect(await answer({ user_id: reader.id, position: 'analyst' })).toBe(422);
});

test('outside of the hours of access the status is horario_not_allowed', async () => {
  world.setTime(new Date('2030-01-07T12:00:00-03:00'));
  const { unit, admin } = await world.unitWithAdmin();
  const reader = await unit.person('user');
  const ranges = [{ day: 1, start: '08:00', end: '18:00' }];
  const body = { name: 'Comercial', ranges, holidays: [], active: true, user_group_ids: [], membership_ids: [reader.membership_id ?? ''] };
  await admin.call(accessHours.add, { body });
  world.setTime(new Date('2030-01-07T20:00:00-03:00'));
  const payload = { email: reader.email, password: reader.password };
  const refused = await world.browser().inject({ method: 'POST', url: login.path, payload });
  expect([refused.statusCode, refused.json<{ status: string }>().status]).toEqual([403, 'horario_not_allowed']);
});

test('the description of the API has the names and the words of the wire', async () => {
  type Described = { properties: Record<string, { enum?: string[] }>; required: string[] };
  type Content = { content: { 'application/json': { schema: Described } } };
  type Called = { requestBody: Content; responses: Record<string, Content>; parameters: { name: string; schema: object }[] };
  type Api = { paths: Record<string, { get: Called; post: Called }> };
  const { paths } = (await world.browser().inject({ url: '/docs/openapi.json' })).json<Api>();
  const { requestBody, responses } = paths[updateConfig.path]?.post ?? {};
  for (const part of [requestBody, responses?.['200']]) {
    const { properties } = part?.content['application/json'].schema ?? { properties: {} };
    expect(properties).toMatchObject({ listIp: {}, ip: { enum: ['S', 'N'] } });
    expect(properties).not.toHaveProperty('allowed_addresses');
  }
  expect(responses?.['200']?.content['application/json'].schema.required).toContain('relatorio_id');
  const people = paths[users.list.path]?.get;
  const letters = { type: 'string', enum: ['A', 'B', 'I', 'T', 'D'] };
  // Nobody can be searched for by what only a unit can be.
  expect(people?.parameters.find(({ name }) => name === 'state')).toMatchObject({ schema: { ...letters, enum: ['A', 'B', 'I', 'D'] } });
  expect(people?.responses['200']?.content['application/json'].schema).toMatchObject({
    properties: { data: { items: { properties: { state: letters } } } },
  });
});
