/** The question of a task before it is saved: what can be asked for, the query that follows, and when its rule would have told people. */
import * as contract from '@vitrine/contract/automation/taskQuestions.ts';
import type { QuestionChoice, QuestionFilter } from '@vitrine/contract/automation/taskQuestions.ts';
import * as tasks from '@vitrine/contract/automation/tasks.ts';
import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import { claimTasks } from './tasks.jobs.ts';

const { world, service } = await openPublishingWorld();

/** The weather of Seattle from 2012 to 2015, from where the model has it. */
const weather = new Map(
  readFileSync(join(import.meta.dirname, '../../../../../../node_modules', 'vega-datasets', 'data', 'seattle-weather.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([day = '', , , , wind]) => [day.replaceAll('/', '-'), Number(wind)]),
);

const day = { table: 'Clima', name: 'Data' };
const wind = { table: 'Clima', name: 'Vento' };

async function scene(at = '2015-06-15T15:00:00Z') {
  world.setTime(new Date(at));
  const made = await publishingScene(world);
  const report = await made.publish();
  await made.toAna(report);
  const rule = {
    report_id: report.id,
    query: 'EVALUATE ROW("wind", MAX(Clima[Vento]))',
    operator: 'more' as const,
    value: '4',
    membership_ids: [made.ana.membership_id ?? ''],
  };
  const testPast = (values: object = {}) => made.admin.call(contract.backTest, { body: { ...rule, days: 30, ...values } });
  return { ...made, report, rule, testPast };
}

test('columns with their types and measures are those of the model; hidden ones are left out', async () => {
  const { admin, report, reader } = await scene();
  const model = await admin.call(contract.model, { query: { report_id: report.id } });
  expect(model.partly).toBe(false);
  expect(model.columns).toContainEqual({ ...day, type: 'date' });
  expect(model.columns).toContainEqual({ ...wind, type: 'number' });
  expect(model.columns).toContainEqual({ table: 'Clima', name: 'Tempo', type: 'text' });
  expect(model.columns.map(({ name }) => name)).not.toContain('Número do mês');
  expect(model.measures).toContainEqual({ table: 'Clima', name: 'Dias com chuva' });
  expect((await reader.refusal(contract.model, { query: { report_id: report.id } })).status).toBe(403);
});

test('values of a column are those of the model, found by a part of them; nobody else learns them', async () => {
  const { admin, report, reader } = await scene();
  const valuesOf = async (name: string, q = '', table = 'Clima') =>
    (await admin.call(contract.values, { query: { report_id: report.id, table, name, q } })).values;
  expect(await valuesOf('Ano')).toEqual(['2012', '2013', '2014', '2015']);
  expect(await valuesOf('Ano', '13')).toEqual(['2013']);
  expect(await valuesOf('Data')).toHaveLength(contract.questionLimits.values);
  for (const hostile of ["Ano'] EVALUATE X", ']', '"']) expect(await valuesOf(hostile)).toEqual([]);
  expect(await valuesOf('Ano', '") || TRUE() || ("')).toEqual([]);
  const query = { report_id: report.id, table: 'Clima', name: 'Ano' };
  expect((await reader.refusal(contract.values, { query })).status).toBe(403);
  const { admin: other } = await world.unitWithAdmin();
  expect((await other.refusal(contract.values, { query })).status).toBe(404);
});

test('what is chosen becomes a query that the model answers', async () => {
  const { admin, report } = await scene();
  const ask = async (choice: Partial<QuestionChoice>) => {
    const body = { field: wind, aggregation: 'max' as const, ...choice };
    const written = await admin.call(contract.written, { body });
    return (await admin.call(tasks.tryOut, { body: { report_id: report.id, ...written } })).value;
  };
  const winds = [...weather].filter(([at]) => at.startsWith('2015-')).map(([, value]) => value);
  const year: QuestionFilter = { table: 'Clima', name: 'Ano', type: 'number', operator: 'in', values: ['2015'] };
  expect(await ask({ filters: [year] })).toBe(Math.max(...winds));
  const january: QuestionFilter = { ...day, type: 'date', operator: 'at_most', values: ['2012-01-31'] };
  expect(await ask({ field: { table: 'Clima', name: 'Dias' }, aggregation: null, filters: [january] })).toBe(31);
  const byYear = await ask({ groups: [{ table: 'Clima', name: 'Ano' }], first: 'smallest' });
  const years = Map.groupBy(weather, ([at]) => at.slice(0, 4));
  expect(byYear).toBe(Math.min(...[...years.values()].map((all) => Math.max(...all.map(([, value]) => value)))));
  const nobody: QuestionFilter = { table: 'Clima', name: 'Tempo', type: 'text', operator: 'in', values: ['"} EVALUATE X //'] };
  expect(await ask({ filters: [nobody] })).toBeNull();
  const refused = await admin.refusal(contract.written, { body: { field: wind, filters: [{ ...year, values: ['many'] }] } });
  expect(refused.body.errors).toHaveProperty(['filters.0.values']);
});

test('by the dates of the model: the days, the notices and how many messages that makes', async () => {
  const { testPast, unit } = await scene();
  const blocked = await unit.person('user');
  const past = await testPast({ date_column: day, membership_ids: undefined, to_self: true, days: 30 });
  expect(past).toMatchObject({ source: 'model', gap: null, from: '2015-05-16', until: '2015-06-14', recipients: 1, dropped: 0 });
  const values = past.days.map((one) => [one.day, one.number_value]);
  expect(values).toEqual([...weather].filter(([at]) => at >= '2015-05-16' && at <= '2015-06-14'));
  // It begins to hold: above four after a day that was not.
  const wanted = values.filter(([, value], index) => Number(value) > 4 && !(Number(values[index - 1]?.[1] ?? 0) > 4)).map(([at]) => at);
  expect(past.days.filter(({ fired }) => fired > 0).map((one) => one.day)).toEqual(wanted);
  expect(wanted.length).toBeGreaterThan(1);
  expect(past).toMatchObject({ fired: wanted.length, recovered: 0, messages: wanted.length });

  const more = await testPast({
    date_column: day,
    repeat: 'every',
    repetitions: 100,
    to_self: true,
    membership_ids: [blocked.membership_id],
  });
  const days = values.filter(([, value]) => Number(value) > 4).length;
  expect(more).toMatchObject({ fired: days, recipients: 1, dropped: 1, messages: days });
  // Twice on Mondays and on no other day.
  const mondays = await testPast({
    date_column: day,
    triggers: [{ frequency: 'weekly', days: [1], times: ['08:00', '14:00'] }],
    to_self: true,
  });
  expect(mondays.days.filter(({ runs }) => runs > 0).map((one) => [one.day, one.runs])).toEqual(
    ['2015-05-18', '2015-05-25', '2015-06-01', '2015-06-08'].map((at) => [at, 2]),
  );
});

test('a query that looks at the clock needs no column of dates', async () => {
  const { testPast } = await scene();
  const past = await testPast({ query: 'EVALUATE ROW("wind", CALCULATE(MAX(Clima[Vento]), Clima[Data] = TODAY() - 1))' });
  expect(past.source).toBe('model');
  expect(past.days.find((one) => one.day === '2015-06-01')?.number_value).toBe(weather.get('2015-05-31'));
});

test('what says nothing about the past says why', async () => {
  const { testPast, publish, admin, rule } = await scene();
  expect(await testPast()).toMatchObject({ source: null, gap: 'choose_date', days: [], messages: 0 });
  expect(await testPast({ query: 'EVALUATE ROW("x", NOW())', date_column: day })).toMatchObject({ gap: 'not_by_day' });
  expect(await testPast({ date_column: { table: 'Clima', name: 'Gone' } })).toMatchObject({
    gap: 'refused',
    detail: expect.stringContaining('Gone'),
  });
  const cars = await publish({ sample: 'cinema' });
  const films = { report_id: cars.id, query: 'EVALUATE ROW("x", COUNTROWS(Filmes))' };
  expect((await testPast(films)).gap).toMatch(/^(?:no_dates|choose_date)$/);
  // The service answers no queries of an application about data in which everybody has rows of their own.
  const secured = await publish({ sample: 'sales' });
  const refusal = await admin.refusal(contract.backTest, { body: { ...rule, report_id: secured.id, days: 30, date_column: day } });
  expect(refusal.body.errors).toMatchObject({ query: [expect.stringContaining('segurança em nível de linha')] });
  expect((await admin.refusal(contract.model, { query: { report_id: secured.id } })).body.errors).toHaveProperty('report_id');
});

test('days of which the model knows nothing make no rule look quiet', async () => {
  const { testPast } = await scene('2019-06-15T15:00:00Z');
  expect(await testPast({ date_column: day })).toMatchObject({ source: null, gap: 'no_values', days: [] });
});

test('the stored answers of the same question come first, and decide as the runs did', async () => {
  const { admin, administrator, rule } = await scene('2031-03-01T12:00:00Z');
  // What the model answers changes from day to day.
  const task = await admin.call(tasks.add, {
    body: {
      name: 'Vento',
      kind: 'alert',
      ...rule,
      value: '12',
      repeat: 'every',
      repetitions: 3,
      tell_recovery: true,
      triggers: [{ frequency: 'daily', times: ['08:00'] }],
    },
  });
  const query = (value: number) => `EVALUATE ROW("wind", ${value})`;
  const values = [1, 13, 14, 15, 16, 17, 2, 30, 3, 4, 5, 6, 7, 8, 9, 20];
  for (const [index, value] of values.entries()) {
    await world.owner.run(sql`update task set query = ${query(value)} where id = ${task.id}`);
    world.setTime(new Date(Date.UTC(2031, 2, 2 + index, 11, 0, 20)));
    await world.runJobs(claimTasks);
  }
  await world.owner.run(sql`update task set query = ${rule.query} where id = ${task.id}`);
  const again = await world.signIn(administrator);
  const body = { ...rule, task_id: task.id, value: '12', repeat: 'every' as const, repetitions: 3, tell_recovery: true, days: 30 as const };
  const past = await again.call(contract.backTest, { body });
  const { data: runs } = await again.call(tasks.runs, { params: { id: task.id }, query: { per_page: 100 } });
  expect(past).toMatchObject({ source: 'results', until: '2031-03-17', recipients: 1 });
  const told = runs.filter((run) => run.told > 0).map(({ due_at }) => new Date(due_at).toISOString());
  expect(past.told_at).toEqual(told.toReversed());
  expect(past).toMatchObject({ fired: 5, recovered: 2, messages: 7 });

  // Another question has no stored answers, even while the task has them.
  expect((await again.call(contract.backTest, { body: { ...body, query: query(1) } })).source).toBeNull();
  const { version } = await again.call(tasks.get, { params: { id: task.id } });
  const change = { name: 'Vento', kind: 'alert' as const, ...rule, query: query(1), version };
  await again.call(tasks.update, { params: { id: task.id }, body: change });
  expect((await again.call(contract.backTest, { body: { ...body, query: query(1) } })).source).toBeNull();
});

test('neither the report nor the task nor the people of another unit', async () => {
  const { rule, admin } = await scene();
  const own = await admin.call(tasks.add, { body: { name: 'Vento', kind: 'alert', ...rule, query: 'EVALUATE ROW("wind", 1)' } });
  const foreign = await scene();
  const status = async (body: object) =>
    (await foreign.admin.refusal(contract.backTest, { body: { ...foreign.rule, days: 30, date_column: day, ...body } })).status;
  expect(await status({ report_id: rule.report_id })).toBe(404);
  expect(await status({ task_id: own.id })).toBe(404);
  expect(await status({ membership_ids: rule.membership_ids })).toBe(404);
  expect((await foreign.admin.refusal(contract.model, { query: { report_id: rule.report_id } })).status).toBe(404);
  expect((await foreign.reader.refusal(contract.backTest, { body: { ...foreign.rule, days: 30 } })).status).toBe(403);
});

test('an account that may not read the views is told the columns by their statistics', async () => {
  const { admin, report } = await scene();
  service.faults.start({ name: 'html_body', status: 400, path: '/executeQueries', times: 1 });
  const model = await admin.call(contract.model, { query: { report_id: report.id } });
  expect(model).toMatchObject({ partly: true, measures: [] });
  expect(model.columns).toContainEqual({ ...day, type: 'date' });
});

test('a service that does not answer is said to be away', async () => {
  const { admin, report } = await scene();
  service.faults.start({ name: 'server_error', status: 503, path: '/executeQueries' });
  expect((await admin.refusal(contract.model, { query: { report_id: report.id } })).status).toBe(503);
});
