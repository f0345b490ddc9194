import * as contract from '@vitrine/contract/reports/reportUsage.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { grant, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import type { ShownPage } from '#test/harness/reportViews.ts';
import { writeView } from '#test/harness/reportViews.ts';
import { query } from '#platform/database/query.ts';
import { countUsage } from './usageDays.jobs.ts';

const { world } = await openPublishingWorld();

const march = { from: '2026-03-01', until: '2026-03-31' };

/** A unit with two reports, of which one was opened: twice by Ana (once never shown), once by Bia on a phone. */
async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { timezone: 'America/Sao_Paulo' } });
  const [admin, partnerStaff] = [await world.signIn(await unit.person('admin')), await world.signIn(await partner.person({ unit }))];
  const [ana, bia] = [await unit.person('user'), await unit.person('user')];
  const [read, unread] = [await publish(admin, { title: 'Lido' }), await publish(admin, { title: 'Esquecido' })];
  const view = ({ id: person_id }: { id: string }, opened_at: string, page: ShownPage, seconds: number) =>
    writeView(world, { tenant_id: unit.id, report_id: read.id, person_id, opened_at, seconds }, page);
  await view(ana, '2026-03-10T13:05:00Z', { load_ms: 1000, device: 'desktop' }, 600);
  await view(ana, '2026-03-11T13:05:00Z', null, 0);
  // Eleven at night in São Paulo: there it is still the tenth.
  await view(bia, '2026-03-11T02:05:00Z', { load_ms: 3000, device: 'phone' }, 60);
  await view(bia, '2026-02-20T13:05:00Z', { load_ms: 9000, device: 'phone' }, 60);
  return { unit, partner, admin, partnerStaff, ana, bia, read, unread };
}

test('views, people, minutes, load times, devices, hours and days are counted on the clock of the unit', async () => {
  const { admin, read } = await scene();
  const seen = await admin.call(contract.overview, { query: march });
  expect(seen.totals).toEqual({
    views: 3,
    people: 2,
    minutes: 11,
    load_p50: 1000,
    load_p95: 3000,
    exports: 0,
    failures: 1,
    reports: 2,
    unused: 1,
  });
  expect(seen.days).toHaveLength(31);
  expect(seen.days.filter(({ views }) => views > 0)).toEqual([
    { day: '2026-03-10', views: 2, people: 2 },
    { day: '2026-03-11', views: 1, people: 1 },
  ]);
  // A Tuesday at ten and at eleven at night, a Wednesday at ten.
  expect(seen.hours).toEqual([
    { weekday: 2, hour: 10, views: 1 },
    { weekday: 2, hour: 23, views: 1 },
    { weekday: 3, hour: 10, views: 1 },
  ]);
  expect(seen.devices).toEqual([
    { device: 'desktop', views: 1 },
    { device: 'phone', views: 1 },
  ]);
  const one = await admin.call(contract.overview, { query: { ...march, report_id: read.id } });
  expect(one.totals).toMatchObject({ views: 3, reports: 1, unused: 0 });
});

test('by report, by group and by person, with those that nobody opened', async () => {
  const { unit, admin, ana, bia, read, unread } = await scene();
  const { data } = await admin.call(contract.byReport, { query: march });
  expect(data.map(({ id, views, failures }) => [id, views, failures])).toEqual([
    [read.id, 3, 1],
    [unread.id, 0, 0],
  ]);
  expect((await admin.call(contract.byReport, { query: { ...march, unused: 'true' } })).data.map(({ id }) => id)).toEqual([unread.id]);
  expect((await admin.call(contract.byReport, { query: { ...march, q: 'esquecido' } })).data.map(({ id }) => id)).toEqual([unread.id]);
  for (const person_id of [ana.id, ana.id, bia.id]) {
    const line = { tenant_id: unit.id, at: '2026-03-10T14:00:00Z', actor_id: person_id, person_id };
    const exported = { ...line, action: 'report.export', object_type: 'report', object_id: read.id };
    await world.owner.run(query.insertInto('audit_log').values(exported));
  }
  const groups = (await admin.call(contract.byGroup, { query: { ...march, sort: '-load_p95' } })).data;
  expect(groups.find(({ id }) => id === read.group_id)).toMatchObject({
    views: 3,
    people: 2,
    reports: 1,
    load_p50: 1000,
    load_p95: 3000,
    exports: 3,
    failures: 1,
  });
  expect((await admin.call(contract.byGroup, { query: { ...march, q: 'nenhum assim' } })).data).toEqual([]);
  const people = (await admin.call(contract.byPerson, { query: { ...march, report_id: read.id } })).data;
  expect(people.map(({ id, views, minutes, load_p95, exports }) => [id, views, minutes, load_p95, exports])).toEqual([
    [ana.id, 2, 10, 1000, 2],
    [bia.id, 1, 1, 3000, 1],
  ]);
});

test('numbers and names are taken away as files', async () => {
  const { admin, ana } = await scene();
  const search = new URLSearchParams({ ...march, format: 'csv' }).toString();
  const reports = await admin.inject({ method: 'GET', url: `/api/usage/reports/export?${search}` });
  expect([reports.statusCode, reports.headers['content-type']]).toEqual([200, expect.stringContaining('csv')]);
  expect(reports.body).toContain('Lido');
  expect(reports.body).toContain('Esquecido');
  const people = await admin.inject({ method: 'GET', url: `/api/usage/people/export?${search}` });
  expect(people.body).toContain(ana.email);
  const groups = await admin.inject({ method: 'GET', url: `/api/usage/groups/export?${search}`, headers: { lang: 'pt-BR' } });
  expect(groups.body).toContain(
    'Grupo;Relatórios;Aberturas;Usuários;Minutos;Tempo de abertura, mediana (ms);Tempo de abertura, 95 % das vezes (ms);Exportações;Falhas',
  );
});

test('readers see no numbers, the operator sees no names, other units see nothing', async () => {
  const { partnerStaff, ana } = await scene();
  const reader = await world.signIn(ana);
  expect((await reader.refusal(contract.overview, { query: march })).status).toBe(403);
  expect((await reader.refusal(contract.byPerson, { query: march })).status).toBe(403);
  expect((await reader.refusal(contract.exportByGroup, { query: { ...march, format: 'csv' } })).status).toBe(403);
  expect((await partnerStaff.call(contract.overview, { query: march })).totals.views).toBe(3);
  const operator = await world.signIn(await world.operator());
  expect((await operator.refusal(contract.byPerson, { query: march })).status).toBe(403);
  expect((await operator.call(contract.overview, { query: march })).totals.views).toBe(0);
  const stranger = await world.signIn(await (await world.unit()).person('admin'));
  expect((await stranger.call(contract.byReport, { query: march })).data).toEqual([]);
});

test('every night days become counts, which stay; names go after a year', async () => {
  const { unit, ana } = await scene();
  const counted = () =>
    world.owner.run(
      query
        .selectFrom('usage_day')
        .select(['day', 'views', 'people', 'reports', 'people_30'])
        .where('tenant_id', '=', unit.id)
        .where('views', '>', 0)
        .orderBy('day'),
    );
  const asCounted = [
    { day: '2026-02-20', views: 1, people: 1, reports: 1, people_30: 1 },
    { day: '2026-03-10', views: 2, people: 2, reports: 1, people_30: 2 },
    { day: '2026-03-11', views: 1, people: 1, reports: 1, people_30: 2 },
  ];
  const count = async (at: string) => {
    world.setTime(new Date(at));
    await world.runJobs(countUsage);
    return counted();
  };
  expect(await count('2026-03-12T07:10:00Z')).toEqual(asCounted);
  await count('2027-03-11T07:10:00Z');
  const left = await world.owner.run(query.selectFrom('report_view').select('opened_at').where('person_id', '=', ana.id));
  expect(left.map(({ opened_at }) => opened_at.slice(0, 10))).toEqual(['2026-03-11']);
  const readers = await world.owner.run(query.selectFrom('usage_reader').select('day').where('tenant_id', '=', unit.id));
  expect(readers.map(({ day }) => day)).toEqual(['2026-03-11']);
  expect(await count('2027-03-12T07:10:00Z')).toEqual(asCounted);
});

test('how long somebody looked is the person’s own, never shrinks and is never longer than it can have been', async () => {
  const { unit, admin, ana, read } = await scene();
  await grant(admin, read, { to: 'unit' });
  const [reader, other] = [await world.signIn(ana), await world.signIn(await unit.person('user'))];
  const { view_id } = await reader.call(reading.open, { params: { id: read.id } });
  const secondsOf = async () =>
    (await world.owner.run(query.selectFrom('report_view').select('seconds').where('id', '=', view_id)))[0]?.seconds;
  await reader.call(contract.viewTime, { body: { view_id, seconds: 30 } });
  await reader.call(contract.viewTime, { body: { view_id, seconds: 20 } });
  expect(await secondsOf()).toBe(30);
  await reader.call(contract.viewTime, { body: { view_id, seconds: 80_000 } });
  expect(await secondsOf()).toBeLessThan(120);
  expect((await other.refusal(contract.viewTime, { body: { view_id, seconds: 30 } })).status).toBe(404);
});

test('a period ends after it begins', async () => {
  const { admin } = await scene();
  for (const wrong of [
    { from: '2026-03-02', until: '2026-03-01' },
    { from: '2020-01-01', until: '2026-03-01' },
  ])
    expect((await admin.refusal(contract.overview, { query: wrong })).status).toBe(422);
  const told = async (query: typeof march) => (await admin.refusal(contract.overview, { query })).body.errors;
  expect(await told({ from: '2026-03-02', until: '2026-03-01' })).toEqual({ until: ['O período termina antes de começar.'] });
  expect(await told({ from: '2020-01-01', until: '2026-03-01' })).toEqual({ until: ['O período pode ter no máximo 800 dias.'] });
});

test('a period with more openings than can be counted in time is refused as too long', async () => {
  const { admin } = await scene();
  const { owner } = world;
  await owner.run(sql`begin`);
  await owner.run(sql`lock table report_view in access exclusive mode`);
  try {
    for (const endpoint of [contract.overview, contract.byReport, contract.byGroup, contract.byPerson]) {
      const asked = admin.refusal(endpoint, { query: march });
      // As the clock of the database does with what takes too long.
      const stop = sql`select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => owner.run(stop)).toHaveLength(1);
      const { status, body } = await asked;
      expect([status, body.errors]).toEqual([422, { until: [expect.stringContaining('Escolha um período menor.')] }]);
    }
  } finally {
    await owner.run(sql`rollback`);
  }
  expect((await admin.call(contract.overview, { query: march })).totals.views).toBe(3);
});
