import * as contract from '@vitrine/contract/datasets/datasetRefresh.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { afterEach } from 'vitest';
import { demoApplication } from '@vitrine/emulator/definitions/demo.ts';
import type { Browser } from './browser.ts';
import { openPublishingWorld, publish } from './publishing.ts';
import type { ReportingService } from './reportingService.ts';

export const minutes = (count: number) => count * 60_000;

export const params = ({ id }: { id: string }) => ({ params: { id } });

/** The report with its schedule, its next runs and its history, as administrators see it. */
export const refreshesOf = (admin: Browser, report: Report) => admin.call(contract.get, params(report));

/** Where it is noon now: budgets count by the day, and no day ends in the middle of a test. */
function zoneOfNoon(): string {
  const hoursEast = 12 - new Date().getUTCHours();
  return `Etc/GMT${hoursEast > 0 ? '-' : '+'}${Math.abs(hoursEast)}`;
}

/** Calls of somebody who works in Power BI itself. */
async function inPowerbi({ addresses }: ReportingService) {
  const { tenant_id, client_id, client_secret } = demoApplication;
  const scope = 'https://analysis.windows.net/powerbi/api/.default';
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope });
  const entra = await fetch(`${addresses.entra}/${tenant_id}/oauth2/v2.0/token`, { method: 'POST', body: form });
  const { access_token } = (await entra.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  return async (path: string, body?: object): Promise<Response> => {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(`${addresses.powerbi}/v1.0/myorg/${path}`, { headers, ...sent });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
}

/** Moves the workspace of a sample to the capacity of the local service, or away from every capacity, as an administrator of Power BI does. */
export async function moveWorkspace(service: ReportingService, workspaceId: string, to: 'capacity' | 'shared'): Promise<void> {
  const ask = await inPowerbi(service);
  const { value } = (await (await ask('capacities')).json()) as { value: { id: string }[] };
  const capacityId = to === 'capacity' ? value[0]?.id : '00000000-0000-0000-0000-000000000000';
  await ask(`groups/${workspaceId}/AssignToCapacity`, { capacityId });
}

/** Refreshes the data of a sample without the portal, as somebody does in Power BI. */
export async function refreshInPowerbi(
  service: ReportingService,
  sample: { workspace_id: string; dataset_id: string | null },
): Promise<void> {
  const ask = await inPowerbi(service);
  await ask(`groups/${sample.workspace_id}/datasets/${sample.dataset_id}/refreshes`, { notifyOption: 'NoNotification' });
}

/** A world for tests of dataset refresh. The service has one copy of each data set: what runs there ends before the next test. */
export async function openRefreshWorld() {
  const { world, service } = await openPublishingWorld();
  afterEach(() => service.clock.advance(minutes(30)));

  /** A unit with a report of its own: in São Paulo at this time, or somewhere at noon. */
  async function scene(at?: string) {
    if (at) world.setTime(new Date(at));
    const unit = await world.unit({ settings: { timezone: at ? 'America/Sao_Paulo' : zoneOfNoon() } });
    const administrator = await unit.person('admin');
    const admin = await world.signIn(administrator);
    const report = await publish(admin);
    return { unit, admin, administrator, report };
  }

  /** Lets everything that runs at the service end, and the portal ask about it. */
  async function letItEnd(): Promise<void> {
    service.clock.advance(minutes(30));
    world.setTime(new Date(Date.now() + minutes(1)));
    await world.runJobs();
    world.setTime(null);
  }

  return { world, service, scene, letItEnd };
}
