/** `/metrics`: who is answered, what is told, and that nobody is named. */
import { list } from '@vitrine/contract/people/userGroups.ts';
import { list as users } from '@vitrine/contract/people/users.ts';
import * as groups from '@vitrine/contract/reports/reportGroups.ts';
import * as signIn from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { uuidv7 } from '#platform/database/uuid.ts';
import { openDatabase } from '#platform/database/database.ts';
import { failedJob } from '#test/harness/failedJobs.ts';
import { addUser } from '#test/harness/users.ts';
import { openWorld } from '#test/harness/world.ts';

const metricsToken = 'a token of the installation that nobody guesses';
const world = await openWorld({ environment: { metricsToken } });
const without = await openWorld();
afterAll(async () => {
  await world.close();
  await without.close();
});

type App = typeof world.app;
const ask = (app: App, authorization?: string) =>
  app.inject({ url: '/metrics', headers: { host: '10.0.0.7:4000', ...(authorization === undefined ? {} : { authorization }) } });
const read = async () => (await ask(world.app, `Bearer ${metricsToken}`)).body;

test('without a token in the settings there is no such address, whatever is sent', async () => {
  for (const sent of [undefined, 'Bearer ', 'Bearer null', `Bearer ${metricsToken}`])
    expect((await ask(without.app, sent)).statusCode).toBe(404);
});

test('with one, it is there for whoever sends it, and for nobody else', async () => {
  for (const sent of [undefined, '', 'Bearer ', metricsToken, `Bearer ${metricsToken}x`, `Basic ${metricsToken}`, `bearer ${metricsToken}`])
    expect((await ask(world.app, sent)).statusCode).toBe(404);
  const answered = await ask(world.app, `Bearer ${metricsToken}`);
  expect(answered.statusCode).toBe(200);
  expect(answered.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
});

test('requests are counted by the pattern of their route and the class of their status, and name nobody', async () => {
  const { unit, person, admin } = await world.unitWithAdmin();
  await admin.call(list, { query: {} });
  await world.browser().refusal(list, { query: {} });
  await world.app.inject({ url: `/nowhere/${unit.id}`, headers: { host: 'portal.example' } });
  const text = await read();
  expect(text).toContain(`vitrine_http_request_duration_seconds_count{method="GET",route="${list.path}",status="2xx"}`);
  expect(text).toContain(`vitrine_http_request_duration_seconds_count{method="GET",route="${list.path}",status="4xx"}`);
  for (const name of [unit.id, unit.name, person.id, person.email, '/nowhere', 'portal.example']) expect(text).not.toContain(name);
});

test('after a busy unit the metrics name nobody: no person, unit, report, address or job’s content', async () => {
  const { unit, person, admin } = await world.unitWithAdmin();
  const added = await addUser(admin, { name: 'Zulmira Paranhos', email: `zulmira.${unit.id}@loja.example` });
  await admin.call(users, { query: { q: 'Zulmira' } });
  const { id: group } = await admin.call(groups.add, { body: { name: 'Vendas Sigilosas' } });
  await admin.refusal(groups.add, { body: { name: 'Vendas Sigilosas' } });
  await world.browser().refusal(signIn.login, { body: { email: person.email, password: 'senha-errada' } });
  await world.runJobs();
  await failedJob(world.owner, { tenant_id: unit.id, job: 'mail.send', message: '550 <zulmira@loja.example> rejected' });
  const text = await read();
  expect(text).toContain('vitrine_jobs{queue="mail",state="failed"} 1');
  expect(text).toContain(`method="POST",route="${groups.add.path}"`);
  const never = [unit.id, unit.name, person.id, person.name, person.email, added.id, group, 'zulmira', 'loja.example', 'sigilosas'];
  for (const name of [...never, 'conteudo-do-trabalho', 'portal.example']) expect(text.toLowerCase()).not.toContain(name.toLowerCase());
});

test('queues, mails, connections and listeners stand there', async () => {
  const job = (queue: string, state: string) =>
    world.owner.run(sql`
    insert into jobs.job (id, name, data, state, start_after) values (${uuidv7()}, ${queue}, '{"job": "x"}', ${state}::jobs.job_state, now() - interval '1 hour')`);
  await job('mail', 'created');
  await job('slow', 'failed');
  const text = await read();
  expect(text).toContain('vitrine_jobs{queue="mail",state="waiting"} 1');
  expect(text).toContain('vitrine_jobs{queue="slow",state="failed"} 1');
  expect(text).toContain('vitrine_jobs{queue="long",state="running"} 0');
  expect(text).toMatch(/^vitrine_jobs_oldest_seconds\{queue="mail"\} 36\d\d/m);
  expect(text).toContain('vitrine_mails_waiting 1');
  expect(text).toContain('vitrine_database_up 1');
  expect(text).toContain('vitrine_database_waiting 0');
  expect(text).toContain('vitrine_live_listeners 0');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('while the database does not answer, the process still tells of itself', async () => {
  const database = openDatabase({ url: 'postgres://nobody:x@127.0.0.1:9/none' });
  const cut = await openWorld({ environment: { metricsToken }, services: { database } });
  const answered = await ask(cut.app, `Bearer ${metricsToken}`);
  expect(answered.statusCode).toBe(200);
  expect(answered.body).toContain('vitrine_database_up 0');
  expect(answered.body).not.toContain('vitrine_jobs{');
  await cut.close();
  await database.close();
});
