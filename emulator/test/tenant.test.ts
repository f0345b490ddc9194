import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { EmulatorOptions } from '../emulator.ts';
import { accessToken, call, clientOf, content, ids, publish, startWorld } from './world.ts';

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'reporting-service-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
};
const start = async (options: EmulatorOptions) => {
  const service = await startWorld(options);
  onTestFinished(() => service.close().catch(() => undefined));
  return service;
};

test('everything that was changed is there after a restart', async () => {
  const dataDirectory = await folder();
  const before = await start({ dataDirectory });
  const token = await accessToken(before);
  const { imports, refreshes, datasetSettings } = clientOf(before);
  const made = await call(before, token, 'POST', 'groups', { name: 'Novo' });
  const group = String(made.body['id']);
  const { datasets, reports } = await imports.waitFor(
    group,
    await imports.publish(group, 'Dados.csv', new TextEncoder().encode('Cidade,Valor\nRecife,3\nNatal,4\n')),
  );
  const dataset = datasets[0]?.id ?? '';
  await refreshes.start(group, dataset);
  // Half a day away: the hour that passes below is never the one in which this schedule is due.
  const times = [`${String((new Date(before.clock.now()).getUTCHours() + 12) % 24).padStart(2, '0')}:00`];
  await datasetSettings.updateSchedule(group, dataset, { times, localTimeZoneId: 'UTC' });
  await call(before, token, 'DELETE', `groups/${ids.sales}/reports/${ids.openReport}`);
  await call(before, token, 'PATCH', `groups/${ids.shared}`, { name: 'Umbenannt' });
  before.clock.advance(3_600_000);
  await before.close();

  const after = await start({ dataDirectory });
  const powerBi = clientOf(after);
  expect((await powerBi.workspaces.list()).map(({ name }) => name)).toContain('Novo');
  expect(await powerBi.workspaces.get(ids.shared)).toMatchObject({ name: 'Umbenannt' });
  expect(await powerBi.reports.list(group)).toMatchObject([{ id: reports[0]?.id, name: 'Dados' }]);
  expect(await powerBi.refreshes.list(group, dataset)).toMatchObject([{ status: 'Completed' }]);
  expect(await powerBi.datasetSettings.schedule(group, dataset)).toMatchObject({ enabled: true, times });
  expect((await powerBi.reports.list(ids.sales)).map(({ id }) => id)).not.toContain(ids.openReport);
  expect((await powerBi.queries.execute(group, dataset, 'EVALUATE ROW("v", SUM(Dados[Valor]))')).rows).toEqual([{ '[v]': 7 }]);
  expect(after.clock.now() - Date.now()).toBeGreaterThan(3_500_000);
});

test('content that came with a newer edition is published beside what was changed', async () => {
  const dataDirectory = await folder();
  const [sales, shared] = content();
  if (!sales || !shared) throw new Error('There is no content');
  const before = await start({ dataDirectory, content: [{ ...sales, reports: sales.reports.slice(0, 1) }] });
  await call(before, await accessToken(before), 'POST', 'groups', { name: 'Novo' });
  await before.close();
  const after = await start({ dataDirectory, content: [sales, shared] });
  const powerBi = clientOf(after);
  expect(await powerBi.workspaces.list()).toHaveLength(3);
  expect((await powerBi.reports.list(ids.sales)).map(({ id }) => id)).toEqual([ids.securedReport, ids.openReport]);
});

test('a file describes a whole tenant', async () => {
  const directory = await folder();
  await writeFile(join(directory, 'lojas.csv'), 'Loja,Valor\nA,1\nB,2\n');
  const model = {
    id: ids.unknown,
    name: 'Lojas',
    tables: [
      {
        name: 'Lojas',
        source: { kind: 'file', path: 'lojas.csv' },
        columns: [
          { name: 'Loja', type: 'text' },
          { name: 'Valor', type: 'integer' },
        ],
      },
    ],
  };
  const fixture = join(directory, 'tenant.json');
  const tenant = {
    workspaces: [
      { id: '70000000-0000-4000-8000-000000000001', name: 'Cliente', models: [model], reports: [] },
      { id: ids.sales, name: 'Vendas', models: [ids.openModel], reports: [ids.openReport] },
    ],
    model_directories: { [ids.unknown]: '.' },
  };
  await writeFile(fixture, JSON.stringify(tenant));
  const service = await start({ fixture });
  const powerBi = clientOf(service);
  expect((await powerBi.workspaces.list()).map(({ name }) => name)).toEqual(['Cliente', 'Vendas']);
  expect((await powerBi.reports.list(ids.sales)).map(({ id }) => id)).toEqual([ids.openReport]);
  const { rows } = await powerBi.queries.execute(
    '70000000-0000-4000-8000-000000000001',
    ids.unknown,
    'EVALUATE ROW("v", SUM(Lojas[Valor]))',
  );
  expect(rows).toEqual([{ '[v]': 3 }]);
});

test('the tenant can be read and replaced while the service runs', async () => {
  const service = await start({});
  const kept = await (await fetch(`${service.origin}/admin/tenant`)).text();
  await call(service, await accessToken(service), 'DELETE', `groups/${ids.shared}`);
  expect(await clientOf(service).workspaces.list()).toHaveLength(1);
  const put = (body: string) =>
    fetch(`${service.origin}/admin/tenant`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  expect((await put(kept)).status).toBe(204);
  expect(await clientOf(service).workspaces.list()).toHaveLength(2);
  expect((await put('{"workspaces":[{"id":"x"}]}')).status).toBe(400);
});

test('a tenant that was read from a running service is loaded from wherever it is kept', async () => {
  const service = await start({ dataDirectory: await folder() });
  const { datasets } = await publish(service, 'T.csv', 'Cidade,Valor\nRecife,1\n');
  const fixture = join(await folder(), 'kept.json');
  await writeFile(fixture, await (await fetch(`${service.origin}/admin/tenant`)).text());
  const other = await start({ fixture, dataDirectory: await folder() });
  const { rows } = await clientOf(other).queries.execute(ids.sales, datasets[0]?.id ?? '', 'EVALUATE T');
  expect(rows).toEqual([{ 'T[Cidade]': 'Recife', 'T[Valor]': 1 }]);
});

test('a broken file is named with its mistake, and left alone', async () => {
  const dataDirectory = await folder();
  await writeFile(join(dataDirectory, 'tenant.json'), '{"workspaces": 1}');
  await expect(startWorld({ dataDirectory })).rejects.toThrow(/tenant\.json cannot be loaded[^]*workspaces/);
  expect(await readFile(join(dataDirectory, 'tenant.json'), 'utf8')).toBe('{"workspaces": 1}');
});
