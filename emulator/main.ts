import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { demoApplication } from './definitions/demo.ts';
import type { Application } from './definitions/demo.ts';
import { startEmulator } from './emulator.ts';

const { PORT = '4100', HOST = '127.0.0.1', PUBLIC_ORIGIN, CONTENT_DIR, DATA_DIR, CLIENT_SECRET, CLIENT_CERTIFICATE, FIXTURE } = process.env;
const { values } = parseArgs({ options: { fixture: { type: 'string' } } });
const fixture = values.fixture ?? FIXTURE;
const hasOwn = CLIENT_SECRET !== undefined || CLIENT_CERTIFICATE !== undefined;
const application: Application = {
  ...demoApplication,
  // A certificate alone: no secret opens anything then, least of all the public one.
  client_secret: CLIENT_SECRET ?? (hasOwn ? randomUUID() : demoApplication.client_secret),
  certificates: CLIENT_CERTIFICATE === undefined ? [] : [await readFile(CLIENT_CERTIFICATE, 'utf8')],
};

const emulator = await startEmulator({
  host: HOST,
  port: Number(PORT),
  ...(PUBLIC_ORIGIN !== undefined && { publicOrigin: PUBLIC_ORIGIN }),
  ...(CONTENT_DIR !== undefined && { contentDirectory: CONTENT_DIR }),
  ...(fixture !== undefined && { fixture }),
  ...(DATA_DIR !== undefined && { dataDirectory: DATA_DIR }),
  ...(hasOwn && { credentials: [application] }),
});

process.stdout.write(`Local reporting service: ${emulator.origin}

  directory (tenant) id   ${application.tenant_id}
  application (client) id ${application.client_id}
  client secret           ${hasOwn ? '(as given)' : application.client_secret}
  service principal       ${application.object_id}

Use ${emulator.origin} as the address of Entra, Power BI and Azure; open it in a browser to see what it holds and does.
`);

const stop = (): void => {
  void emulator.close();
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
