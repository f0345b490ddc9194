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
import type { FastifyInstance } from 'fastify';
import type { Email } from 'postal-mime';
import { buildApp } from '../../src/app.ts';
import type { Services } from '../../src/core/context.ts';
import { openLog } from '../../src/core/log.ts';
import { openLive } from '../../src/core/live/live.ts';
import { openMail } from '../../src/core/mail.ts';
import { openPasswordHasher } from '../../src/core/passwordHasher.ts';
import type { Job, PlatformJob } from '../../src/core/jobs/defineJob.ts';
import { openReporting } from '../../src/core/reporting.ts';
import { openSecrets } from '../../src/core/secrets.ts';
import type { Settings } from '../../src/core/settings.ts';
import { openSites } from '../../src/core/sites.ts';
import { jobs as portalJobs } from '../../src/jobs.ts';
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
import type { Person, Population, Unit } from './population.ts';
import { createPopulation } from './population.ts';
import { startSession } from './sessions.ts';

export type World = Population & {
  app: FastifyInstance;
  services: Services;
  /** Where settings keep files, also the outbox of mails. */
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
  /** Mails to an address, oldest first, once those on their way have arrived. */
  mailsTo: (address: string) => Promise<Email[]>;
  close: () => Promise<void>;
};

/** Nobody answers here; tests that open reports name a reporting service of their own. */
const nobody = { entra: 'http://127.0.0.1:9', powerbi: 'http://127.0.0.1:9', arm: 'http://127.0.0.1:9' };

/** Opens a portal. `settings` and `services` replace single parts, such as the mail server or the reporting service. */
export async function openWorld(
  // `onLeak` is for the tests that want leaks: all others fail when a marker reaches somebody who has nothing to do with it.
  options: { settings?: Partial<Settings>; services?: Partial<Services>; jobs?: readonly Job[]; onLeak?: (leak: Leak) => void } = {},
): Promise<World> {
  const { database, ownerUrl, url, close } = await testDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-world-'));
  const log: string[] = [];
  const addresses = options.settings?.reporting ?? nobody;
  let time: Date | null = null;
  const settings: Settings = {
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
    privateMailServers: true,
    ipListsOff: false,
    webDirectory: join(directory, 'web'),
    docs: false,
    ...options.settings,
  };
  const logger = openLog(settings.logLevel, { write: (line) => void log.push(line) });
  const now = () => time ?? new Date();
  const secrets = openSecrets(settings.masterKeys);
  const services: Services = {
    live: openLive({ database, url, log: logger, now }),
    settings,
    database,
    sites: openSites(settings, database),
    mail: openMail(settings, logger),
    passwords: openPasswordHasher(),
    secrets,
    reporting: openReporting({ addresses, secrets, now, log: logger }),
    log: logger,
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
      await services.mail.close();
      return (await readOutbox(directory)).filter(({ to }) => to?.[0]?.address === address);
    },
    async close() {
      await services.live.close();
      await app.close();
      await services.mail.close();
      await jobs.close();
      const leaks = await leaksLeftBehind(owner, directory, log);
      await owner.close();
      await close();
      await rm(directory, { recursive: true, force: true });
      for (const leak of leaks) (options.onLeak ?? refuseLeak)(leak);
    },
  };
}
