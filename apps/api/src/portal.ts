/** A running portal: database, reporting service, demo, HTTP. `main.ts` starts one; benchmarks and journeys do too. */
import { join } from 'node:path';
import type { Addresses } from '@vitrine/powerbi/addresses.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Services } from './core/context.ts';
import { openDatabase } from './core/database/database.ts';
import { openEmbeddedServer } from './core/database/embedded.ts';
import { startWorker } from './core/jobs/worker.ts';
import { holdLock } from './core/database/lock.ts';
import { ensureLogin } from './core/database/login.ts';
import { migrate } from './core/database/migrate.ts';
import { queuedMail } from './core/mail.jobs.ts';
import { openLive } from './core/live/live.ts';
import { openMail } from './core/mail.ts';
import { openPasswordHasher } from './core/passwordHasher.ts';
import { openReporting } from './core/reporting.ts';
import { openSecrets } from './core/secrets.ts';
import type { Settings } from './core/settings.ts';
import { openSites } from './core/sites.ts';
import { loadDemo } from './demo/demo.ts';
import { jobs } from './jobs.ts';

const finishWithinMs = 15_000;
const demoLock = 7_104_629_315;
const demoStatementMs = 600_000;

export type Portal = {
  services: Services;
  /** Where it listens. */
  address: string;
  /** Finishes accepted requests, then stops everything that was started. */
  close: () => Promise<void>;
};

/** Starts everything that the settings ask for. What was started before a failure is stopped again. */
export async function startPortal(given: Settings, log: FastifyBaseLogger): Promise<Portal> {
  const started: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of started.splice(0).toReversed()) await stop();
  };
  try {
    const reporting = given.reporting ?? (await startLocalReporting(given, started));
    const settings: Settings = { ...given, reporting };
    const { services, directUrl, ownerUrl } = await openServices(settings, reporting, log, started);
    if (!settings.production) await loadDemoOnce(services, { directUrl, ownerUrl, reports: given.reporting === null });
    const app = await buildApp(services);
    started.push(() => finish(app, services));
    const address = await app.listen({ host: settings.host, port: settings.port });
    started.push(workInBackground(services, directUrl));
    return { services, address, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type DemoOptions = { directUrl: string; ownerUrl: string; reports: boolean };

/**
 * One process loads the demo, others that start meanwhile wait for it. Nobody waits for an answer yet: what writes a whole
 * demo on a busy machine has more time than the statements of requests.
 */
async function loadDemoOnce(services: Services, { directUrl, ownerUrl, reports }: DemoOptions): Promise<void> {
  const release = await holdLock(ownerUrl, demoLock);
  const database = openDatabase({ url: directUrl, statementTimeoutMs: demoStatementMs, applicationName: 'vitrine demo' });
  try {
    await loadDemo({ ...services, database }, { reports });
  } finally {
    await database.close();
    await release();
  }
}

/** People need not wait for the worker. Where it cannot start, the portal answers all the same, and jobs wait for another node. */
function workInBackground(services: Services, url: string): () => Promise<void> {
  const starting = startWorker(services, jobs, url).catch((error: unknown) => {
    services.log.error({ err: error }, 'no jobs are worked here');
    return async () => {};
  });
  return async () => (await starting)();
}

/** Lets accepted requests end, for so long; then cuts them off, so that everything behind them can be stopped as well. */
async function finish(app: FastifyInstance, { live }: Services): Promise<void> {
  // A stream of events would not end by itself.
  await live.close();
  const timer = setTimeout(() => app.server.closeAllConnections(), finishWithinMs);
  await app.close();
  clearTimeout(timer);
}

/** The database with its migrations, and everything else that requests use. */
export async function openServices(
  settings: Settings,
  reporting: Addresses,
  log: FastifyBaseLogger,
  started: (() => Promise<void>)[],
): Promise<{ services: Services; directUrl: string; ownerUrl: string }> {
  const { url, directUrl, ownerUrl, pooled } = settings.database ?? (await startEmbeddedDatabase(settings, log, started));
  const applied = await migrate(ownerUrl);
  if (applied.length > 0) log.info({ count: applied.length, last: applied.at(-1) }, 'migrations applied');
  await ensureLogin(ownerUrl, url);
  const database = openDatabase({
    url,
    named: !pooled,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  });
  started.push(() => database.close());
  const secrets = openSecrets(settings.masterKeys);
  const mail = queuedMail(openMail(settings, log), { database, secrets, log });
  started.push(() => mail.close());
  const now = () => new Date();
  const live = openLive({ database, url: directUrl, log, now });
  started.push(() => live.close());
  const services: Services = {
    live,
    settings,
    database,
    sites: openSites(settings, database),
    mail,
    passwords: openPasswordHasher(),
    secrets,
    reporting: openReporting({ addresses: reporting, secrets, now, log }),
    log,
    now,
  };
  return { services, directUrl, ownerUrl };
}

async function startEmbeddedDatabase(settings: Settings, log: FastifyBaseLogger, started: (() => Promise<void>)[]) {
  const server = await openEmbeddedServer({
    directory: settings.dataDirectory,
    onLost: (error) => log.fatal({ err: error }, 'the embedded database was lost and could not be started again'),
  });
  started.push(server.close);
  return { ...server, directUrl: server.url, pooled: false };
}

/** The local reporting service is loaded only where it is used. */
async function startLocalReporting(settings: Settings, started: (() => Promise<void>)[]): Promise<Addresses> {
  const { startEmulator } = await import('@vitrine/powerbi-emulator/emulator.ts');
  const service = await startEmulator({ port: settings.reportingPort, dataDirectory: join(settings.dataDirectory, 'reporting') });
  started.push(service.close);
  return { entra: service.origin, powerbi: service.origin, arm: service.origin };
}
