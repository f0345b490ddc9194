/** The service as a process of its own that is killed at the worst moment and started again. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createArm } from '@vitrine/powerbi/arm.ts';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import { loadContent } from '../service/content.ts';
import { demoApplication, demoSubscription } from '../definitions/demo.ts';
import { credentialsOf } from './world.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const [retail] = loadContent().filter(({ models }) => models.some(({ roles }) => roles.length > 0));
const [report] = retail?.reports ?? [];
const [model] = retail?.models ?? [];
if (!retail || !report || !model) throw new Error('The retail report is not there');
const group = retail.workspace.id;

/** A port that is free, and stays so while the service is down: below those that a system gives to whoever asks for any. */
async function steadyPort(): Promise<string> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return String(port);
  }
}

/** Starts the service; resolves with its address. */
const startProcess = async (DATA_DIR: string, PORT: string) => {
  const child = spawn(process.execPath, [program], { env: { ...process.env, DATA_DIR, PORT }, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for await (const text of child.stdout) {
    said += String(text);
    const origin = /http:\/\/\S+:\d+/.exec(said)?.[0];
    if (origin !== undefined && said.includes('service principal')) return { child, origin };
  }
  throw new Error(`The service did not start: ${said}`);
};

const optionsFor = (origin: string) => ({
  addresses: { entra: origin, powerbi: origin, arm: origin },
  credentials: credentialsOf(demoApplication),
  clock: { now: () => Date.now(), sleep: () => delay(20) },
});

const advance = (origin: string, advance_ms: number) =>
  fetch(`${origin}/admin/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_ms }),
  });

test('what is under way when the service dies ends after it is back', async () => {
  const data = await mkdtemp(join(tmpdir(), 'reporting-restart-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const { child, origin } = await startProcess(data, await steadyPort());
  const before = createPowerBi(optionsFor(origin));
  const capacity = {
    provider: 'Microsoft.PowerBIDedicated',
    subscription_id: demoSubscription.subscription_id,
    resource_group: demoSubscription.resource_group,
    name: 'vitrineembedded',
  } as const;
  const identities = [{ username: 'ana@aurora.example', roles: ['Tudo'], datasets: [model.id] }];
  const pages = [{ pageName: report.pages[0]?.name ?? '' }];
  const exporting = { format: 'PDF', powerBIReportConfiguration: { identities, pages } } as const;

  const refresh = await before.enhancedRefreshes.start(group, model.id, { type: 'Full' });
  await createArm(optionsFor(origin)).capacities.suspend(capacity);
  const file = new TextEncoder().encode('Cidade,Valor\nRecife,3\nNatal,4\n');
  const [imported, exported] = await Promise.all([
    before.imports.publish(group, 'Cidades.csv', file),
    before.exports.start(group, report.id, exporting),
  ]);
  child.kill('SIGKILL');
  await once(child, 'exit');

  const { origin: again } = await startProcess(data, new URL(origin).port);
  expect(again).toBe(origin);
  const after = createPowerBi(optionsFor(origin));
  const arm = createArm(optionsFor(origin)).capacities;
  // Under way still, or done where the start took longer than that.
  expect(['Unknown', 'Completed']).toContain((await after.enhancedRefreshes.get(group, model.id, refresh)).status);
  expect(['Pausing', 'Paused']).toContain((await arm.get(capacity)).properties.state);
  await advance(origin, 10_000);
  expect(await after.enhancedRefreshes.get(group, model.id, refresh)).toMatchObject({ running: false, status: 'Completed' });
  expect(await arm.get(capacity)).toMatchObject({ properties: { state: 'Paused' } });

  const { datasets } = await after.imports.waitFor(group, imported);
  const { rows } = await after.queries.execute(group, datasets[0]?.id ?? '', 'EVALUATE ROW("v", SUM(Cidades[Valor]))');
  expect(rows).toEqual([{ '[v]': 7 }]);
  expect((await after.datasets.list(group)).filter(({ name }) => name === 'Cidades')).toHaveLength(1);

  expect(await after.exports.waitFor(group, report.id, exported.id)).toMatchObject({ status: 'Succeeded' });
  const fetched = await after.exports.file(group, report.id, exported.id);
  expect(Buffer.from(fetched.subarray(0, 5)).toString()).toBe('%PDF-');
}, 120_000);

test('a finished file can be fetched after a restart, and an operation can still be polled', async () => {
  const data = await mkdtemp(join(tmpdir(), 'reporting-restart-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const { child, origin } = await startProcess(data, await steadyPort());
  const { exports } = createPowerBi(optionsFor(origin));
  const identities = [{ username: 'ana@aurora.example', roles: ['Tudo'], datasets: [model.id] }];
  const pages = [{ pageName: report.pages[0]?.name ?? '' }];
  const { id } = await exports.start(group, report.id, { format: 'PNG', powerBIReportConfiguration: { identities, pages } });
  await advance(origin, 10_000);
  await exports.waitFor(group, report.id, id);
  const bytes = await exports.file(group, report.id, id);

  const form = { grant_type: 'client_credentials', ...credentialsOf(demoApplication), scope: 'https://management.azure.com/.default' };
  const answer = await fetch(`${origin}/${demoApplication.tenant_id}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const { subscription_id, resource_group } = demoSubscription;
  const capacity = `/subscriptions/${subscription_id}/resourceGroups/${resource_group}/providers/Microsoft.Fabric/capacities/vitrinefabric1`;
  const started = await fetch(`${origin}${capacity}/suspend?api-version=2023-11-01`, { method: 'POST', headers });
  child.kill('SIGTERM');
  await once(child, 'exit');

  await startProcess(data, new URL(origin).port);
  const poll = (name: string) => fetch(started.headers.get(name) ?? '', { headers });
  expect(await (await poll('azure-asyncoperation')).json()).toMatchObject({ status: expect.stringMatching(/^(InProgress|Succeeded)$/) });
  expect([200, 202]).toContain((await poll('location')).status);
  await advance(origin, 10_000);
  expect(await (await poll('azure-asyncoperation')).json()).toMatchObject({ status: 'Succeeded' });
  expect((await poll('location')).status).toBe(200);
  expect(Buffer.compare(await exports.file(group, report.id, id), bytes)).toBe(0);
}, 120_000);
