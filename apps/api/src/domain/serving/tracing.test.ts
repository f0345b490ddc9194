/** Traces, as a real collector receives them: what hangs together, and that nothing of a person, a unit or a host is in them. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addAccount, grant, openReport, publish } from '#test/harness/publishing.ts';
import { addUser } from '#test/harness/users.ts';
import { list } from '@vitrine/contract/people/userGroups.ts';
import { list as users } from '@vitrine/contract/people/users.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { openCollector } from '#test/harness/collector.ts';
import type { CollectedSpan } from '#test/harness/collector.ts';
import { openMailbox } from '#test/harness/mailbox.ts';
import { openReportingService } from '#test/harness/reportingService.ts';
import { openWorld } from '#test/harness/world.ts';

const broken = defineJob({
  name: 'test.broken',
  schema: z.strictObject({ word: z.string() }),
  retry: { limit: 0, delay_seconds: 1 },
  async work(_ctx, { word }) {
    throw new Error(`no mailbox for ${word}`);
  },
});

const [collector, mailbox, service] = await Promise.all([openCollector(), openMailbox(), openReportingService()]);
const traced = { url: collector.url, headers: { authorization: 'Bearer of the collector' }, service: 'vitrine-test', share: 1 };
const smtp = {
  host: '127.0.0.1',
  port: mailbox.port,
  protocol: 'none',
  user: null,
  password: null,
  from: 'portal@portal.example',
} as const;
const world = await openWorld({
  environment: { reporting: service.addresses, smtp, tracing: traced, trustedProxies: ['10.9.0.0/16'] },
  jobs: [broken],
});
afterAll(async () => {
  await world.close();
  await Promise.all([collector.close(), mailbox.close(), service.close()]);
});

async function spans(): Promise<CollectedSpan[]> {
  await world.services.tracing?.flush();
  return collector.spans();
}
const called = (all: CollectedSpan[], name: string) => all.filter((span) => span.name === name);
const last = (all: CollectedSpan[], name: string) => called(all, name).at(-1) ?? expect.fail(`No span ${name}`);
const within = (all: CollectedSpan[], { spanId }: CollectedSpan) => all.filter(({ parentSpanId }) => parentSpanId === spanId);
const sqlOf = (all: CollectedSpan[]) => all.map(({ attributes }) => attributes['db.query.summary']).join('\n');

test('a request is a span by its route, with its status and its id, and what it asked the database belongs to it', async () => {
  const { admin } = await world.unitWithAdmin();
  const refused = await world.browser().refusal(list, { query: {} });
  await admin.call(list, { query: {} });
  const all = await spans();
  const [without, span] = called(all, `GET ${list.path}`);
  expect(without?.attributes).toMatchObject({ 'http.response.status_code': 401, 'vitrine.request_id': refused.body.request_id });
  expect(without?.status.code ?? 0).not.toBe(2);
  expect(span).toMatchObject({ kind: 2, attributes: { 'http.route': list.path, 'http.response.status_code': 200 } });
  const asked = span ? within(all, span) : [];
  expect(asked.every(({ traceId }) => traceId === span?.traceId)).toBe(true);
  expect(sqlOf(asked)).toMatch(/select user_group/);
  expect(sqlOf(asked)).toMatch(/session/);
  expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', headers: { authorization: 'Bearer of the collector' } });
  expect(collector.resources()[0]).toMatchObject({ 'service.name': 'vitrine-test' });
});

test('a job, its mail, and a call of the reporting service are spans of their own trace', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const account_id = (await addAccount(admin)).id;
  const report = await publish(admin, { account_id });
  const ana = await unit.person('user');
  await grant(admin, report, { to: 'membership', to_id: ana.membership_id });
  await openReport(await world.signIn(ana), report);
  await addUser(admin, { name: 'Dalva Quirino' });
  await world.runJobs();
  const all = await spans();

  const token = all.find(({ attributes }) => String(attributes['url.template']).endsWith('/GenerateToken'));
  expect(token?.attributes).toMatchObject({ 'peer.service': 'powerbi', 'http.response.status_code': 200 });
  expect(all.find(({ spanId }) => spanId === token?.parentSpanId)?.name).toMatch(/^(GET|POST) \/api\//);
  expect(token?.attributes['url.template']).toBe('/v1.0/myorg/GenerateToken');

  const mail = last(all, 'mail');
  const job = all.find(({ spanId }) => spanId === mail.parentSpanId);
  expect(job?.name).toMatch(/^job /);
  expect(job).toMatchObject({ kind: 5, attributes: { 'vitrine.job.attempt': 1 } });
  expect(job?.parentSpanId ?? '').toBe('');
});

test('what failed says so by its kind, and not what its error said', async () => {
  const unit = await world.unit();
  await world.services.database.run({ kind: 'tenant', tenant_id: unit.id }, addJob(broken, unit.id, { word: 'benedita.salgueiro' }));
  await world.runJobs();
  const job = last(await spans(), 'job test.broken');
  expect(job.status.code).toBe(2);
  expect(job.attributes['error.type']).toBe('Error');
  expect(collector.text()).not.toContain('benedita.salgueiro');
});

test('a busy unit leaves nothing of people, units, hosts, addresses or tokens in its traces', async () => {
  const { unit, person, admin } = await world.unitWithAdmin();
  const added = await addUser(admin, { name: 'Zulmira Paranhos', email: `zulmira.${unit.id}@loja.example` });
  await admin.call(users, { query: { q: 'Zulmira' } });
  await world.app.inject({
    url: `/nowhere/${unit.id}?token=geheim-zeichen`,
    headers: { host: 'portal.example', cookie: 'session=geheim-zeichen' },
  });
  await world.runJobs();
  await spans();
  const text = collector.text();
  expect(text).toContain('"name"');
  const never = [
    unit.id,
    unit.name,
    person.id,
    person.name,
    person.email,
    added.id,
    'Zulmira',
    'zulmira',
    'loja.example',
    'geheim-zeichen',
    'nowhere',
  ];
  for (const name of [...never, 'portal.example', '127.0.0.1', 'Bearer']) expect(text).not.toContain(name);
});

test('whose trace it is, only our own proxies say; a trace of strangers and their baggage are not taken over', async () => {
  const begun = 'ab'.repeat(16);
  const ask = (remoteAddress: string, traceparent: string) =>
    world.app.inject({
      url: '/api/health/ready',
      remoteAddress,
      headers: { host: 'portal.example', traceparent, tracestate: 'prates=1', baggage: 'person=prates' },
    });
  const parent = `00-${begun}-${'cd'.repeat(8)}-01`;
  await ask('203.0.113.7', parent);
  expect((await spans()).filter(({ traceId }) => traceId === begun)).toEqual([]);
  for (const wrong of [`${parent}x`, `00-${'0'.repeat(32)}-${'cd'.repeat(8)}-01`, 'ana.prates']) await ask('10.9.0.1', wrong);
  expect((await spans()).filter(({ traceId }) => traceId === begun)).toEqual([]);
  await ask('10.9.0.1', parent);
  const [taken, ...more] = (await spans()).filter(({ parentSpanId }) => parentSpanId === 'cd'.repeat(8));
  expect(taken).toMatchObject({ traceId: begun, name: 'GET /api/health/ready' });
  expect(more).toEqual([]);
  expect(collector.text()).not.toContain('prates');
});

test('when the collector takes nothing, people notice nothing, and the log says once why there are no traces', async () => {
  const refusing = await openCollector({ status: 400 });
  const silent = await openWorld({ environment: { tracing: { ...traced, url: refusing.url } } });
  const { admin } = await silent.unitWithAdmin();
  for (let round = 0; round < 2; round++) {
    await admin.call(list, { query: {} });
    await silent.services.tracing?.flush().catch(() => undefined);
  }
  expect(silent.log.filter((line) => line.includes('the collector of traces takes none'))).toHaveLength(1);
  expect(refusing.requests.length).toBeGreaterThan(1);
  await silent.close();
  await refusing.close();
});

test('a share of none sends nothing', async () => {
  const before = collector.requests.length;
  const none = await openWorld({ environment: { tracing: { ...traced, share: 0 } } });
  const { admin } = await none.unitWithAdmin();
  await admin.call(list, { query: {} });
  await none.services.tracing?.flush();
  await none.close();
  expect(collector.requests).toHaveLength(before);
});

test('switched off, nothing of it is loaded', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) { if (name.startsWith('@opentelemetry')) console.log(name); return next(name, context); } });
    const { openTracing } = await import('#platform/tracing/tracing.ts');
    await import('#portal.ts');
    const log = { warn() {}, debug() {} };
    const off = await openTracing({ tracing: null }, log);
    console.log(off === null ? 'off' : 'on');
    const on = await openTracing({ tracing: { url: 'http://127.0.0.1:9', headers: {}, service: 'x', share: 1 } }, log);
    await on.close();`;
  const cwd = fileURLToPath(new URL('../../..', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd });
  const [before = '', after = ''] = stdout.split('off\n');
  expect(before).toBe('');
  expect(after).toContain('@opentelemetry/sdk-trace');
});
