/** A running portal: database, reporting service, demo, HTTP. `main.ts` starts one; benchmarks and journeys do too. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cloudAddresses } from '@vitrine/powerbi/addresses.ts';
import type { Addresses } from '@vitrine/powerbi/addresses.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Services } from './domain/serving/context.ts';
import { openDatabase } from './platform/database/database.ts';
import { openEmbeddedServer } from '@vitrine/embedded-postgres/embeddedPostgres.ts';
import { startWorker } from './domain/jobs/worker.ts';
import { openNode } from './domain/operations/node.ts';
import { writeAsOwner } from './platform/database/asOwner.ts';
import { holdLock } from './platform/database/lock.ts';
import type { Statement } from './platform/database/query.ts';
import { openReplica } from './platform/database/replica.ts';
import { ensureLogin } from './platform/database/login.ts';
import { openDns } from './platform/dns/dns.ts';
import { migrate } from './platform/database/migrate.ts';
import { openLive } from './platform/live/live.ts';
import { openMail } from './platform/mail/mail.ts';
import { openEntra } from './platform/entra/entra.ts';
import { openPasswordHasher } from './platform/secrets/passwordHasher.ts';
import { openPowerbiGateway } from './domain/reporting/powerbiGateway.ts';
import { tracedDatabase, tracedMail } from './platform/tracing/traced.ts';
import { openTracing } from './platform/tracing/tracing.ts';
import { openSecrets } from './platform/secrets/secrets.ts';
import type { Environment } from './platform/environment.ts';
import { openHosts } from './domain/hosts/hosts.ts';
import { loadDemo } from './demo/demo.ts';
import { refuseDemo } from './demo/refuseDemo.ts';
import { jobs } from './jobs.ts';
import { checkAddresses, holdDataDirectory } from './startFailure.ts';

const finishWithinMs = 15_000;
const demoLock = 7_104_629_315;
const demoStatementMs = 600_000;
/** A person waits for a request; nobody waits for a job. */
const statementMs = { request: 10_000, job: 300_000 };
/** Jobs have connections of their own, so that they take none from the people at their screens. */
const jobConnections = 6;
const noLocalReporting =
  "There is no local reporting service here: reports come from Microsoft's cloud, and the demo has none. Add it with npm install, or name another one with ENTRA_URL, POWERBI_URL and ARM_URL.";

export type Portal = {
  services: Services;
  /** Where it listens. */
  address: string;
  /** Finishes accepted requests, then stops everything that was started. */
  close: () => Promise<void>;
};

/** Starts everything according to the environment. If a part fails, the parts before it are stopped again. */
export async function startPortal(given: Environment, log: FastifyBaseLogger): Promise<Portal> {
  const started: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of started.splice(0).toReversed()) await stop();
  };
  try {
    // What lies in files has one writer; with a database and a reporting service elsewhere there are only mails.
    if (given.database === null || given.reporting === null) started.push(await holdDataDirectory(given.dataDirectory));
    const local = given.reporting === null ? await startLocalReporting(given, log, started) : null;
    const reporting = given.reporting ?? local?.addresses ?? cloudAddresses;
    const signInApplication = given.signInApplication ?? local?.application ?? null;
    const domains = await domainsOf(given, log, started);
    const environment: Environment = { ...given, reporting, signInApplication, domains };
    const { services, directUrl, ownerUrl } = await openServices(environment, reporting, log, started);
    if (!environment.production) await loadDemoOnce(services, { directUrl, ownerUrl, reports: local !== null });
    const app = await buildApp(services);
    started.push(() => finish(app, services));
    const address = await app.listen({ host: environment.host, port: environment.port });
    const node = openNode(services);
    started.push(node.close);
    node.start();
    started.push(workInBackground(services, directUrl));
    return { services, address, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type DemoOptions = { directUrl: string; ownerUrl: string; reports: boolean };

/**
 * One process loads the demo; others that start at the same time wait for it. No request is waiting yet, so statements that write a whole
 * demo have a longer time limit than those of requests.
 */
async function loadDemoOnce(services: Services, { directUrl, ownerUrl, reports }: DemoOptions): Promise<void> {
  const release = await holdLock(ownerUrl, demoLock);
  const database = openDatabase({ url: directUrl, statementTimeoutMs: demoStatementMs, applicationName: 'vitrine demo' });
  try {
    const asOwner = (statements: readonly Statement[]) => writeAsOwner(ownerUrl, statements);
    await loadDemo({ ...services, database, reporting: services.reporting.ofJobs }, { reports, asOwner });
  } finally {
    await database.close();
    await release();
  }
}

/** Requests are served before the worker has started. If it cannot start, jobs wait for another node. */
function workInBackground(services: Services, url: string): () => Promise<void> {
  const pool = openDatabase({
    url,
    poolSize: jobConnections,
    statementTimeoutMs: statementMs.job,
    applicationName: 'vitrine work',
    onIdleError: (error) => services.log.warn({ err: error }, 'an idle database connection broke'),
  });
  const database = tracedDatabase(pool, services.tracing);
  const starting = startWorker({ ...services, database, reporting: services.reporting.ofJobs }, jobs, url).catch((error: unknown) => {
    services.log.error({ err: error }, 'no jobs are worked here');
    return async () => {};
  });
  return async () => {
    await (
      await starting
    )();
    await database.close();
  };
}

/** Gives accepted requests a limited time to finish, then closes their connections, so that the rest can be stopped. */
async function finish(app: FastifyInstance, { live }: Services): Promise<void> {
  // Live streams would not end by themselves.
  await live.close();
  const timer = setTimeout(() => app.server.closeAllConnections(), finishWithinMs);
  await app.close();
  clearTimeout(timer);
}

/** The database with its migrations, and everything else that requests use. */
export async function openServices(
  environment: Environment,
  reporting: Addresses,
  log: FastifyBaseLogger,
  started: (() => Promise<void>)[],
): Promise<{ services: Services; directUrl: string; ownerUrl: string }> {
  const { url, directUrl, ownerUrl, pooled, replicaUrl } = environment.database ?? (await startEmbeddedDatabase(environment, log, started));
  if (environment.database !== null) await checkAddresses(environment.database);
  const applied = await migrate(ownerUrl);
  if (applied.length > 0) log.info({ count: applied.length, last: applied.at(-1) }, 'migrations applied');
  await ensureLogin(ownerUrl, url);
  const tracing = await openTracing(environment, log);
  if (tracing) started.push(tracing.close);
  const pool = openDatabase({
    url,
    named: !pooled,
    statementTimeoutMs: statementMs.request,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  });
  const database = tracedDatabase(pool, tracing);
  started.push(() => database.close());
  const replica =
    replicaUrl === null ? null : openReplica(database, { url: replicaUrl, named: !pooled, statementTimeoutMs: statementMs.request, log });
  if (replica !== null) started.push(() => replica.close());
  if (environment.production) await refuseDemo({ database });
  const secrets = openSecrets(environment.masterKeys);
  const now = () => new Date();
  const hosts = openHosts(environment, database, { url: directUrl, log });
  started.push(() => hosts.close());
  const live = openLive({ database, url: directUrl, log, now });
  started.push(() => live.close());
  const services: Services = {
    live,
    environment,
    database,
    replica,
    hosts,
    dns: openDns(environment.domains.servers),
    mail: tracedMail(openMail(environment, log), tracing),
    passwords: openPasswordHasher(),
    secrets,
    reporting: openPowerbiGateway({ addresses: reporting, secrets, now, log, tracing }),
    entra: openEntra(environment),
    log,
    tracing,
    now,
  };
  return { services, directUrl, ownerUrl };
}

async function startEmbeddedDatabase(environment: Environment, log: FastifyBaseLogger, started: (() => Promise<void>)[]) {
  const server = await openEmbeddedServer({
    directory: environment.dataDirectory,
    onLost: (error) => log.fatal({ err: error }, 'the embedded database was lost and could not be started again'),
  });
  started.push(server.close);
  return { ...server, directUrl: server.url, pooled: false, replicaUrl: null };
}

/** The demo's domains stand in a name server of its own, so that they are what they say without the internet. */
async function domainsOf(given: Environment, log: FastifyBaseLogger, started: (() => Promise<void>)[]): Promise<Environment['domains']> {
  if (given.production || given.domains.servers.length > 0 || !isInstalled('dns2')) return given.domains;
  const [{ openDnsServer }, { demoZone }] = await Promise.all([import('./demo/nameServer.ts'), import('./demo/domains.ts')]);
  const server = await openDnsServer(demoZone(given.domains.target));
  started.push(server.close);
  log.info({ address: server.address }, 'domains are looked for in the name server of the demo; DNS_SERVERS names others');
  return { ...given.domains, servers: [server.address] };
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return false;
    throw error;
  }
}

/** The local reporting service is loaded only where it is used; an installation need not have it. */
async function startLocalReporting(
  environment: Environment,
  log: FastifyBaseLogger,
  started: (() => Promise<void>)[],
): Promise<{ addresses: Addresses; application: NonNullable<Environment['signInApplication']> } | null> {
  if (!isInstalled('@vitrine/emulator/emulator.ts')) {
    log.warn(noLocalReporting);
    return null;
  }
  const [{ startEmulator }, { demoApplication }] = await Promise.all([
    import('@vitrine/emulator/emulator.ts'),
    import('@vitrine/emulator/definitions/demo.ts'),
  ]);
  const service = await startEmulator({ port: environment.reportingPort, dataDirectory: join(environment.dataDirectory, 'reporting') });
  started.push(service.close);
  const { client_id, client_secret } = demoApplication;
  const { origin } = service;
  return { addresses: { entra: origin, powerbi: origin, arm: origin }, application: { client_id, client_secret } };
}
