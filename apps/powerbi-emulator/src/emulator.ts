import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import type { FastifyError } from 'fastify';
import { registerAdmin } from './admin/admin.ts';
import { registerArm } from './arm/arm.ts';
import { createClock } from './clock.ts';
import type { ServiceClock } from './clock.ts';
import { loadContent } from './content.ts';
import type { WorkspaceContent } from './definition.ts';
import { demoApplication } from './demo.ts';
import type { Application } from './demo.ts';
import { checkEmbedToken } from './embed-access.ts';
import { registerEmbed } from './embed/server.ts';
import { registerEntra } from './entra/entra.ts';
import { loadSigningKey } from './entra/keys.ts';
import { createFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import { openEngine } from './models/engine.ts';
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
  /** Folder with a folder for each workspace; without it the workspaces that come with the service. */
  contentDirectory?: string;
  /** Workspaces, when not read from a folder. */
  content?: WorkspaceContent[];
  /** Where signing key and embed tokens outlive a restart; without it they live in memory. */
  dataDirectory?: string;
  /** Service principals, the first of them Admin everywhere. Needed when others than this machine can reach the service, because the demo secret is public. */
  credentials?: [Application, ...Application[]];
  /** Embed tokens that may be minted for workspaces without capacity. */
  trialTokenLimit?: number;
  /** Told of failures of the service itself, which its callers only see as 500; writes them to standard error unless given. */
  onFailure?: (error: Error) => void;
};

export type Emulator = {
  /** Where browsers reach the service. */
  origin: string;
  /** Where it listens, for servers on the same machine. */
  address: string;
  clock: ServiceClock;
  faults: Pick<Faults, 'start' | 'clear' | 'list'>;
  requests: Pick<RequestLog, 'list' | 'clear'>;
  close: () => Promise<void>;
};

const loopback = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);

/** Whether only this machine is meant to reach the service; a public origin means a proxy in front of it. */
const isLocal = (host: string, publicOrigin: string | undefined): boolean =>
  loopback.has(host) && (publicOrigin === undefined || loopback.has(new URL(publicOrigin).hostname));

/** Starts the local reporting service: Entra, Power BI REST, Azure and embed pages at one origin. Throws for content with mistakes. */
export const startEmulator = async (options: EmulatorOptions = {}): Promise<Emulator> => {
  const { host = '127.0.0.1', port = 0, publicOrigin, dataDirectory } = options;
  const local = isLocal(host, publicOrigin);
  if (!local && !options.credentials) throw new Error('A reporting service that others can reach needs credentials of its own');
  if (dataDirectory !== undefined) await mkdir(dataDirectory, { recursive: true });
  const clock = createClock();
  const faults = createFaults();
  const requests = createRequestLog();
  const app = fastify({ forceCloseConnections: true, routerOptions: { caseSensitive: false } });
  const onFailure = options.onFailure ?? ((error) => process.stderr.write(`${error.stack ?? error.message}\n`));
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    if ((error.statusCode ?? 500) < 500) return reply.send(error);
    onFailure(error);
    return reply.code(500).send({ message: 'An error has occurred.' });
  });
  const content = options.content ?? loadContent(options.contentDirectory);
  const engine = openEngine({ content, now: () => new Date(clock.now()) });
  app.addHook('onClose', async () => engine.close());
  let address = '';
  const origin = (): string => publicOrigin ?? address;

  const service: Service = {
    origin,
    clock,
    key: await loadSigningKey(dataDirectory),
    state: createState(content, options.credentials ?? [demoApplication]),
    embedTokens: await createEmbedTokens({
      now: clock.now,
      origin,
      file: dataDirectory === undefined ? undefined : join(dataDirectory, 'embed-tokens.jsonl'),
    }),
    trialTokenLimit: options.trialTokenLimit ?? 1_000_000,
  };

  registerStrikes(app, service, faults, requests);
  if (local) registerAdmin(app, { clock, faults, requests });
  registerEntra(app, service);
  registerRest(app, service);
  registerArm(app, service);
  registerEmbed(app, { content, engine, checkToken: checkEmbedToken(service) });
  address = await app.listen({ host, port });

  return { origin: origin(), address, clock, faults, requests, close: () => app.close() };
};
