/** What an administrator chooses from, and what an assignment would give: told by the model, in the numbers that a reader then sees. */
import { openDraftAs } from '@vitrine/contract/access/openAs.ts';
import * as contract from '@vitrine/contract/access/reportAccess.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { expect, test } from 'vitest';
import type { Person } from '#test/harness/population.ts';
import { grant, groupOf, openPublishingWorld, openReport, publishingScene } from '#test/harness/publishing.ts';
import { query } from '#platform/database/query.ts';

const { world, service } = await openPublishingWorld();

const params = ({ id }: { id: string }) => ({ params: { id } });
const weather = { table: 'Clima', column: 'Tempo' };
const only = (...values: string[]) => [{ ...weather, values }];
const to = (person: Person) => ({ to: 'membership', to_id: person.membership_id ?? '' }) as const;
const everybody = { to: 'unit', to_id: null } as const;
const titles = { table: 'Filmes', column: 'Título' };

/** What a visual of the column would show to the reader: the service asked with the reader's own token and filters. */
async function seenBy(
  browser: Parameters<typeof openReport>[0],
  report: { id: string },
  { table, column }: typeof weather,
): Promise<number> {
  const { embed, filters } = await openReport(browser, report);
  const answer = await fetch(`${service.addresses.powerbi}/embed-api/reports/${embed.report_id}/query`, {
    method: 'POST',
    headers: { authorization: `EmbedToken ${embed.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ queries: [{ id: 'q', group_by: [{ table, column }], values: [], filters }] }),
  });
  const text = await answer.text();
  const { results } = JSON.parse(text) as { results?: { rows?: unknown[] }[] };
  if (!results?.[0]?.rows) throw new Error(text);
  return results[0].rows.length;
}

test('roles are those of the model, with what they let through in words; until it has told them, those in use', async () => {
  const { admin, publish } = await publishingScene(world);
  const report = await publish({ sample: 'sales' });
  await grant(admin, report, { to: 'unit', rls_roles: ['Região Sul'] });
  expect(await admin.call(contract.model, params(report))).toEqual({
    roles: [{ name: 'Região Sul', rows: 'other', column: null, values: [] }],
    roles_from: 'asking',
    columns: null,
  });
  await expect.poll(async () => (await admin.call(contract.model, params(report))).roles_from, { timeout: 20_000 }).toBe('model');
  const { roles } = await admin.call(contract.model, params(report));
  expect(roles).toContainEqual({ name: 'Região Norte', rows: 'values', column: 'Região', values: ['Norte'] });
  expect(roles).toContainEqual({ name: 'Gerente da loja', rows: 'reader', column: 'E-mail do gerente', values: [] });
  expect(roles).toContainEqual({ name: 'Tudo', rows: 'all', column: null, values: [] });
  expect(await admin.call(contract.modelValues, { ...params(report), query: { table: 'Loja', column: 'Região' } })).toMatchObject({
    values: null,
  });
});

test('an account that may not scan leaves the roles in use', async () => {
  const { admin, publish } = await publishingScene(world);
  const report = await publish({ sample: 'sales' });
  service.faults.start({ name: 'throttled', path: '/admin/workspaces' });
  await grant(admin, report, { to: 'unit', rls_roles: ['Tudo'] });
  expect(await admin.call(contract.model, params(report))).toMatchObject({ roles: [{ name: 'Tudo' }], roles_from: 'use' });
});

test('columns and their values are suggested, few at a time, and what is typed is never more than a text', async () => {
  const { admin, publish } = await publishingScene(world);
  const report = await publish({ sample: 'cinema', data_rule: 'filter' });
  const { columns, roles } = await admin.call(contract.model, params(report));
  expect(roles).toEqual([]);
  expect(columns).toContainEqual({ ...titles, distinct: expect.any(Number) });
  const valuesOf = (q: string, column = titles) => admin.call(contract.modelValues, { ...params(report), query: { ...column, q } });
  const many = await valuesOf('');
  expect([many.values?.length, many.more]).toEqual([100, true]);
  const few = await valuesOf('star wars');
  expect(few.values?.length).toBeGreaterThan(0);
  expect(few.values?.every((value) => /star wars/i.test(String(value)))).toBe(true);
  for (const attempt of ['") || TRUE() || ("', '"', "'", ']', '*', '~*', '\n', '{{email}}']) {
    const { values } = await valuesOf(attempt);
    expect(values?.every((value) => String(value).includes(attempt.trim()))).toBe(true);
  }
  for (const attempt of ["Filmes'[Título]) --", "x'y", ']', '"'])
    expect(await valuesOf('', { table: attempt, column: attempt })).toEqual({ values: null, more: false });
});

test('the number that is told is the number that the reader then sees, also beside other rules', async () => {
  const { unit, admin, ana, reader, publish } = await publishingScene(world);
  const report = await publish({ data_rule: 'filter' });
  const group_id = await groupOf(world, unit, ana);
  const bruno = await unit.person('user');
  const draft = { receivers: [{ to: 'user_group', to_id: group_id }] as const, filters: only('Chuva', 'Neve') };
  const told = await admin.call(contract.preview, { ...params(report), body: { ...draft, receivers: [...draft.receivers] } });
  expect(told).toMatchObject({
    people: 1,
    sees: 1,
    ruled_elsewhere: 0,
    checked: true,
    unknown: [],
    examples: [{ membership_id: ana.membership_id }],
  });
  expect(told.counts).toEqual([{ ...weather, least: 2, most: 2, all: 5 }]);
  const saved = await grant(admin, report, { ...draft.receivers[0], filters: draft.filters });
  expect(await seenBy(reader, report, weather)).toBe(2);

  // Another group adds its values; a rule of one's own holds alone.
  await grant(admin, report, { to: 'user_group', to_id: await groupOf(world, unit, ana), filters: only('Sol') });
  const wider = await admin.call(contract.preview, {
    ...params(report),
    body: { ...draft, receivers: [...draft.receivers], grant_id: saved.id },
  });
  expect(wider.counts).toMatchObject([{ least: 3, most: 3 }]);
  expect(await seenBy(reader, report, weather)).toBe(3);
  await grant(admin, report, { ...to(ana), filters: only('Neblina') });
  const narrower = await admin.call(contract.preview, {
    ...params(report),
    body: { ...draft, receivers: [...draft.receivers], grant_id: saved.id },
  });
  expect(narrower).toMatchObject({ ruled_elsewhere: 1, counts: [{ least: 1, most: 1, all: 5 }] });
  expect(await seenBy(reader, report, weather)).toBe(1);

  // Of several people the least and the most are told; who administers is looked at like others.
  const manager = await unit.person('admin');
  const body = { receivers: [to(bruno), to(manager)], filters: only('Chuva', 'Neve') };
  expect(await admin.call(contract.preview, { ...params(report), body })).toMatchObject({
    people: 2,
    sees: 2,
    counts: [{ least: 2, most: 2 }],
  });
  const joined = { receivers: [to(bruno), draft.receivers[0]], filters: draft.filters, grant_id: saved.id };
  const several = await admin.call(contract.preview, { ...params(report), body: joined });
  expect(several).toMatchObject({ people: 2, sees: 2, ruled_elsewhere: 1, counts: [{ least: 1, most: 2 }] });
});

test('values that follow the person are counted for each, and a value that a column does not have is told with what was meant', async () => {
  const { unit, admin, publish } = await publishingScene(world);
  const report = await publish({ data_rule: 'filter' });
  const rain = await unit.person('user', { membership: { department: 'Chuva' } });
  const none = await unit.person('user');
  const told = await admin.call(contract.preview, {
    ...params(report),
    body: { receivers: [to(rain), to(none)], filters: only('{{department}}', 'Neves', '"} || {"') },
  });
  expect(told).toMatchObject({ people: 2, sees: 1, no_data_rule: 1, counts: [{ least: 1, most: 1, all: 5 }] });
  expect(told.unknown).toEqual([
    { ...weather, value: 'Neves', like: 'neve' },
    { ...weather, value: '"} || {"', like: null },
  ]);
});

test('a role is checked with a token of each person, and is not counted', async () => {
  const { admin, ana, reader, publish } = await publishingScene(world);
  const report = await publish({ sample: 'sales' });
  const draft = { receivers: [to(ana)], rls_roles: ['Região Sul'] };
  expect(await admin.call(contract.preview, { ...params(report), body: draft })).toMatchObject({ sees: 1, checked: true, counts: null });
  expect(service.tokenRequests().at(-1)?.identities).toMatchObject([{ username: ana.email, roles: ['Região Sul'] }]);
  const typo = await admin.refusal(contract.preview, { ...params(report), body: { ...draft, rls_roles: ['Regiao Sul'] } });
  expect([typo.status, Object.keys(typo.body.errors ?? {})]).toEqual([422, ['rls_roles']]);

  // Opened before it is saved: with the rows of the draft, under both names; the person has nothing yet.
  const place = { params: { id: report.id, membership_id: ana.membership_id ?? '' } };
  const opened = await admin.call(openDraftAs, { ...place, body: draft });
  expect(opened.as.email).toBe(ana.email);
  // The token that the check was given is the one that opens.
  expect(service.tokenRequests().filter(({ identities }) => identities?.[0]?.username === ana.email)).toHaveLength(1);
  expect((await reader.refusal(reading.open, params(report))).status).toBe(404);
  const lines = await world.owner.run(
    query.selectFrom('audit_log').select(['person_id', 'after']).where('action', '=', 'report.open_as').where('object_id', '=', report.id),
  );
  expect(lines).toMatchObject([{ person_id: ana.id, after: { draft: true } }]);
});

test('what a granted request would give is told as it will be: back on the report, and in the group', async () => {
  const { unit, admin, ana, publish } = await publishingScene(world);
  const report = await publish({ sample: 'sales' });
  const bruno = await unit.person('user');
  const group = { to: 'user_group', to_id: await groupOf(world, unit, ana) } as const;
  await admin.call(contract.removePerson, { params: { id: report.id, membership_id: bruno.membership_id ?? '' } });
  const told = (receivers: (typeof group | ReturnType<typeof to>)[], asker_id: string | null) =>
    admin.call(contract.preview, { ...params(report), body: { receivers, rls_roles: ['Região Sul'], asker_id } });
  expect(await told([to(bruno)], null)).toMatchObject({ people: 1, sees: 0, closed: 1 });
  expect(await told([to(bruno)], bruno.membership_id)).toMatchObject({ people: 1, sees: 1, closed: 0 });
  expect(await told([group], bruno.membership_id)).toMatchObject({ people: 2, sees: 2, closed: 0 });
  const stranger = await (await world.unitWithAdmin()).unit.person('user');
  const foreign = { receivers: [group], asker_id: stranger.membership_id };
  expect((await admin.refusal(contract.preview, { ...params(report), body: foreign })).status).toBe(404);
});

test('a service that is slow or away leaves what the portal knows, and says that it was not checked', async () => {
  const { admin, ana, publish } = await publishingScene(world);
  const report = await publish({ data_rule: 'filter' });
  const body = { receivers: [to(ana)], filters: only('Chuva') };
  service.faults.start({ name: 'hang', path: '/executeQueries' });
  expect(await admin.call(contract.modelValues, { ...params(report), query: weather })).toEqual({ values: null, more: false });
  service.faults.clear();
  service.faults.start({ name: 'server_error', status: 503 });
  expect(await admin.call(contract.preview, { ...params(report), body })).toMatchObject({ sees: 1, counts: null, checked: false });
  expect(await admin.call(contract.model, params(report))).toMatchObject({ columns: null });
});

test('the model is told to those who assign the report, and to nobody else', async () => {
  const { unit, admin, ana, reader, publish } = await publishingScene(world);
  const report = await publish({ data_rule: 'filter' });
  const stranger = (await world.unitWithAdmin()).admin;
  const strangers = await unit.person('user');
  const body = { receivers: [everybody] };
  const place = { params: { id: report.id, membership_id: ana.membership_id ?? '' } };
  for (const [browser, status] of [
    [reader, 403],
    [stranger, 404],
  ] as const) {
    const refused = await Promise.all([
      browser.refusal(contract.model, params(report)),
      browser.refusal(contract.modelValues, { ...params(report), query: weather }),
      browser.refusal(contract.preview, { ...params(report), body }),
      browser.refusal(openDraftAs, { ...place, body }),
    ]);
    expect(refused.map((one) => one.status)).toEqual([status, status, status, status]);
  }
  // A receiver of another unit is not found, even for a report of one's own.
  const own = await world.unitWithAdmin();
  const foreign = { receivers: [{ to: 'membership', to_id: (await own.unit.person('user')).membership_id ?? '' } as const] };
  expect((await admin.refusal(contract.preview, { ...params(report), body: foreign })).status).toBe(404);
  expect((await admin.call(contract.preview, { ...params(report), body: { receivers: [to(strangers)] } })).people).toBe(1);
});
