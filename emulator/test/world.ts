import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import { onTestFinished } from 'vitest';
import type { WorkspaceContent } from '../definitions/workspace.ts';
import { modelDefinition } from '../definitions/model.ts';
import { reportDefinition } from '../definitions/report.ts';
import { demoApplication } from '../definitions/demo.ts';
import type { Application } from '../definitions/demo.ts';
import { resources } from '../service/entra/accessToken.ts';
import type { Resource } from '../service/entra/accessToken.ts';
import { startEmulator } from '../emulator.ts';
import type { Emulator, EmulatorOptions } from '../emulator.ts';

/** An application of the same directory without access to anything. */
export const outsider: Application = {
  tenant_id: demoApplication.tenant_id,
  client_id: '00000000-0000-4000-8000-0000000000c1',
  client_secret: 'outsider',
  object_id: '00000000-0000-4000-8000-0000000000c2',
  display_name: 'Outsider',
};

export const ids = {
  /** On a capacity. */
  sales: '10000000-0000-4000-8000-000000000001',
  /** Without one. */
  shared: '10000000-0000-4000-8000-000000000002',
  capacity: '20000000-0000-4000-8000-000000000001',
  /** With the roles South and North. */
  securedModel: '30000000-0000-4000-8000-000000000001',
  openModel: '30000000-0000-4000-8000-000000000002',
  sharedModel: '30000000-0000-4000-8000-000000000003',
  securedReport: '40000000-0000-4000-8000-000000000001',
  openReport: '40000000-0000-4000-8000-000000000002',
  sharedReport: '40000000-0000-4000-8000-000000000003',
  /** In the shared workspace, on the open model of the sales workspace. */
  distantReport: '40000000-0000-4000-8000-000000000004',
  unknown: '90000000-0000-4000-8000-000000000009',
};

const model = (id: string, name: string, roles: string[] = []) =>
  modelDefinition.parse({
    id,
    name,
    tables: [{ name: 'Store', source: { kind: 'file', path: 'store.csv' }, columns: [{ name: 'Region', type: 'text' }] }],
    parameters: [
      { name: 'Region', value: 'South', suggested: ['South', 'North'] },
      { name: 'Blob', type: 'Binary' },
    ],
    roles: roles.map((role) => ({ name: role, filters: [{ table: 'Store', expression: `Store[Region] = "${role}"` }] })),
  });

const report = (id: string, name: string, modelId: string) => {
  const visuals = [{ name: 'Card', type: 'card', layout: { x: 0, y: 0, width: 1, height: 1 } }];
  return reportDefinition.parse({
    id,
    name,
    model: modelId,
    pages: [
      { name: 'Overview', display_name: 'Visão geral', visuals },
      { name: 'Detail', display_name: 'Detalhe', hidden: true, visuals },
    ],
  });
};

export const content = (): WorkspaceContent[] => [
  {
    workspace: { id: ids.sales, name: "Sales of d'Ávila", capacity_id: ids.capacity },
    directory: 'sales',
    models: [model(ids.securedModel, 'Secured', ['South', 'North']), model(ids.openModel, 'Open')],
    reports: [report(ids.securedReport, 'Secured report', ids.securedModel), report(ids.openReport, 'Open report', ids.openModel)],
  },
  {
    workspace: { id: ids.shared, name: 'Shared' },
    directory: 'shared',
    models: [model(ids.sharedModel, 'Shared')],
    reports: [report(ids.sharedReport, 'Shared report', ids.sharedModel), report(ids.distantReport, 'Distant report', ids.openModel)],
  },
];

export const startWorld = (options: EmulatorOptions = {}): Promise<Emulator> =>
  startEmulator({ content: content(), credentials: [demoApplication, outsider], ...options });

export const credentialsOf = ({ tenant_id, client_id, client_secret }: Application) => ({ tenant_id, client_id, client_secret });

export const addressesOf = ({ origin }: Emulator) => ({ entra: origin, powerbi: origin, arm: origin });

/** A service that ends with the test. */
export const ownWorld = async (options: EmulatorOptions = {}): Promise<Emulator> => {
  const service = await startWorld(options);
  onTestFinished(() => service.close());
  return service;
};

/** The portal's own client, whose waiting moves the service's clock by a second. */
export const clientOf = (service: Emulator) =>
  createPowerBi({
    addresses: addressesOf(service),
    credentials: credentialsOf(demoApplication),
    clock: {
      now: service.clock.now,
      sleep: async () => {
        service.clock.advance(1_000);
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
    },
  });

/** Publishes a file and waits until that has ended. */
export const publish = async (service: Emulator, name: string, file: Uint8Array | string, options = {}) => {
  const { imports } = clientOf(service);
  const id = await imports.publish(ids.sales, name, typeof file === 'string' ? Buffer.from(file) : file, options);
  return imports.waitFor(ids.sales, id);
};

export const requestToken = (emulator: Emulator, form: Record<string, string>, tenant = demoApplication.tenant_id): Promise<Response> =>
  fetch(`${emulator.origin}/${tenant}/oauth2/v2.0/token`, { method: 'POST', body: new URLSearchParams(form) });

export const accessToken = async (emulator: Emulator, application: Application = demoApplication, resource: Resource = 'powerbi') => {
  const { client_id, client_secret } = application;
  const answer = await requestToken(emulator, {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
    scope: `${resources[resource]}/.default`,
  });
  const body = (await answer.json()) as { access_token: string };
  return body.access_token;
};

export type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

/** A plain call of Power BI REST, without the client that is tested elsewhere. */
export const call = async (emulator: Emulator, token: string, method: string, path: string, body?: unknown): Promise<Answer> => {
  const answer = await fetch(`${emulator.origin}/v1.0/myorg/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
};
