/** The set-up of a unit as a document: who may take it, what is in it, what is refused, and what two do not have in common. */
import { setupDocument } from '@vitrine/contract/organisation/setupDocument.ts';
import * as contract from '@vitrine/contract/organisation/unitSetup.ts';
import * as customFields from '@vitrine/contract/people/customFields.ts';
import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import * as settings from '@vitrine/contract/settings/settings.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fillUnit } from '#test/harness/unitSetup.ts';

const world = await openWorld();
afterAll(world.close);

const exportOf = async (browser: Browser, tenant_id: string | null): Promise<string> =>
  (await browser.inject({ method: 'GET', url: `/api/unit_setups/${tenant_id}` })).body;

async function partnerWithUnits() {
  const partner = await world.partner();
  const [one, two] = [await partner.unit(), await partner.unit()];
  const [inOne, inTwo] = [await world.signIn(await one.person('admin')), await world.signIn(await two.person('admin'))];
  return { partner, one, two, inOne, inTwo, desk: await world.signIn(await partner.person({ unit: one })) };
}

test('the export is a document of the published form, the same byte for byte, with names and without ids, people and secrets', async () => {
  const { one, inOne, desk } = await partnerWithUnits();
  await fillUnit(inOne);
  const first = await exportOf(inOne, one.id);
  expect(await exportOf(inOne, one.id)).toBe(first);
  const document = setupDocument.parse(JSON.parse(first));
  expect(document).toMatchObject({
    settings: { enable_watermark: true, start_report: null },
    user_groups: [{ name: 'Diretoria' }, { name: 'Lojas', is_default: true }],
    report_groups: [{ name: 'Vendas', subgroups: [{ name: 'Sul' }] }],
    custom_fields: [{ name: 'Loja', type: 'select', options: ['Centro', 'Norte'] }],
    access_hours: [{ name: 'Comercial', user_groups: ['Lojas'] }],
    terms: [{ title: 'Uso', user_groups: ['Diretoria'] }],
    faq: [{ topic: 'access' }],
  });
  expect(first).not.toMatch(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/);
  expect(first).not.toContain('smtp-secret');
  expect(first).not.toContain('@');
  // The playlists of a unit are its administrators'.
  expect(JSON.parse(await exportOf(desk, one.id))).toEqual({ ...JSON.parse(first), playlists: undefined });
});

test('units are those of the caller: any of the partner, the administrator’s own, nobody else’s', async () => {
  const { one, two, inOne, desk } = await partnerWithUnits();
  const foreign = await world.unitWithAdmin();
  const text = await exportOf(inOne, one.id);
  const asks = async (browser: Browser, tenant_id: string) => [
    (await browser.inject({ method: 'GET', url: `/api/unit_setups/${tenant_id}` })).statusCode,
    (await browser.inject({ method: 'POST', url: '/api/unit_setups/compare', payload: { text, unit_ids: [tenant_id] } })).statusCode,
  ];
  expect(await asks(desk, one.id)).toEqual([200, 200]);
  expect(await asks(desk, two.id)).toEqual([200, 200]);
  expect(await asks(inOne, one.id)).toEqual([200, 200]);
  for (const [browser, id] of [
    [inOne, two.id],
    [inOne, foreign.unit.id],
    [desk, foreign.unit.id],
    [foreign.admin, one.id],
    [desk, uuidv7()],
  ] as const)
    expect(await asks(browser, id)).toEqual([404, 404]);
  const strangers = [await world.signIn(await one.person('user')), await world.signIn(await world.operator())];
  for (const browser of strangers) expect(await asks(browser, one.id)).toEqual([403, 403]);
  // Who manages two units works in one of them.
  const person = await one.person('admin');
  await world.join(person, two, 'admin');
  expect(await asks(await world.signIn(person), two.id)).toEqual([404, 404]);
  expect((await desk.call(contract.units, {})).data.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted());
  expect((await inOne.call(contract.units, {})).data).toMatchObject([{ id: one.id, current: true }]);
});

test('one foreign unit among many and nothing is compared', async () => {
  const { one, desk } = await partnerWithUnits();
  const foreign = await world.unit();
  const refused = await desk.refusal(contract.compare, { body: { text: '{"version":1}', unit_ids: [one.id, foreign.id] } });
  expect(refused.status).toBe(404);
});

test('the difference names what would be added, what changes from what to what, and what only the unit has', async () => {
  const { one, two, inOne, inTwo, desk } = await partnerWithUnits();
  await fillUnit(inOne);
  const text = await exportOf(desk, one.id);
  await inTwo.call(userGroups.add, { body: { name: 'LOJAS', description: 'As nossas' } });
  await inTwo.call(reportGroups.add, { body: { name: 'Compras' } });
  await inTwo.call(settings.updateConfig, { body: { login_timeout: 4, version: 1 } });
  const { sections, units } = await desk.call(contract.compare, { body: { text, unit_ids: [one.id, two.id] } });
  expect(sections).not.toContain('playlists');
  expect(units.map(({ id, name }) => ({ id, name }))).toEqual([one, two].map(({ id, name }) => ({ id, name })));
  expect(units[0]?.changes).toEqual([]);
  const of = (section: string) => units[1]?.changes.filter((change) => change.section === section);
  expect(of('user_groups')).toMatchObject([
    { kind: 'added', name: 'Diretoria' },
    {
      kind: 'changed',
      name: 'Lojas',
      before: { name: 'LOJAS', description: 'As nossas', is_default: false },
      after: { name: 'Lojas', description: '', is_default: true },
    },
  ]);
  expect(of('report_groups')).toMatchObject([
    { kind: 'added', name: 'Vendas' },
    { kind: 'added', name: 'Vendas › Sul' },
    { kind: 'only_there', name: 'Compras' },
  ]);
  expect(of('settings')?.[0]?.after).toMatchObject({ enable_watermark: true });
  expect(of('settings')?.[0]?.after).not.toHaveProperty('login_timeout');
  const only = await desk.call(contract.compare, { body: { text, sections: ['faq'], unit_ids: [two.id] } });
  expect(new Set(only.units[0]?.changes.map(({ section }) => section))).toEqual(new Set(['faq']));
});

test.each([
  ['{"version":1', 'setup_unreadable', 'linha 1, coluna 13'],
  ['{\n  "version": 1,\n  oops\n}', 'setup_unreadable', 'linha 3'],
  ['{"version":2,"rooms":[]}', 'setup_newer', 'versão 2'],
  ['{"version":1,"rooms":[]}', 'setup_invalid', 'rooms'],
  ['{"user_groups":[]}', 'setup_invalid', 'version'],
  ['{"version":1,"user_groups":[{"name":"A"},{"name":"B","id":"x"}]}', 'setup_invalid', 'user_groups[1].id'],
  ['{"version":1,"user_groups":[{"name":"A"},{"name":"a "}]}', 'setup_invalid', 'user_groups[1].name'],
  ['{"version":1,"settings":{"password":"x"}}', 'setup_invalid', 'settings.password'],
  ['[]', 'setup_invalid', ''],
  [`{"version":1,"user_groups":${'['.repeat(40)}${']'.repeat(40)}}`, 'bad_request', ''],
  ['{"version":1,"version":1}', 'bad_request', ''],
  ['{"version":1,"__proto__":{}}', 'bad_request', ''],
  [`{"version":1,"faq":[${'1,'.repeat(120_000)}1]}`, 'too_large', ''],
])('refuses %.60s', async (text, word, said) => {
  const { unit, admin } = await world.unitWithAdmin();
  const refused = await admin.refusal(contract.compare, { body: { text, unit_ids: [unit.id] } });
  expect(refused.body.status).toBe(word);
  expect(refused.body.message).toContain(said);
});

test('the refusal speaks the caller’s language', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const answer = await admin.inject({
    method: 'POST',
    url: '/api/unit_setups/compare',
    headers: { lang: 'en-US' },
    payload: { text: '{"version":9}', unit_ids: [unit.id] },
  });
  expect(answer.json()).toMatchObject({ message: 'The file has version 9, which is newer than this portal knows.' });
});

test('what stands against it is told of each unit, thing by thing, before anything is written', async () => {
  const { one, desk, inOne } = await partnerWithUnits();
  await inOne.call(customFields.add, { body: { name: 'Loja', type: 'text' } });
  await desk.call(customFields.add, { body: { name: 'Setor', type: 'text', is_global: true } });
  const report = { group: 'Vendas', title: 'Mês' };
  const text = JSON.stringify({
    version: 1,
    user_groups: [{ name: 'Novas' }],
    reports: [{ ...report, subgroup: 'Sul' }],
    settings: { start_report: report, timezone: 'Mars/Olympus' },
    custom_fields: [
      { name: 'loja', type: 'number' },
      { name: 'Setor', type: 'text' },
      { name: 'Cor', type: 'select' },
      { name: 'Tom', type: 'select', options: ['Claro', 'claro'] },
      { name: 'Peso', type: 'number', options: ['1'] },
      ...Array.from({ length: 6 }, (_, index) => ({ name: `Campo ${index}`, type: 'text', searchable: true })),
    ],
    access_hours: [{ name: 'Dia', ranges: [{ day: 1, start: '08:00', end: '18:00' }], user_groups: ['Novas', 'Velhas'] }],
    terms: [{ title: 'Uso', text: 'Leia.', place: 'login', user_groups: ['Velhas'] }],
    playlists: [{ name: 'Sala', slides: [{ report }] }],
  });
  const problems = async (browser: Browser, sections: contract.SetupProblem['section'][] = []) =>
    (await browser.call(contract.compare, { body: { text, sections, unit_ids: [one.id] } })).units[0]?.problems.map(
      ({ section, name, problem, about }) => [section, name, problem, about].join(' | '),
    );
  expect(await problems(desk)).toEqual([
    'reports | Vendas › Mês | report_missing | ',
    'settings |  | report_missing | Vendas › Mês',
    'settings |  | value_refused | timezone',
    'custom_fields | loja | type_differs | ',
    'custom_fields | Setor | partners_field | ',
    'custom_fields | Cor | options_needed | ',
    'custom_fields | Tom | options_repeated | ',
    'custom_fields | Peso | options_not_needed | ',
    'custom_fields |  | too_many_searchable | 5',
    'access_hours | Dia | user_group_missing | Velhas',
    'terms | Uso | user_group_missing | Velhas',
    'playlists |  | no_right | ',
  ]);
  // Groups that the document brings count only if that section is wanted.
  expect(await problems(inOne, ['access_hours', 'playlists'])).toEqual([
    'access_hours | Dia | user_group_missing | Novas',
    'access_hours | Dia | user_group_missing | Velhas',
    'playlists | Sala | report_missing | Vendas › Mês',
  ]);
});

test('what a partner gives its units is not taken by an administrator', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const body = { text: '{"version":1,"settings":{"enable_embedded":true}}', unit_ids: [unit.id] };
  expect((await admin.call(contract.compare, { body })).units[0]?.problems).toMatchObject([{ problem: 'partners_setting' }]);
});

test('the schema is published to everybody', async () => {
  const schema = await world.browser().call(contract.schema, {});
  expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', required: ['version'] });
});
