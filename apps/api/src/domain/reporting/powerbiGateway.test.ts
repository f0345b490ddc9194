import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#test/harness/database.ts';
import type { ReportingService } from '#test/harness/reportingService.ts';
import { demoAccount, openReportingService, samples } from '#test/harness/reportingService.ts';
import type { EmbedRequest, PowerbiGateway } from './powerbiGateway.ts';
import type { ReportingAccount } from './reportingAccountRow.ts';
import { openPowerbiGateway, secretPlace } from './powerbiGateway.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

let service: ReportingService;
beforeAll(async () => {
  service = await openReportingService();
});
afterEach(() => {
  service.faults.clear();
  service.calls.length = 0;
});
afterAll(() => service.close());

const secrets = openSecrets([randomBytes(32).toString('base64')]);

/** Time stands still unless it is put forward, so that no pause is over by itself on a busy machine. */
function opened(personWaitsMs = 20_000): { reporting: PowerbiGateway; forward: (minutes: number) => void } {
  const began = Date.now();
  let ahead = 0;
  const reporting = openPowerbiGateway({
    addresses: service.addresses,
    secrets,
    now: () => new Date(began + ahead),
    log: { debug: () => {} },
    personWaitsMs,
  });
  return { reporting, forward: (minutes) => void (ahead += minutes * 60_000) };
}

function account(values: Partial<ReportingAccount> & { secret?: string } = {}): ReportingAccount {
  const { secret = demoAccount.secret_value, ...given } = values;
  const place = { tenant_id: uuidv7(), id: uuidv7() };
  const { application_id, directory_id } = demoAccount;
  return {
    ...place,
    version: 1,
    application_id,
    directory_id,
    subscription_id: null,
    secret_value: secrets.encrypt(secret, secretPlace(place)),
    ...given,
  };
}

function request(values: Partial<EmbedRequest> & { sample?: keyof typeof samples } = {}): EmbedRequest {
  const { sample = 'sales', ...given } = values;
  const identity = sample === 'sales' ? { username: 'ana@example.com', roles: ['Região Sul'] } : null;
  return { account: account(), report: { id: uuidv7(), ...samples[sample] }, identity, access: 'View', ...given };
}

test('tells the workspaces and reports that an account reaches', async () => {
  const { reporting } = opened();
  const workspaces = await reporting.workspaces(account());
  expect(workspaces).toContainEqual({ id: samples.sales.workspace_id, name: 'Varejo Horizonte', on_capacity: true });
  const reports = await reporting.reports(account(), samples.sales.workspace_id);
  expect(reports).toContainEqual({
    id: samples.sales.external_report_id,
    name: 'Vendas da rede',
    dataset_id: samples.sales.dataset_id,
    kind: 'report',
  });
});

test('reads what the data set of a report demands', async () => {
  const { reporting } = opened();
  expect(await reporting.describe(account(), samples.sales)).toMatchObject({
    name: 'Vendas da rede',
    dataset_id: samples.sales.dataset_id,
    identity_required: true,
    roles_required: true,
    on_capacity: true,
  });
  expect(await reporting.describe(account(), samples.weather)).toMatchObject({ identity_required: false, roles_required: false });
});

test('asks for a token that shows one report, as one identity, for reading only', async () => {
  const { reporting } = opened();
  const wanted = request();
  const embed = await reporting.embed(wanted);
  expect(service.tokenRequests()).toEqual([
    {
      reports: [{ id: samples.sales.external_report_id }],
      datasets: [{ id: samples.sales.dataset_id }],
      identities: [{ username: 'ana@example.com', roles: ['Região Sul'], datasets: [samples.sales.dataset_id] }],
      lifetimeInMinutes: 60,
    },
  ]);
  expect(embed.embed_url).toContain(samples.sales.external_report_id);
  expect(new Date(embed.expires_at).getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
});

test('keeps a token until ten minutes before its end', async () => {
  const { reporting, forward } = opened();
  const wanted = request();
  const first = await reporting.embed(wanted);
  expect(await reporting.embed(wanted)).toEqual(first);
  forward(45);
  expect(await reporting.embed(wanted)).toEqual(first);
  forward(6);
  expect((await reporting.embed(wanted)).token).not.toBe(first.token);
});

test('a thousand readers of one identity cost one token', async () => {
  const { reporting } = opened();
  const wanted = request({ sample: 'weather' });
  const embeds = await Promise.all(Array.from({ length: 1000 }, () => reporting.embed(wanted)));
  expect(new Set(embeds.map(({ token }) => token)).size).toBe(1);
  expect(service.tokenRequests()).toHaveLength(1);
  expect(service.calls.filter(({ path }) => path.endsWith('/token'))).toHaveLength(1);
});

test('keeps tokens apart by unit, account, report, identity and access', async () => {
  const { reporting } = opened();
  const base = request();
  const other = (report: Partial<EmbedRequest['report']>) => ({ ...base, report: { ...base.report, ...report } });
  const variants: EmbedRequest[] = [
    base,
    { ...base, account: account() },
    { ...base, account: { ...base.account, version: 2 } },
    other({ id: uuidv7() }),
    { ...base, identity: { username: 'bruno@example.com', roles: ['Região Sul'] } },
    { ...base, identity: { username: 'ana@example.com', roles: ['Região Norte'] } },
    { ...base, identity: { username: 'ana@example.com', roles: ['Região Norte', 'Região Sul'] } },
    { ...base, access: 'Edit' },
  ];
  const asked = Array.from({ length: 50 }, () => variants).flat();
  const tokens = (await Promise.all(asked.map((variant) => reporting.embed(variant)))).map(({ token }) => token);
  expect(new Set(tokens).size).toBe(variants.length);
  for (const [index, token] of tokens.entries()) expect(token).toBe(tokens[index % variants.length]);
});

test('asks for no token when the data set and the identity do not fit', async () => {
  const { reporting } = opened();
  await expect(reporting.embed(request({ identity: null }))).rejects.toMatchObject({ word: 'no_data_rule' });
  await expect(reporting.embed(request({ identity: { username: 'ana@example.com', roles: [] } }))).rejects.toMatchObject({
    word: 'no_data_rule',
  });
  await expect(
    reporting.embed(request({ sample: 'weather', identity: { username: 'ana@example.com', roles: ['x'] } })),
  ).rejects.toMatchObject({ word: 'no_data_rule' });
  expect(service.tokenRequests()).toEqual([]);
});

test('a role that the model does not have opens nothing', async () => {
  const { reporting } = opened();
  await expect(reporting.embed(request({ identity: { username: 'ana@example.com', roles: ['Nowhere'] } }))).rejects.toMatchObject({
    word: 'rule_refused',
  });
});

test('refuses to be called while a transaction is open', async () => {
  const { reporting } = opened();
  const { database, close } = await testDatabase();
  const inside = database.withTenant({ kind: 'tenant', tenant_id: uuidv7() }, () => reporting.workspaces(account()));
  await expect(inside).rejects.toThrow('while a transaction is open');
  expect(service.calls).toEqual([]);
  await close();
});

test('a secret that was moved to another account is refused before anything is sent', async () => {
  const { reporting } = opened();
  const { secret_value } = account();
  await expect(reporting.workspaces(account({ secret_value }))).rejects.toMatchObject({ word: 'reporting_account_refused' });
  expect(service.calls).toEqual([]);
});

test('says in words of the portal what the service refuses', async () => {
  const { reporting } = opened();
  await expect(reporting.workspaces(account({ secret: 'wrong' }))).rejects.toMatchObject({
    word: 'reporting_account_refused',
    status: 502,
  });
  await expect(reporting.reports(account(), uuidv7())).rejects.toMatchObject({ word: 'reporting_account_refused' });
  const missing = { workspace_id: samples.sales.workspace_id, external_report_id: uuidv7() };
  await expect(reporting.describe(account(), missing)).rejects.toMatchObject({ word: 'reporting_not_found' });
});

test('says in words of the portal how the service fails', async () => {
  const { reporting } = opened();
  service.faults.start({ name: 'throttled', retry_after_s: 120 });
  await expect(reporting.workspaces(account())).rejects.toMatchObject({
    word: 'reporting_throttled',
    status: 503,
    extra: { retry_after: 120 },
  });
  service.faults.clear();
  service.faults.start({ name: 'server_error', status: 503, retry_after_s: 120 });
  await expect(reporting.workspaces(account())).rejects.toMatchObject({ word: 'reporting_unavailable' });
});

test('a failure is not kept', async () => {
  const { reporting, forward } = opened();
  const wanted = request();
  service.faults.start({ name: 'server_error', status: 503, retry_after_s: 120, path: 'GenerateToken', times: 1 });
  await expect(reporting.embed(wanted)).rejects.toMatchObject({ word: 'reporting_unavailable' });
  forward(2);
  expect(await reporting.embed(wanted)).toMatchObject({ on_capacity: true });
});

test('a service that wants to be left alone is left alone by everybody of the account, and nobody waits for it', async () => {
  const { reporting, forward } = opened();
  const own = account();
  const other = request();
  await reporting.embed(other);
  service.faults.start({ name: 'throttled', retry_after_s: 30 });
  const refused = { word: 'reporting_throttled', extra: { retry_after: 30 } };
  await expect(reporting.embed(request({ account: own }))).rejects.toMatchObject(refused);
  await expect(reporting.embed(request({ account: own, sample: 'weather' }))).rejects.toMatchObject(refused);
  await expect(reporting.refresh(own, samples.sales.workspace_id, samples.sales.dataset_id ?? '')).rejects.toMatchObject(refused);
  expect(service.calls.filter(({ path }) => path.includes('refreshes') || path.includes(samples.weather.external_report_id))).toEqual([]);
  // What is there is given, and other accounts ask for themselves.
  expect(await reporting.embed(other)).toMatchObject({ on_capacity: true });
  service.faults.clear();
  expect(await reporting.workspaces(account())).not.toEqual([]);
  await expect(reporting.workspaces(own)).rejects.toMatchObject({ word: 'reporting_throttled' });
  forward(1);
  expect(await reporting.workspaces(own)).not.toEqual([]);
});

test.each(['powerbi', 'entra'] as const)('a service that hangs is told, and not asked again at once: %s', async (where) => {
  const { reporting, forward } = opened(500);
  const own = account();
  service.faults.start({ name: 'hang', service: where });
  await expect(reporting.embed(request({ account: own }))).rejects.toMatchObject({
    word: 'reporting_unavailable',
    extra: { retry_after: 2 },
  });
  await expect(reporting.refreshes(own, samples.sales.workspace_id, samples.sales.dataset_id ?? '')).rejects.toMatchObject({
    word: 'reporting_unavailable',
  });
  expect(service.calls.filter(({ path }) => path.includes('refreshes'))).toEqual([]);
  forward(1);
  await expect(reporting.workspaces(own)).rejects.toMatchObject({ word: 'reporting_unavailable' });
  service.faults.clear();
  forward(1);
  if (where === 'powerbi') expect(await reporting.workspaces(own)).not.toEqual([]);
});

test('after a pause one asks, and the others wait for what that one hears', async () => {
  const { reporting, forward } = opened();
  const own = account();
  service.faults.start({ name: 'throttled', retry_after_s: 30 });
  await expect(reporting.workspaces(own)).rejects.toMatchObject({ word: 'reporting_throttled' });
  forward(1);
  service.calls.length = 0;
  await Promise.allSettled(Array.from({ length: 20 }, () => reporting.workspaces(own)));
  expect(service.calls).toHaveLength(1);
});

test('a service that is slow opens the report when it has answered, and is asked once', async () => {
  const { reporting, forward } = opened(1000);
  const wanted = request({ sample: 'weather' });
  service.faults.start({ name: 'latency', latency_ms: 4000, path: 'GenerateToken' });
  await expect(reporting.embed(wanted)).rejects.toMatchObject({ word: 'reporting_unavailable' });
  await expect
    .poll(() => {
      forward(0.1);
      return reporting.embed(wanted).catch(() => null);
    })
    .toMatchObject({ on_capacity: true });
  expect(service.tokenRequests()).toHaveLength(1);
});

test('jobs wait as long as the service asks for', async () => {
  const { reporting } = opened();
  service.faults.start({ name: 'throttled', retry_after_s: 2, times: 1, path: 'groups' });
  expect(await reporting.ofJobs.workspaces(account())).not.toEqual([]);
});
