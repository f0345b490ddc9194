import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { demoApplication, demoSubscription } from '@vitrine/emulator/definitions/demo.ts';
import { startEmulator } from '@vitrine/emulator/emulator.ts';
import type { Emulator } from '@vitrine/emulator/emulator.ts';

/** Reports that come with the service. */
export const retailReport = '2e9f4b18-6c7d-4d21-8f5a-90b3c1e7d411';
/** Paginated, on the dataset of the retail report. */
export const closingReport = '9d3b6c1e-7f24-4a58-b0c9-3e81d5a7f264';
export const retailDashboard = '5c1e7a90-3d42-4b86-9f0d-2a7be8146c35';
export const cinemaReport = 'e2840bd7-35f9-4c61-a7d8-09f6b1c52e36';

export type TokenWish = {
  report: string;
  roles?: string[];
  username?: string;
  lifetime_minutes?: number;
  allow_edit?: boolean;
  /** Copies may be saved beside the report. */
  allow_copies?: boolean;
};

export type EmbedService = {
  emulator: Emulator;
  hostOrigin: string;
  /** The workspace in which a report stands. */
  groupOf: (report: string) => Promise<string>;
  mint: (wish: TokenWish) => Promise<string>;
  /** A token for the dashboard of the retail company, or for one of its tiles; and the tiles. */
  mintDashboard: (tile?: string) => Promise<string>;
  /** Starts a refresh of the report's dataset. */
  refresh: (report: string) => Promise<void>;
  /** Publishes a file where another report stands; answers its dataset and the report that was laid out for it. */
  publish: (name: string, file: string, beside?: string) => Promise<{ report: string; dataset: string }>;
  /** A token for a report on these datasets. */
  tokenFor: (report: string, datasets: string[]) => Promise<string>;
  /** Pauses the capacity that all reports are on, or lets it go on. */
  pause: (paused: boolean) => Promise<void>;
  /** A token for a new report on the dataset of the retail company; and that dataset. */
  mintCreate: () => Promise<{ token: string; dataset: string }>;
  tiles: () => Promise<{ id: string; title: string; reportId: string }[]>;
  close: () => Promise<void>;
};

/** The React host, bundled as any project would do it; in development, where React mounts everything twice. */
const bundleReactHost = async (): Promise<string> => {
  const input = fileURLToPath(new URL('host/react.ts', import.meta.url));
  const output = await build({
    configFile: false,
    mode: 'development',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input } },
  });
  const chunk = 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('The React host was not bundled');
  return chunk.code;
};

const files: Record<string, { path: string; type: string }> = {
  '/': { path: fileURLToPath(new URL('host/index.html', import.meta.url)), type: 'text/html' },
  '/react': { path: fileURLToPath(new URL('host/react.html', import.meta.url)), type: 'text/html' },
  '/host.js': { path: fileURLToPath(new URL('host/host.js', import.meta.url)), type: 'text/javascript' },
  '/powerbi.min.js': { path: fileURLToPath(import.meta.resolve('powerbi-client/dist/powerbi.min.js')), type: 'text/javascript' },
};

async function startHost(): Promise<{ origin: string; close: () => void }> {
  let reactHost: Promise<string> | undefined;
  const server = createServer((request, response) => {
    if (request.url === '/react.js') {
      reactHost ??= bundleReactHost();
      return void reactHost.then((code) => response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(code));
    }
    const file = files[request.url ?? ''];
    if (!file) return response.writeHead(404).end();
    return void readFile(file.path).then((body) => response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

type Import = { importState: string; reports?: { id: string }[]; datasets?: { id: string }[] };
type GroupList = { value: { id: string }[] };
type ReportList = { value: { id: string; datasetId?: string }[] };

/** The local reporting service and a host page beside it. */
export async function startEmbedService(): Promise<EmbedService> {
  const [emulator, host] = await Promise.all([startEmulator(), startHost()]);
  const { tenant_id, client_id, client_secret } = demoApplication;

  const post = async (path: string, body: URLSearchParams | string, headers: Record<string, string> = {}): Promise<unknown> => {
    const answer = await fetch(`${emulator.origin}${path}`, { method: 'POST', body, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const authorization = async (resource = 'https://analysis.windows.net/powerbi/api'): Promise<string> => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id,
      client_secret,
      scope: `${resource}/.default`,
    });
    const { access_token } = (await post(`/${tenant_id}/oauth2/v2.0/token`, form)) as { access_token: string };
    return `Bearer ${access_token}`;
  };
  const list = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${emulator.origin}${path}`, { headers: { authorization: await authorization() } });
    return (await answer.json()) as T;
  };
  const places = new Map<string, { group: string; dataset: string }>();
  for (const { id: group } of (await list<GroupList>('/v1.0/myorg/groups')).value) {
    for (const report of (await list<ReportList>(`/v1.0/myorg/groups/${group}/reports`)).value)
      if (report.datasetId !== undefined) places.set(report.id, { group, dataset: report.datasetId });
  }

  return {
    emulator,
    async publish(name, file, beside = retailReport) {
      const at = `${emulator.origin}/v1.0/myorg/groups/${places.get(beside)?.group}/imports`;
      const headers = { authorization: await authorization() };
      const body = new FormData();
      body.append('', new Blob([file]), name);
      const started = await fetch(`${at}?datasetDisplayName=${encodeURIComponent(name)}`, { method: 'POST', headers, body });
      if (started.status !== 202) throw new Error(`The import was not started: ${started.status} ${await started.text()}`);
      const { id } = (await started.json()) as { id: string };
      for (let look = 0; look < 60; look++) {
        emulator.clock.advance(1_000);
        const { importState, reports = [], datasets = [] } = (await (await fetch(`${at}/${id}`, { headers })).json()) as Import;
        const [report, dataset] = [reports[0]?.id, datasets[0]?.id];
        if (importState === 'Succeeded' && report && dataset) return { report, dataset };
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`The import of ${name} did not end`);
    },
    async tokenFor(report, datasets) {
      const headers = { authorization: await authorization(), 'content-type': 'application/json' };
      const body = JSON.stringify({ datasets: datasets.map((id) => ({ id })), reports: [{ id: report }] });
      return ((await post('/v1.0/myorg/GenerateToken', body, headers)) as { token: string }).token;
    },
    async pause(paused) {
      const { subscription_id, resource_group } = demoSubscription;
      const capacity = `/subscriptions/${subscription_id}/resourceGroups/${resource_group}/providers/Microsoft.Fabric/capacities/vitrinefabric1`;
      const headers = { authorization: await authorization('https://management.azure.com') };
      const path = `${emulator.origin}${capacity}/${paused ? 'suspend' : 'resume'}?api-version=2023-11-01`;
      const answer = await fetch(path, { method: 'POST', headers });
      if (answer.status !== 202) throw new Error(`The capacity did not change: ${answer.status} ${await answer.text()}`);
      emulator.clock.advance(4_000);
    },
    hostOrigin: host.origin,
    groupOf: async (report) => places.get(report)?.group ?? '',
    async mint({ report, roles, username = 'ana@aurora.example', lifetime_minutes, allow_edit = false, allow_copies = false }) {
      // What tests save themselves are copies of the retail report; the paginated one reads its dataset.
      const { group = '', dataset = '' } = places.get(report) ?? places.get(retailReport) ?? {};
      const body = {
        datasets: [{ id: dataset, xmlaPermissions: 'ReadOnly' }],
        reports: [{ id: report, allowEdit: allow_edit }],
        ...(roles && { identities: [{ username, roles, datasets: [dataset] }] }),
        ...(allow_copies && { targetWorkspaces: [{ id: group }] }),
        ...(lifetime_minutes && { lifetimeInMinutes: lifetime_minutes }),
      };
      const headers = { authorization: await authorization(), 'content-type': 'application/json' };
      return ((await post('/v1.0/myorg/GenerateToken', JSON.stringify(body), headers)) as { token: string }).token;
    },
    async mintDashboard(tile) {
      const { group = '', dataset = '' } = places.get(retailReport) ?? {};
      const identities = [{ username: 'ana@aurora.example', roles: ['Tudo'], datasets: [dataset] }];
      const headers = { authorization: await authorization(), 'content-type': 'application/json' };
      const path = `/v1.0/myorg/groups/${group}/dashboards/${retailDashboard}${tile === undefined ? '' : `/tiles/${tile}`}/GenerateToken`;
      return ((await post(path, JSON.stringify({ accessLevel: 'View', identities }), headers)) as { token: string }).token;
    },
    async mintCreate() {
      const { group = '', dataset = '' } = places.get(retailReport) ?? {};
      const identities = [{ username: 'ana@aurora.example', roles: ['Tudo'], datasets: [dataset] }];
      const headers = { authorization: await authorization(), 'content-type': 'application/json' };
      const body = JSON.stringify({ accessLevel: 'Create', datasetId: dataset, identities });
      const { token } = (await post(`/v1.0/myorg/groups/${group}/reports/GenerateToken`, body, headers)) as { token: string };
      return { token, dataset };
    },
    async refresh(report) {
      const { group = '', dataset = '' } = places.get(report) ?? {};
      emulator.clock.advance(60_000);
      const headers = { authorization: await authorization(), 'content-type': 'application/json' };
      const path = `${emulator.origin}/v1.0/myorg/groups/${group}/datasets/${dataset}/refreshes`;
      const answer = await fetch(path, { method: 'POST', body: JSON.stringify({ notifyOption: 'NoNotification' }), headers });
      if (answer.status !== 202) throw new Error(`The refresh was not started: ${answer.status}`);
    },
    async tiles() {
      const path = `/v1.0/myorg/groups/${places.get(retailReport)?.group}/dashboards/${retailDashboard}/tiles`;
      return (await list<{ value: { id: string; title: string; reportId: string }[] }>(path)).value;
    },
    async close() {
      host.close();
      await emulator.close();
    },
  };
}
