/** Tasks as they are listed, and the past of their values. */
import type { TaskInput } from '@vitrine/contract/automation/task.ts';
import * as contract from '@vitrine/contract/automation/tasks.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { daily, openTasks } from '#test/harness/tasks.ts';

const { world, scene, at } = await openTasks();

test('the list is narrowed by report, owner and state, sorted by the next run, and offers only what its tasks have', async () => {
  const { unit, admin, administrator, publish, report, add } = await scene('2032-02-02T10:00:00Z');
  const [second, idle] = [await publish({ title: 'Segundo' }), await publish({ title: 'Sem tarefa' })];
  const other = await unit.person('admin');
  const theirs = await world.signIn(other);
  const early = await add({ name: 'Cedo' });
  const never = await add({ name: 'Nunca', triggers: [] });
  const late = await add({ name: 'Tarde', report_id: second.id, triggers: [{ ...daily, times: ['22:00'] }] as TaskInput['triggers'] });
  await admin.call(contract.pause, { params: { id: never.id } });
  await world.owner.run(sql`update task set owner_id = ${other.id} where id = ${late.id}`);
  const names = async (query: object) => (await theirs.call(contract.list, { query })).data.map(({ name }) => name);
  expect(await names({ sort: 'next_run_at' })).toEqual(['Cedo', 'Tarde', 'Nunca']);
  expect(await names({ sort: '-next_run_at' })).toEqual(['Nunca', 'Tarde', 'Cedo']);
  expect(await names({ report_id: second.id })).toEqual(['Tarde']);
  expect(await names({ owner_id: administrator.id, state: 'paused' })).toEqual(['Nunca']);
  expect(await names({ owner_id: administrator.id, state: 'unknown' })).toEqual([early.name]);
  expect(await names({ report_id: idle.id })).toEqual([]);
  const offered = await theirs.call(contract.choices, {});
  expect(offered.reports.map(({ id }) => id).toSorted()).toEqual([report.id, second.id].toSorted());
  expect(offered.owners.map(({ id }) => id).toSorted()).toEqual([administrator.id, other.id].toSorted());
  // Those of one unit are nothing of another.
  const foreign = await scene('2032-02-02T10:00:00Z');
  expect(await foreign.admin.call(contract.choices, {})).toEqual({ reports: [], owners: [] });
  expect((await foreign.admin.call(contract.list, { query: { report_id: second.id } })).data).toEqual([]);
  expect((await foreign.reader.refusal(contract.choices, {})).status).toBe(403);
});

test('the history has each run of a week and the last run of each day before that, of the question that is asked now', async () => {
  const { administrator, ana, report, toAna, input, add } = await scene('2032-03-01T10:00:00Z');
  await toAna(report);
  const times = ['08:00', '20:00'];
  const task = await add({ triggers: [{ ...daily, times }] as TaskInput['triggers'], repeat: 'every', repetitions: 100, value: '40' });
  for (const moment of ['2032-03-01T11:00:10Z', '2032-03-01T23:00:10Z', '2032-03-02T11:00:10Z']) await at(moment);
  const admin = await world.signIn(administrator);
  const of = async (days: '7' | '30') => admin.call(contract.history, { params: { id: task.id }, query: { days } });
  expect(await of('7')).toMatchObject({ by: 'run', timezone: 'America/Sao_Paulo' });
  expect((await of('7')).points.map(({ at: when, number_value, met, told }) => [when.slice(0, 16), number_value, met, told])).toEqual([
    ['2032-03-01T11:00', 41, true, 1],
    ['2032-03-01T23:00', 41, true, 1],
    ['2032-03-02T11:00', 41, true, 1],
  ]);
  // 20:00 there is the same day still: one point, told twice on it.
  const byDay = await of('30');
  expect(byDay.by).toBe('day');
  expect(byDay.points.map(({ at: when, told }) => [when.slice(0, 16), told])).toEqual([
    ['2032-03-01T23:00', 2],
    ['2032-03-02T11:00', 1],
  ]);
  world.setTime(new Date('2032-03-02T12:00:00Z'));
  await admin.call(contract.update, {
    params: { id: task.id },
    body: {
      ...input({ query: 'EVALUATE ROW("total", 7)' }),
      version: (await admin.call(contract.get, { params: { id: task.id } })).version,
    },
  });
  expect((await of('30')).points).toEqual([]);
  const reader = await world.signIn(ana);
  expect((await reader.refusal(contract.history, { params: { id: task.id } })).status).toBe(403);
  const foreign = await scene('2032-03-02T12:00:00Z');
  expect((await foreign.admin.refusal(contract.history, { params: { id: task.id } })).status).toBe(404);
});
