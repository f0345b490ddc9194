import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import { registerAdmin } from './admin/admin.ts';
import { registerArm } from './arm/arm.ts';
import { createClock } from './clock.ts';
import type { ServiceClock } from './clock.ts';
import type { WorkspaceContent } from './definition.ts';
import { demoApplication } from './demo.ts';
import type { Application } from './demo.ts';
import { registerEntra } from './entra/entra.ts';
import { loadSigningKey } from './entra/keys.ts';
import { createFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import { createRequestLog } from './request-log.ts';
import type { RequestLog } from './request-log.ts';
import { registerRest } from './rest/rest.ts';
import type { Service } from './service.ts';
import { createState } from './state.ts';
import { registerStrikes } from './strike.ts';
import { createEmbedTokens } from './tokens.ts';

export type EmulatorOptions = {
  /** Address to listen on; time, faults and requests are only served on a loopback address. */
  host?: string;
  /** 0 takes a free port. */
  port?: number;
  /** How browsers reach the service, when not at the address it listens on. */
  publicOrigin?: string;
  /** Workspaces, when not read from a directory. */
  content?: WorkspaceContent[];
  /** Where signing key and embed tokens outlive a restart; without it they live in memory. */
  dataDirectory?: string;
  /** Service principals. The first is Admin everywhere. */
  credentials?: [Application, ...Application[]];
  /** Embed tokens that may be minted for workspaces without capacity. */
  trialTokenLimit?: number;
};

export type Emulator = {
  origin: string;
  clock: ServiceClock;
  faults: Pick<Faults, 'start' | 'clear' | 'list'>;
  requests: Pick<RequestLog, 'list' | 'clear'>;
  close: () => Promise<void>;
};

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/** Starts the local reporting service: Entra, Power BI REST, Azure and embed pages at one origin. */
export const startEmulator = async (options: EmulatorOptions = {}): Promise<Emulator> => {
  const { host = '127.0.0.1', port = 0, dataDirectory } = options;
  if (dataDirectory !== undefined) await mkdir(dataDirectory, { recursive: true });
  const clock = createClock();
  const faults = createFaults();
  const requests = createRequestLog();
  const app = fastify({ forceCloseConnections: true, routerOptions: { caseSensitive: false } });
  let address = '';
  const origin = (): string => options.publicOrigin ?? address;

  const service: Service = {
    origin,
    clock,
    key: await loadSigningKey(dataDirectory),
    state: createState(options.content ?? [], options.credentials ?? [demoApplication]),
    embedTokens: await createEmbedTokens({
      now: clock.now,
      origin,
      file: dataDirectory === undefined ? undefined : join(dataDirectory, 'embed-tokens.jsonl'),
    }),
    trialTokenLimit: options.trialTokenLimit ?? 1_000_000,
  };

  registerStrikes(app, service, faults, requests);
  if (loopback.has(host)) registerAdmin(app, { clock, faults, requests });
  registerEntra(app, service);
  registerRest(app, service);
  registerArm(app, service);
  address = await app.listen({ host, port });

  return { origin: origin(), clock, faults, requests, close: () => app.close() };
};
