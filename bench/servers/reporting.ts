/** The local reporting service with fixed delays similar to the cloud's, the same for both sides. */
import { join } from 'node:path';
import { demoApplication } from '@vitrine/emulator/definitions/demo.ts';
import type { EmbeddedReport } from '../limit/embedToken.ts';
import { asOwner } from '../data.ts';
import { root } from '../place.ts';
import { ask, type Session, subdomainOf } from './portal.ts';
import { type Server, startServer } from './server.ts';

/** A report whose data everybody may see, so that opening it needs no identity. */
export const report = { workspace_id: 'a40d9e83-17c6-4b52-9f08-3c5b62e1d702', id: '51f0a7c2-9e34-4b8d-86a1-d2c7e30b5f14' };
export const application = demoApplication;

const delays = [
  { service: 'powerbi', path: '/GenerateToken', latency_ms: 400 },
  { service: 'embed', path: '/reportEmbed', latency_ms: 80 },
  // Only what the browser has not kept is asked for again.
  { service: 'embed', path: '/embed-assets/', latency_ms: 600 },
  // What the report is, and the data of its visuals.
  { service: 'embed', path: '/embed-api/', latency_ms: 250 },
];

/** The service without delays; `variables` are its environment. */
export function startService(variables: Record<string, string> = {}): Promise<Server> {
  return startServer(join(root, 'emulator/main.ts'), variables, '/admin/clock');
}

/** What a program needs to ask for a token of one report. */
export function embedded(service: Server, one: typeof report): EmbeddedReport {
  const { tenant_id: directory, client_id: client, client_secret: secret } = application;
  return { service: service.origin, directory, client, secret, workspace: one.workspace_id, report: one.id };
}

/** Every report of a unit becomes one that the service shows. */
export async function connectReports(portal: Server, administrator: Session, ownerUrl: string, unit: number): Promise<void> {
  const { tenant_id: directory_id, client_id: application_id, client_secret: secret_value } = application;
  // Where data sets are kept, one of an earlier run is there.
  const account = { name: `Local service ${Date.now()}`, application_id, directory_id, secret_value };
  const { id } = await ask<{ id: string }>(portal, administrator, 'POST', '/api/reporting_accounts', account);
  await asOwner(ownerUrl, async (client) => {
    // Nothing changes that is searched or watched.
    await client.query('set session_replication_role = replica');
    await client.query(
      `update report set account_id = $1, workspace_id = $2, external_report_id = $3
       where tenant_id = (select id from tenant where subdomain = $4)`,
      [id, report.workspace_id, report.id, subdomainOf(unit)],
    );
    await client.query('vacuum (analyze) report');
  });
}

export async function startReporting(): Promise<Server> {
  const server = await startService();
  for (const delay of delays) {
    const answer = await fetch(`${server.origin}/admin/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'latency', ...delay }),
    });
    if (!answer.ok) throw new Error(`The reporting service does not take a delay: ${await answer.text()}`);
  }
  return server;
}
