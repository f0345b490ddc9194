/** The local reporting service, slowed down by fixed times: what the cloud takes, and the same for both sides. */
import { join } from 'node:path';
import { demoApplication } from '@vitrine/powerbi-emulator/demo.ts';
import type { EmbeddedReport } from '../limit/embedToken.ts';
import { root } from '../place.ts';
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

/** The service with nothing in its way; `variables` are those of its own start. */
export function startService(variables: Record<string, string> = {}): Promise<Server> {
  return startServer(join(root, 'apps/powerbi-emulator/src/main.ts'), variables, '/admin/clock');
}

/** What a program needs to ask for a token of one report. */
export function embedded(service: Server, one: typeof report): EmbeddedReport {
  const { tenant_id: directory, client_id: client, client_secret: secret } = application;
  return { service: service.origin, directory, client, secret, workspace: one.workspace_id, report: one.id };
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
