/** Workspaces as the local service has them; one on a capacity of its own can be paused while other journeys read. */
import { demoApplication, demoSubscription } from '@vitrine/emulator/definitions/demo.ts';
import { expect } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { reportingOrigin } from './addresses.ts';

export type OwnCapacity = { name: string; workspace_id: string; pause: () => Promise<void> };

type Answered = {
  id?: string;
  access_token?: string;
  value?: { id: string; displayName: string; name: string }[];
  properties?: { state?: string };
};

const powerBiResource = 'https://analysis.windows.net/powerbi/api';

async function tokenFor(resource: string): Promise<string> {
  const { tenant_id, client_id, client_secret } = demoApplication;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope: `${resource}/.default` });
  const answer = await fetch(`${reportingOrigin}/${tenant_id}/oauth2/v2.0/token`, { method: 'POST', body });
  return ((await answer.json()) as Answered).access_token ?? '';
}

async function caller(resource: string) {
  const token = await tokenFor(resource);
  return async (method: string, path: string, body?: object): Promise<Answered> => {
    const answer = await fetch(`${reportingOrigin}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Answered);
  };
}

/** What the service itself says is in a workspace. */
export async function reportsOfWorkspace(workspace_id: string): Promise<string[]> {
  const powerBi = await caller(powerBiResource);
  const { value = [] } = await powerBi('GET', `v1.0/myorg/groups/${workspace_id}/reports`);
  return value.map(({ name }) => name);
}

export async function makeCapacity(): Promise<OwnCapacity> {
  const powerBi = await caller(powerBiResource);
  const arm = await caller('https://management.azure.com');
  const name = `journey${randomBytes(4).toString('hex')}`;
  const { subscription_id, resource_group, location } = demoSubscription;
  const resource = `subscriptions/${subscription_id}/resourceGroups/${resource_group}/providers/Microsoft.Fabric/capacities/${name}`;
  const version = '?api-version=2023-11-01';
  const stateIs = (state: string) =>
    expect.poll(async () => (await arm('GET', `${resource}${version}`)).properties?.state, { timeout: 30_000 }).toBe(state);

  const administration = { members: [demoApplication.object_id] };
  await arm('PUT', `${resource}${version}`, { location, sku: { name: 'F2', tier: 'Fabric' }, properties: { administration } });
  await stateIs('Active');
  const { value = [] } = await powerBi('GET', 'v1.0/myorg/capacities');
  const capacityId = value.find(({ displayName }) => displayName === name)?.id;
  const { id: workspace_id = '' } = await powerBi('POST', 'v1.0/myorg/groups', { name });
  await powerBi('POST', `v1.0/myorg/groups/${workspace_id}/AssignToCapacity`, { capacityId });
  return {
    name,
    workspace_id,
    async pause() {
      await arm('POST', `${resource}/suspend${version}`);
      await stateIs('Paused');
    },
  };
}
