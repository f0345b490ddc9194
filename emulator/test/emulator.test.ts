import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import { demoApplication } from '../definitions/demo.ts';
import { startEmulator } from '../emulator.ts';
import type { Emulator } from '../emulator.ts';
import { accessToken, addressesOf, call, content, credentialsOf, ids, startWorld } from './world.ts';

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'reporting-service-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
};

const openReport = async (service: Emulator, token: string) => {
  const answer = await fetch(`${service.origin}/embed-api/reports/${ids.openReport}`, {
    headers: { authorization: `EmbedToken ${token}` },
  });
  return answer.status;
};

test('publishes the workspaces that come with it, each report with its dataset', async () => {
  const service = await startEmulator();
  onTestFinished(() => service.close());
  const powerBi = createPowerBi({ addresses: addressesOf(service), credentials: credentialsOf(demoApplication) });
  const workspaces = await powerBi.workspaces.list();
  expect(workspaces.length).toBeGreaterThan(0);
  for (const workspace of workspaces) {
    for (const report of await powerBi.reports.list(workspace.id)) {
      // A paginated report has data sources instead.
      expect(report.datasetId === undefined).toBe(report.reportType === 'PaginatedReport');
      if (report.datasetId === undefined) continue;
      const dataset = await powerBi.datasets.get(report.datasetWorkspaceId ?? workspace.id, report.datasetId);
      expect(dataset.name).not.toBe('');
    }
  }
});

test('keeps access tokens and embed tokens good over a restart when it has a folder', async () => {
  const dataDirectory = join(await folder(), 'not', 'yet', 'there');
  const before = await startWorld({ dataDirectory });
  const access = await accessToken(before);
  const body = { reports: [{ id: ids.openReport }], datasets: [{ id: ids.openModel }] };
  const minted = (await call(before, access, 'POST', 'GenerateToken', body)).body;
  await before.close();

  const after = await startWorld({ dataDirectory });
  onTestFinished(() => after.close());
  expect((await call(after, access, 'GET', 'groups')).status).toBe(200);
  expect(await openReport(after, String(minted['token']))).toBe(200);
});

test('without a folder a client notices a restart only by a second token', async () => {
  const before = await startWorld();
  const port = Number(new URL(before.origin).port);
  const powerBi = createPowerBi({ addresses: addressesOf(before), credentials: credentialsOf(demoApplication) });
  await powerBi.workspaces.list();
  await before.close();

  const after = await startWorld({ port });
  onTestFinished(() => after.close());
  expect(await powerBi.workspaces.list()).toHaveLength(2);
  expect(after.requests.list().map(({ service, status }) => [service, status])).toEqual([
    ['powerbi', 403],
    ['entra', 200],
    ['powerbi', 200],
  ]);
});

test('names its public origin to browsers, and listens where it is told', async () => {
  const service = await startWorld({ publicOrigin: 'https://reports.example' });
  onTestFinished(() => service.close());
  expect(service.origin).toBe('https://reports.example');
  expect(new URL(service.address).hostname).toBe('127.0.0.1');
  const addresses = { entra: service.address, powerbi: service.address, arm: service.address };
  const powerBi = createPowerBi({ addresses, credentials: credentialsOf(demoApplication) });
  const { embedUrl } = await powerBi.reports.get(ids.sales, ids.openReport);
  expect(new URL(embedUrl).origin).toBe('https://reports.example');
});

test.each([{ publicOrigin: 'https://reports.example' }, { host: '0.0.0.0' }])('refuses the public demo secret for %j', async (options) => {
  await expect(startEmulator({ content: [], ...options })).rejects.toThrow(/credentials of its own/);
});

test('stops although a request hangs', async () => {
  const service = await startWorld();
  service.faults.start({ name: 'hang' });
  const hanging = fetch(`${service.origin}/v1.0/myorg/groups`).catch(() => 'cut off');
  while (service.requests.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await service.close();
  expect(await hanging).toBe('cut off');
});

test('tells whoever runs it of its own failures, and callers nothing', async () => {
  const failures: Error[] = [];
  const workspaces = content();
  for (const report of workspaces.flatMap(({ reports }) => reports)) {
    Object.defineProperty(report, 'name', {
      get: () => {
        throw new Error('secret detail');
      },
    });
  }
  const service = await startWorld({ content: workspaces, onFailure: (error) => failures.push(error) });
  onTestFinished(() => service.close());
  const answer = await call(service, await accessToken(service), 'GET', `groups/${ids.sales}/reports`);
  expect(answer).toMatchObject({ status: 500, body: { message: 'An error has occurred.' } });
  expect(failures.map((error) => error.message)).toEqual(['secret detail']);
});
