import * as contract from '@vitrine/contract/reports/reportMaintenance.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { grant, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import { query } from '#platform/database/query.ts';

const { world } = await openPublishingWorld();

const params = ({ id }: { id: string }) => ({ params: { id } });

/** A Friday noon in São Paulo. */
const noon = new Date('2026-03-13T15:00:00Z');

async function scene(at = noon) {
  world.setTime(at);
  const unit = await world.unit({ settings: { timezone: 'America/Sao_Paulo' } });
  const admin = await world.signIn(await unit.person('admin'));
  const report = await publish(admin);
  await grant(admin, report, { to: 'unit' });
  const reader = await world.signIn(await unit.person('user'));
  const add = (starts: string, ends: string, more = {}) =>
    admin.call(contract.add, { ...params(report), body: { starts, ends, message: 'Conferindo os números', ...more } });
  return { unit, admin, reader, report, add };
}

const refusalOf = async (browser: Browser, report: { id: string }) => (await browser.refusal(reading.open, params(report))).body;

test('readers see the message and the end; administrators pass; afterwards the report is open', async () => {
  const { admin, reader, report, add } = await scene();
  const window = await add('2026-03-13T11:00', '2026-03-13T14:00');
  expect(window).toMatchObject({ state: 'open', starts: '2026-03-13T11:00', starts_at: '2026-03-13T14:00:00.000Z' });
  const refused = await reader.refusal(reading.open, params(report));
  expect(refused.status).toBe(423);
  expect(refused.body).toMatchObject({ status: 'report_maintenance', notice: 'Conferindo os números' });
  expect(Date.parse(refused.body.opens_at ?? '')).toBe(Date.parse('2026-03-13T17:00:00Z'));
  expect((await reader.refusal(reading.renew, params(report))).status).toBe(423);
  expect((await admin.call(reading.open, params(report))).maintenance).toMatchObject({ message: 'Conferindo os números' });

  world.setTime(new Date('2026-03-13T17:00:00Z'));
  expect((await reader.call(reading.open, params(report))).maintenance).toBeNull();
});

test('where nobody passes, administrators wait as well', async () => {
  const { admin, report, add } = await scene();
  await add('2026-03-13T11:00', '2026-03-13T14:00', { managers_pass: false });
  expect((await refusalOf(admin, report)).status).toBe('report_maintenance');
});

test('of windows that overlap the latest end counts', async () => {
  const { reader, report, add } = await scene();
  await add('2026-03-13T11:00', '2026-03-13T18:00', { message: 'lang' });
  await add('2026-03-13T11:30', '2026-03-13T13:00', { message: 'kurz' });
  expect(await refusalOf(reader, report)).toMatchObject({ notice: 'lang' });
});

test('a window of the coming day is told to whoever opens the report, and on the start page', async () => {
  const { unit, admin, reader, report, add } = await scene();
  await add('2026-03-14T09:00', '2026-03-14T10:00');
  await add('2026-03-20T09:00', '2026-03-20T10:00', { message: 'later' });
  const opened = await reader.call(reading.open, params(report));
  expect(opened.maintenance).toMatchObject({ message: 'Conferindo os números' });
  expect((await reader.call(contract.mine, {})).data).toMatchObject([{ report_id: report.id, title: report.title, open: false }]);
  const stranger = await world.signIn(await (await world.unit()).person('admin'));
  expect((await stranger.call(contract.mine, {})).data).toEqual([]);
  const unassigned = await publish(admin);
  await admin.call(contract.add, { ...params(unassigned), body: { starts: '2026-03-13T11:00', ends: '2026-03-13T14:00' } });
  expect((await reader.call(contract.mine, {})).data).toHaveLength(1);
  expect(unit.id).not.toBe('');
});

test('a window ends after it starts, within seven days, and not in the past', async () => {
  const { admin, report } = await scene();
  const fieldsOf = async (starts: string, ends: string) =>
    Object.keys((await admin.refusal(contract.add, { ...params(report), body: { starts, ends } })).body.errors ?? {});
  // Days and hours that do not exist.
  expect(await fieldsOf('2027-02-30T10:00', '2027-03-02T11:00')).toEqual(['starts']);
  expect(await fieldsOf('2027-03-01T10:00', '2027-03-01T24:00')).toEqual(['ends']);
  expect(await fieldsOf('2026-03-14T10:00', '2026-03-14T10:00')).toEqual(['ends']);
  expect(await fieldsOf('2026-03-14T10:00', '2026-03-21T10:01')).toEqual(['ends']);
  expect(await fieldsOf('2026-03-12T10:00', '2026-03-12T11:00')).toEqual(['ends']);
  expect(await fieldsOf('2026-03-14', '2026-03-15')).toEqual(['starts', 'ends']);
  expect(await fieldsOf('2026-13-14T10:00', '2026-03-14T10:00')).toEqual(['starts']);
});

test('a window is changed with its version, ended early and taken back', async () => {
  const { admin, reader, report, add } = await scene();
  const window = await add('2026-03-13T11:00', '2026-03-13T14:00');
  const of = { params: { id: report.id, window_id: window.id } };
  const body = { starts: window.starts, ends: '2026-03-13T16:00', message: 'Mais um pouco', version: window.version };
  expect(await admin.call(contract.update, { ...of, body })).toMatchObject({ ends: '2026-03-13T16:00', message: 'Mais um pouco' });
  expect((await admin.refusal(contract.update, { ...of, body })).body.status).toBe('conflict');
  expect(await admin.call(contract.end, of)).toMatchObject({ state: 'over' });
  await reader.call(reading.open, params(report));
  await admin.call(contract.remove, of);
  expect((await admin.call(contract.list, params(report))).data).toEqual([]);
  for (const refused of [reader, await world.signIn(await (await world.unit()).person('admin'))])
    expect([403, 404]).toContain((await refused.refusal(contract.list, params(report))).status);
});

test('a day before, readers are told once; those without the report are not', async () => {
  const { unit, admin, reader, report, add } = await scene(new Date('2030-03-13T15:00:00Z'));
  const closed = await publish(admin);
  await admin.call(contract.add, { ...params(closed), body: { starts: '2030-03-15T09:00', ends: '2030-03-15T10:00', announce: true } });
  await add('2030-03-15T09:00', '2030-03-15T10:00', { announce: true });
  await world.runJobs();
  expect((await reader.call(notifications.list, {})).data).toEqual([]);
  world.setTime(new Date('2030-03-14T12:01:00Z'));
  await world.runJobs();
  await world.runJobs();
  const rows = await world.owner.run(
    query
      .selectFrom('notification')
      .select(['kind', 'link', 'person_id'])
      .where('tenant_id', '=', unit.id)
      .where('kind', '=', 'maintenance_planned'),
  );
  expect(new Set(rows.map(({ link }) => link))).toEqual(new Set([`/${report.id}/reports/view`]));
  expect(new Set(rows.map(({ person_id }) => person_id)).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThanOrEqual(2);
});
