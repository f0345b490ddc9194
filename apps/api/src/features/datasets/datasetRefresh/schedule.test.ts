import * as contract from '@vitrine/contract/datasets/datasetRefresh.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { expect, test } from 'vitest';
import { minutes, openRefreshWorld, params, refreshesOf } from '#test/harness/refreshes.ts';
import { sql } from 'kysely';
import { query } from '#platform/database/query.ts';

const { scene, service, world } = await openRefreshWorld();

test('a schedule runs at its time, asks for the next one, and is not run twice', async () => {
  // A Saturday, nine in the morning in São Paulo.
  const { admin, administrator, report } = await scene('2030-11-23T12:00:00Z');
  const saved = await admin.call(contract.saveSchedule, { ...params(report), body: { days: [1], times: ['06:00', '18:30'], version: 0 } });
  expect(saved).toMatchObject({ owner_id: administrator.id, owner_gone: false, paused: null, active: true });
  expect((await refreshesOf(admin, report)).next_runs.map((at) => at.slice(0, 16))).toEqual([
    '2030-11-25T09:00',
    '2030-11-25T21:30',
    '2030-12-02T09:00',
  ]);
  await world.runJobs();
  expect((await refreshesOf(admin, report)).history).toEqual([]);

  world.setTime(new Date('2030-11-25T09:00:30Z'));
  await world.runJobs();
  await world.runJobs();
  const { history, schedule } = await refreshesOf(await world.signIn(administrator), report);
  expect(history).toMatchObject([{ source: 'schedule', state: 'running', asked_by_name: null }]);
  expect(Date.parse(schedule?.next_run_at ?? '')).toBe(Date.parse('2030-11-25T21:30:00Z'));
  expect(await world.owner.run(query.selectFrom('dataset_refresh').select('id').where('dataset_id', '=', report.dataset_id))).not.toEqual(
    [],
  );
});

test('a schedule that is saved several times asks for its next run once', async () => {
  const { admin, administrator, report } = await scene('2030-11-23T12:00:00Z');
  const save = (version: number, times: string[]) =>
    admin.call(contract.saveSchedule, { ...params(report), body: { days: [1], times, version } });
  const { id } = await save(0, ['06:00']);
  await save(1, ['06:00']);
  await save(2, ['07:00']);
  await save(3, ['06:00']);
  const asked = await world.owner.run<{ due_at: string }>(sql`
    select data -> 'payload' ->> 'due_at' as due_at from jobs.job where data -> 'payload' ->> 'schedule_id' = ${id} order by 1`);
  expect(asked.map(({ due_at }) => due_at)).toEqual(['2030-11-25T09:00:00.000Z', '2030-11-25T10:00:00.000Z']);
  for (const time of ['09:00:30', '10:00:30']) {
    world.setTime(new Date(`2030-11-25T${time}Z`));
    await world.runJobs();
    const { history } = await refreshesOf(await world.signIn(administrator), report);
    expect(history.map(({ source }) => source)).toEqual(['schedule']);
  }
});

test('a run that nobody was there for is left out after an hour, and the next one comes', async () => {
  const { admin, administrator, report } = await scene('2031-11-22T12:00:00Z');
  await admin.call(contract.saveSchedule, { ...params(report), body: { days: [1], times: ['06:00'], version: 0 } });
  world.setTime(new Date('2031-11-24T10:30:00Z'));
  await world.runJobs();
  const { history, schedule } = await refreshesOf(await world.signIn(administrator), report);
  expect(history).toMatchObject([{ state: 'missed', reason: 'missed', source: 'schedule' }]);
  expect(Date.parse(schedule?.next_run_at ?? '')).toBe(Date.parse('2031-12-01T09:00:00Z'));
});

test('after four failures in a row the schedule stands still until somebody takes it over', async () => {
  const { unit, admin, administrator, report } = await scene('2032-11-27T12:00:00Z');
  service.faults.start({ name: 'capacity_paused', path: '/refreshes', times: 1 });
  await admin.call(contract.saveSchedule, { ...params(report), body: { days: [0, 1, 2, 3, 4, 5, 6], times: ['06:00'], version: 0 } });
  const runAt = async (day: number) => {
    world.setTime(new Date(Date.UTC(2032, 10, 28 + day, 9, 0, 10)));
    await world.runJobs();
  };
  const seen = async () => refreshesOf(await world.signIn(administrator), report);
  // A paused capacity is nobody's failure.
  await runAt(0);
  expect(await seen()).toMatchObject({
    history: [{ state: 'blocked', reason: 'capacity' }],
    schedule: { failures: 0, paused: null },
  });
  service.faults.clear();
  service.faults.start({ name: 'server_error', status: 500, path: '/refreshes', method: 'POST' });
  for (const day of [1, 2, 3, 4]) await runAt(day);
  const stopped = await seen();
  expect(stopped.schedule).toMatchObject({ failures: 4, paused: 'failures', active: false, next_run_at: null });
  expect(stopped.next_runs).toEqual([]);
  // The service was asked again each time, which counts as one failure and costs nothing of the day.
  expect(stopped.history.map(({ state, reason }) => `${state} ${reason}`)).toEqual([
    ...Array.from({ length: 16 }, () => 'failed service'),
    'blocked capacity',
  ]);
  expect(stopped.budget).toMatchObject({ used: 0 });
  await runAt(5);
  expect((await seen()).history).toHaveLength(stopped.history.length);
  const told = (await (await world.signIn(administrator)).call(notifications.list, {})).data.filter(
    ({ kind }) => kind === 'refresh_paused',
  );
  expect(told).toMatchObject([{ values: { report: report.title, count: 4 }, link: `/management/report/${report.id}?tab=refresh` }]);

  const second = await unit.person('admin');
  const taken = await (await world.signIn(second)).call(contract.takeOver, { params: { schedule_id: stopped.schedule?.id ?? '' } });
  expect(taken).toMatchObject({ owner_id: second.id, paused: null, failures: 0, next_run_at: expect.any(String) });
});

test('who keeps a schedule and leaves is seen, and somebody else takes it over', async () => {
  const { unit, admin, administrator, report } = await scene();
  const saved = await admin.call(contract.saveSchedule, { ...params(report), body: { days: [1], times: ['06:00'], version: 0 } });
  const other = await unit.person('admin');
  const second = await world.signIn(other);
  await world.owner.run(
    query
      .updateTable('membership')
      .set({ state: 'inactive' })
      .where('id', '=', administrator.membership_id ?? ''),
  );
  expect((await refreshesOf(second, report)).schedule).toMatchObject({ owner_gone: true, owner_name: administrator.name });
  const { data } = await second.call(contract.budgets, {});
  expect(data).toMatchObject([{ dataset_id: report.dataset_id, schedule: { owner_gone: true } }]);
  const taken = await second.call(contract.takeOver, { params: { schedule_id: saved.id } });
  expect(taken).toMatchObject({ owner_id: other.id, owner_gone: false });
});

test('a schedule whose keeper has left goes on, and the administrators are told once', async () => {
  const { unit, admin, administrator, report } = await scene('2033-11-25T12:00:00Z');
  const other = await unit.person('admin');
  await admin.call(contract.saveSchedule, { ...params(report), body: { days: [0, 1, 2, 3, 4, 5, 6], times: ['06:00'], version: 0 } });
  const left = administrator.membership_id ?? '';
  await world.owner.run(query.updateTable('membership').set({ state: 'inactive' }).where('id', '=', left));
  for (const day of [26, 27]) {
    world.setTime(new Date(Date.UTC(2033, 10, day, 9, 0, 10)));
    await world.runJobs();
    service.clock.advance(minutes(30));
    world.setTime(new Date(Date.UTC(2033, 10, day, 9, 40)));
    await world.runJobs();
  }
  const second = await world.signIn(other);
  const { history } = await refreshesOf(second, report);
  expect(history).toHaveLength(2);
  const told = (await second.call(notifications.list, {})).data.filter(({ kind }) => kind === 'refresh_unkept');
  expect(told).toMatchObject([{ values: { report: report.title, person: administrator.name } }]);
  world.setTime(null);
});

test('nobody overwrites a schedule that somebody else saved; one data set has one', async () => {
  const { admin, report } = await scene();
  const body = { days: [1], times: ['06:00'] };
  await admin.call(contract.saveSchedule, { ...params(report), body: { ...body, version: 0 } });
  expect((await admin.refusal(contract.saveSchedule, { ...params(report), body: { ...body, version: 0 } })).body.status).toBe('conflict');
  await admin.call(contract.saveSchedule, { ...params(report), body: { ...body, times: ['07:00'], version: 1 } });
  expect((await admin.refusal(contract.saveSchedule, { ...params(report), body: { ...body, version: 1 } })).body.status).toBe('conflict');
  for (const wrong of [{ times: ['06:15'] }, { times: [] }, { days: [7] }, { days: [1, 1] }]) {
    const refused = await admin.refusal(contract.saveSchedule, { ...params(report), body: { ...body, ...wrong, version: 2 } });
    expect(refused.status).toBe(422);
  }
  await admin.call(contract.removeSchedule, params(report));
  expect((await refreshesOf(admin, report)).schedule).toBeNull();
});
