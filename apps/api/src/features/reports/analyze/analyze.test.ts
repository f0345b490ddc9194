import * as contract from '@vitrine/contract/reports/analyze.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { openPublishingWorld, publish } from '#test/harness/publishing.ts';
import type { ShownPage } from '#test/harness/reportViews.ts';
import { writeView } from '#test/harness/reportViews.ts';
import { countUsage } from '../reportUsage/usageDays.jobs.ts';

const { world } = await openPublishingWorld();
const week = { query: { period: '7' } } as const;

/** A partner with two units; in the first, two reports of which one is read. It is the night after Wednesday, 11 March. */
async function scene() {
  const partner = await world.partner();
  const [unit, second] = [
    await partner.unit({ settings: { timezone: 'America/Sao_Paulo' } }),
    await partner.unit({ settings: { timezone: 'America/Sao_Paulo' } }),
  ];
  const admin = await world.signIn(await unit.person('admin'));
  const [ana, bia] = [await unit.person('user'), await unit.person('user')];
  const [read, unread] = [await publish(admin, { title: 'Lido' }), await publish(admin, { title: 'Esquecido' })];
  const view = ({ id: person_id }: { id: string }, opened_at: string, page: ShownPage, seconds: number) =>
    writeView(world, { tenant_id: unit.id, report_id: read.id, person_id, opened_at, seconds }, page);
  await view(ana, '2026-03-10T13:05:00Z', { load_ms: 1020, device: 'desktop' }, 600);
  await view(ana, '2026-03-11T13:05:00Z', null, 0);
  // Eleven at night in São Paulo: there it is still the tenth.
  await view(bia, '2026-03-11T02:05:00Z', { load_ms: 3040, device: 'phone' }, 60);
  // In the week before.
  await view(bia, '2026-03-03T13:05:00Z', { load_ms: 9000, device: 'phone' }, 60);
  const line = (action: string, object_type: string) => ({
    tenant_id: unit.id,
    at: '2026-03-10T14:00:00Z',
    action,
    object_type,
    object_id: read.id,
  });
  for (const [action, type] of [
    ['report.export', 'report'],
    ['session.sign_in', 'session'],
    ['session.refused', 'session'],
  ] as const)
    await world.owner.run(query.insertInto('audit_log').values({ ...line(action, type), actor_id: ana.id, person_id: ana.id }));
  world.setTime(new Date('2026-03-12T07:10:00Z'));
  await world.runJobs(countUsage);
  const staff = await world.signIn(await partner.person({ unit }));
  return { unit, second, partner, staff, admin, ana, read, unread };
}

test('a partner sees the use of its units, of now and of the week before, with most and never used reports by name', async () => {
  const { unit, second, staff, read, unread } = await scene();
  const seen = await staff.call(contract.analyze, week);
  expect(seen).toMatchObject({ from: '2026-03-05', until: '2026-03-11', unit: null });
  const sums = { views: 3, people: 2, minutes: 11, load_p50: 1000, load_p95: 3000, failures: 1, exports: 1, desktop: 1, phone: 1 };
  expect(seen.now).toEqual({ ...sums, sign_ins: 1, refused: 1, capacity_minutes: 0, capacity_cents: 0 });
  expect(seen.before).toMatchObject({ views: 1, people: 1, minutes: 1, load_p50: 9000, exports: 0, sign_ins: 0 });
  expect(seen.days).toHaveLength(7);
  expect(seen.days.slice(-2)).toEqual([
    { day: '2026-03-10', views: 2, people: 2, people_7: 2, people_30: 2, sign_ins: 1, refused: 1 },
    { day: '2026-03-11', views: 1, people: 1, people_7: 2, people_30: 2, sign_ins: 0, refused: 0 },
  ]);
  // A Tuesday at ten and at eleven at night, a Wednesday at ten.
  expect(seen.hours).toEqual([
    { weekday: 2, hour: 10, views: 1 },
    { weekday: 2, hour: 23, views: 1 },
    { weekday: 3, hour: 10, views: 1 },
  ]);
  expect(seen.units.map(({ id, views, views_before, load_p95, last_day }) => [id, views, views_before, load_p95, last_day])).toEqual([
    [unit.id, 3, 1, 3000, '2026-03-11'],
    [second.id, 0, 0, null, null],
  ]);
  expect(seen.reports).toMatchObject({ unused_count: 1, report_count: 2 });
  expect(seen.reports?.top.map(({ id, unit_name, views, minutes }) => [id, unit_name, views, minutes])).toEqual([
    [read.id, unit.name, 3, 11],
  ]);
  expect(seen.reports?.unused.map(({ id, last_day }) => [id, last_day])).toEqual([[unread.id, null]]);
  const one = await staff.call(contract.analyze, { query: { period: '7', unit_id: second.id } });
  expect(one).toMatchObject({
    unit: { id: second.id },
    now: { views: 0, people: 0, load_p95: null },
    reports: { top: [], report_count: 0 },
  });
  expect(one.units.map(({ id }) => id)).toEqual([second.id]);
});

test('the operator sees counts of every unit and no name of a report; an administrator the own unit; a reader nothing', async () => {
  const { unit, second, admin } = await scene();
  const operator = await world.signIn(await world.operator());
  const seen = await operator.call(contract.analyze, { query: { period: '7', unit_id: unit.id } });
  expect(seen).toMatchObject({ now: { views: 3, people: 2, load_p95: 3000 }, reports: null });
  const all = await operator.call(contract.analyze, week);
  expect(all.units.find(({ id }) => id === unit.id)).toMatchObject({ views: 3, views_before: 1 });
  expect(JSON.stringify(all)).not.toContain('Lido');
  for (const table of ['reports', 'unused'] as const)
    expect((await operator.refusal(contract.exportAnalyze, { query: { ...week.query, table, format: 'csv' } })).status).toBe(403);
  expect((await admin.call(contract.analyze, week)).units.map(({ id }) => id)).toEqual([unit.id]);
  expect((await admin.refusal(contract.analyze, { query: { period: '7', unit_id: second.id } })).status).toBe(404);
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.refusal(contract.analyze, week)).status).toBe(403);
  expect((await reader.refusal(contract.exportAnalyze, { query: { ...week.query, table: 'days', format: 'csv' } })).status).toBe(403);
});

test('units of another partner are never there: not in sums, not by their id, not in a file', async () => {
  const { unit } = await scene();
  const stranger = await world.partner();
  const other = await world.signIn(await stranger.person({ unit: await stranger.unit() }));
  const seen = await other.call(contract.analyze, week);
  expect(seen.now).toMatchObject({ views: 0, people: 0, load_p50: null, exports: 0, sign_ins: 0 });
  expect(seen.hours).toEqual([]);
  expect(seen.units.map(({ id }) => id)).not.toContain(unit.id);
  const foreign = { period: '7', unit_id: unit.id } as const;
  expect((await other.refusal(contract.analyze, { query: foreign })).status).toBe(404);
  for (const table of contract.analyzeTables)
    expect((await other.refusal(contract.exportAnalyze, { query: { ...foreign, table, format: 'csv' } })).status).toBe(404);
  expect((await other.call(contract.analyze, week)).reports).toMatchObject({ top: [], unused: [], report_count: 0 });
});

test('every table comes as a file with the words of the reader', async () => {
  const { unit, staff } = await scene();
  const file = async (table: string) => {
    const url = `/api/analyze/export?${new URLSearchParams({ period: '7', unit_id: unit.id, table, format: 'csv' }).toString()}`;
    const { body, statusCode } = await staff.inject({ method: 'GET', url, headers: { lang: 'pt-BR' } });
    expect([statusCode, body]).toEqual([200, expect.any(String)]);
    return body.trim().split(/\r?\n/);
  };
  const days = await file('days');
  expect(days[0]).toContain(
    'Dia;Aberturas;Usuários ativos;Usuários ativos em 7 dias;Usuários ativos em 30 dias;Entradas;Entradas recusadas',
  );
  expect(days.at(-2)).toContain(';2;2;2;2;1;1');
  expect(await file('hours')).toContain('terça-feira;23;1');
  expect((await file('units'))[1]).toContain(unit.name);
  expect(await file('outcomes')).toContain('Entradas por forma de entrar;Outra;1;0');
  expect((await file('reports'))[1]).toContain('Lido');
  expect((await file('unused'))[1]).toContain('Esquecido');
});

test('sign-ins are told by way, refusals and failed openings by cause, refreshes by their end, and what capacities ran and cost', async () => {
  const { unit, staff, admin, read, ana } = await scene();
  const ours = { tenant_id: unit.id };
  const [account] = await world.owner.run(query.selectFrom('reporting_account').select('id').where('tenant_id', '=', unit.id));
  const account_id = account?.id ?? '';
  const log = (action: string, after: Record<string, string>, at = '2026-03-10T15:00:00Z') =>
    world.owner.run(query.insertInto('audit_log').values({ ...ours, at, action, object_type: 'session', after: JSON.stringify(after) }));
  for (const method of ['saml', 'saml', 'saml', 'password', 'of a former version']) await log('session.sign_in', { method });
  await log('session.sign_in', { method: 'saml' }, '2026-03-03T15:00:00Z');
  for (const reason of ['code_wrong', 'throttled', 'saml_signature', 'user_blocked', 'outside_hours'])
    await log('session.refused', { reason });
  const refresh = { ...ours, account_id, dataset_workspace_id: uuidv7(), dataset_id: uuidv7(), source: 'schedule' as const };
  for (const state of ['completed', 'completed', 'failed', 'missed', 'blocked'] as const)
    await world.owner.run(
      query.insertInto('dataset_refresh').values({ ...refresh, id: uuidv7(), state, report_id: read.id, ended_at: '2026-03-10T16:00:00Z' }),
    );
  const capacity_id = uuidv7();
  const capacity = { ...ours, id: capacity_id, account_id, name: 'lojas', resource_group: 'bi', subscription_id: uuidv7(), sku: 'F2' };
  await world.owner.run(query.insertInto('capacity').values(capacity));
  // Three hours over midnight in São Paulo of which one lies on the day before, then it was paused. An F2 costs 36 cents an hour.
  for (const [state, seen_from, seen_until] of [
    ['active', '2026-03-11T02:00:00Z', '2026-03-11T05:00:00Z'],
    ['paused', '2026-03-11T05:00:00Z', '2026-03-11T23:00:00Z'],
  ] as const)
    await world.owner.run(query.insertInto('capacity_seen').values({ ...ours, capacity_id, sku: 'F2', state, seen_from, seen_until }));
  const failed = (hour: string, cause: string) =>
    world.owner.run(query.insertInto('failed_opening').values({ ...ours, report_id: read.id, person_id: ana.id, hour, cause }));
  // The last hour of the eleventh in São Paulo, and the first of the twelfth, which is not over.
  for (const hour of ['2026-03-12T02:00:00Z', '2026-03-12T03:00:00Z']) await failed(hour, 'reporting_unavailable');
  await failed('2026-03-03T15:00:00Z', 'no_data_rule');
  // One that told why, and one that was shown before it failed.
  const shown = { load_ms: 900, device: 'desktop' };
  const at = { ...ours, report_id: read.id, person_id: ana.id, seconds: 0 };
  await writeView(world, { ...at, opened_at: '2026-03-11T15:00:00Z', trouble: 'capacity_paused' }, null);
  await writeView(world, { ...at, opened_at: '2026-03-11T16:00:00Z', trouble: 'report_error' }, shown);
  await world.owner.run(sql`delete from usage_count where tenant_id = ${unit.id}`);
  await world.runJobs(countUsage);

  const seen = await staff.call(contract.analyze, { query: { period: '7', unit_id: unit.id } });
  const told = (kind: string) => seen.outcomes.filter((row) => row.kind === kind).map(({ outcome, now, before }) => [outcome, now, before]);
  // The scene itself has a sign-in and a refusal of which nothing else is known.
  expect(told('sign_in')).toEqual([
    ['saml', 3, 1],
    ['other', 2, 0],
    ['password', 1, 0],
  ]);
  expect(told('refused')).toEqual([
    ['not_allowed', 3, 0],
    ['provider', 1, 0],
    ['too_many', 1, 0],
    ['wrong', 1, 0],
  ]);
  expect(told('refresh')).toEqual([
    ['completed', 2, 0],
    ['not_run', 2, 0],
    ['failed', 1, 0],
  ]);
  // What the scene itself did not show told nothing.
  expect(told('opening')).toEqual([
    ['capacity_paused', 1, 0],
    ['left', 1, 0],
    ['report_error', 1, 0],
    ['reporting_unavailable', 1, 0],
    ['no_data_rule', 0, 1],
  ]);
  expect(seen.now).toMatchObject({ capacity_minutes: 180, capacity_cents: 108 });
  const days = await world.owner.run(sql<{ day: string; minutes: number; cents: number }>`
    select to_char(day, 'MM-DD') as day, capacity_minutes as minutes, capacity_cents as cents from usage_day
    where tenant_id = ${unit.id} and capacity_minutes > 0 order by day`);
  expect(days).toEqual([
    { day: '03-10', minutes: 60, cents: 36 },
    { day: '03-11', minutes: 120, cents: 72 },
  ]);
  const seats = Number((await world.owner.run(sql<{ used: number }>`select used from unit_seats where tenant_id = ${unit.id}`))[0]?.used);
  expect(seats).toBeGreaterThan(0);
  expect(seen.units).toEqual([expect.objectContaining({ id: unit.id, seats })]);
  const operator = await world.signIn(await world.operator());
  expect((await operator.call(contract.analyze, { query: { period: '7', unit_id: unit.id } })).outcomes).toEqual(seen.outcomes);
  expect((await admin.call(contract.analyze, week)).outcomes).toEqual(seen.outcomes);
  const stranger = await world.partner();
  const other = await world.signIn(await stranger.person({ unit: await stranger.unit() }));
  expect((await other.call(contract.analyze, week)).outcomes).toEqual([]);
});
