/**
 * The portal on a fresh database, and people in it. Tests make the tenants and people they need and never clean up:
 *
 *   const world = await openWorld();          // afterAll(world.close)
 *   const unit = await world.unit();
 *   const ana = await world.signIn(await unit.person('admin'));
 *   await ana.call(reportGroups.list, {});
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Email } from 'postal-mime';
import { buildApp } from '#app.ts';
import type { Services } from '#domain/serving/context.ts';
import type { Database } from '#platform/database/database.ts';
import type { Replica } from '#platform/database/replica.ts';
import { openLog } from '#platform/log.ts';
import { openLive } from '#platform/live/live.ts';
import { openMail } from '#platform/mail/mail.ts';
import { openEntra } from '#platform/entra/entra.ts';
import { openPasswordHasher } from '#platform/secrets/passwordHasher.ts';
import type { Job, PlatformJob } from '#domain/jobs/defineJob.ts';
import { openPowerbiGateway } from '#domain/reporting/powerbiGateway.ts';
import { openDns } from '#platform/dns/dns.ts';
import { tracedDatabase, tracedMail } from '#platform/tracing/traced.ts';
import { openTracing } from '#platform/tracing/tracing.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import type { Environment } from '#platform/environment.ts';
import { openHosts } from '#domain/hosts/hosts.ts';
import { jobs as portalJobs } from '#jobs.ts';
import { openBrowser } from './browser.ts';
import type { Browser } from './browser.ts';
import { testDatabase } from './database.ts';
import type { JobResult } from './jobs.ts';
import { openJobs } from './jobs.ts';
import type { Leak } from './markers.ts';
import { leaksLeftBehind, refuseLeak, watchAnswers } from './markers.ts';
import { readOutbox } from './mailbox.ts';
import type { Owner } from './owner.ts';
import { openOwner } from './owner.ts';
import type { TestServer } from './server.ts';
import type { Person, Population, Unit } from './population.ts';
import { createPopulation } from './population.ts';
import { startSession } from './sessions.ts';

export type World = Population & {
  app: FastifyInstance;
  services: Services;
  /** Where the environment keeps files, also the outbox of mails. */
  directory: string;
  /** Everything, past every policy: for looking at what was stored, and for making what no endpoint makes. */
  owner: Owner;
  /** The login of requests, for parts that open a connection of their own. */
  url: string;
  /** Lines of the log so far. */
  log: string[];
  /** Puts the clock of the portal to a time, where it stands until it is let go with null. */
  setTime: (at: Date | null) => void;
  /** Works off the jobs that are due, and before them, if one is named, a recurring one. */
  runJobs: (recurring?: PlatformJob) => Promise<JobResult[]>;
  /** A browser in which nobody has signed in; `host` is the address it shows. */
  browser: (options?: { host?: string; ip?: string }) => Browser;
  /** A browser in which the person is signed in, without the cost of a password. */
  signIn: (person: Person, options?: { host?: string; ip?: string }) => Promise<Browser>;
  /** A unit and its administrator, signed in. */
  unitWithAdmin: (values?: Parameters<Population['unit']>[0]) => Promise<{ unit: Unit; person: Person; admin: Browser }>;
  /** Mails to an address, oldest first, once those that are queued have been sent. */
  mailsTo: (address: string) => Promise<Email[]>;
  close: () => Promise<void>;
};

/** Nobody answers here; tests that open reports name a reporting service of their own. */
const nobody = { entra: 'http://127.0.0.1:9', powerbi: 'http://127.0.0.1:9', arm: 'http://127.0.0.1:9' };

/** Opens a portal. `environment` and `services` replace single parts, such as the mail server or the reporting service. */
export async function openWorld(
  // `server` is one that has something the common one has not, such as a standby for `replica`. `onLeak` is for the tests that want leaks: all others fail when a marker reaches somebody who has nothing to do with it.
  options: {
    environment?: Partial<Environment>;
    services?: Partial<Services>;
    jobs?: readonly Job[];
    server?: TestServer;
    replica?: (url: string, database: Database, log: FastifyBaseLogger) => Replica;
    onLeak?: (leak: Leak) => void;
  } = {},
): Promise<World> {
  const { database: pool, ownerUrl, url, close } = await testDatabase(options.server);
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-world-'));
  const log: string[] = [];
  const addresses = options.environment?.reporting ?? nobody;
  let time: Date | null = null;
  const environment: Environment = {
    production: false,
    logLevel: 'debug',
    host: '127.0.0.1',
    port: 0,
    dataDirectory: directory,
    publicUrl: 'https://portal.example',
    database: null,
    masterKeys: [randomBytes(32).toString('base64')],
    trustedProxies: [],
    smtp: null,
    reporting: addresses,
    reportingPort: 0,
    signInApplication: null,
    privateAddresses: true,
    // Nobody answers here either; tests of domains name a server of their own.
    domains: { servers: ['127.0.0.1:9'], target: 'portal.example', proxy: { host: '127.0.0.1', port: 9 } },
    ipListsOff: false,
    webDirectory: join(directory, 'web'),
    docs: false,
    metricsToken: null,
    tracing: null,
    ...options.environment,
  };
  const logger = openLog(environment.logLevel, { write: (line) => void log.push(line) });
  const tracing = await openTracing(environment, logger);
  const database = tracedDatabase(pool, tracing);
  const now = () => time ?? new Date();
  const secrets = openSecrets(environment.masterKeys);
  const hosts = openHosts(environment, database, { url, log: logger });
  const services: Services = {
    live: openLive({ database, url, log: logger, now }),
    environment,
    database,
    replica: options.replica?.(url, database, logger) ?? null,
    hosts,
    dns: openDns(environment.domains.servers),
    mail: tracedMail(openMail(environment, logger), tracing),
    passwords: openPasswordHasher(),
    secrets,
    // A machine that is busy with other tests answers late, and says nothing by it.
    reporting: openPowerbiGateway({ addresses, secrets, now, log: logger, personWaitsMs: 20_000, tracing }),
    entra: openEntra(environment),
    log: logger,
    tracing,
    now,
    ...options.services,
  };
  const app = await buildApp(services);
  const owner = await openOwner(ownerUrl);
  watchAnswers(app, owner, options.onLeak);
  const jobs = openJobs(services, url, owner, [...portalJobs, ...(options.jobs ?? [])]);
  const population = createPopulation(owner);
  const browser: World['browser'] = (where) => openBrowser({ app, log }, where);
  const signIn: World['signIn'] = async (person, where) => {
    const signedIn = browser(where);
    signedIn.enter(await startSession(owner, person, { now: now(), host: signedIn.host, ip: signedIn.ip }));
    return signedIn;
  };
  return {
    ...population,
    app,
    services,
    directory,
    owner,
    url,
    log,
    setTime: (at) => {
      time = at;
    },
    runJobs: (recurring) => jobs.runJobs(recurring),
    browser,
    signIn,
    async unitWithAdmin(values) {
      const unit = await population.unit(values);
      const person = await unit.person('admin');
      return { unit, person, admin: await signIn(person) };
    },
    async mailsTo(address) {
      await jobs.runMails();
      return (await readOutbox(directory)).filter(({ to }) => to?.[0]?.address === address);
    },
    async close() {
      await services.live.close();
      await hosts.close();
      await app.close();
      await services.replica?.close();
      await jobs.runMails();
      await jobs.close();
      await tracing?.close();
      const leaks = await leaksLeftBehind(owner, directory, log);
      await owner.close();
      await close();
      await rm(directory, { recursive: true, force: true });
      for (const leak of leaks) (options.onLeak ?? refuseLeak)(leak);
    },
  };
}
