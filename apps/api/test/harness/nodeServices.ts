/** What a process of its own works with, as a second node of an installation does, until it is killed. Its log is its output. */
import { openHosts } from '#domain/hosts/hosts.ts';
import { openPowerbiGateway } from '#domain/reporting/powerbiGateway.ts';
import type { Services } from '#domain/serving/context.ts';
import { openDatabase } from '#platform/database/database.ts';
import type { Environment } from '#platform/environment.ts';
import { openDns } from '#platform/dns/dns.ts';
import { openLive } from '#platform/live/live.ts';
import { openLog } from '#platform/log.ts';
import { openMail } from '#platform/mail/mail.ts';
import { openEntra } from '#platform/entra/entra.ts';
import { openPasswordHasher } from '#platform/secrets/passwordHasher.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';

/** From the arguments of the process: the address of the database, and the environment as JSON. */
export function nodeServices(): Services & { url: string; ofJobs: NonNullable<Services['reporting']>['ofJobs'] } {
  const [url = '', environmentText = ''] = process.argv.slice(2);
  const environment = JSON.parse(environmentText) as Environment;
  const log = openLog('debug');
  const now = () => new Date();
  const database = openDatabase({ url });
  const secrets = openSecrets(environment.masterKeys);
  const addresses = environment.reporting;
  if (addresses === null) throw new Error('A node of a test needs a reporting service');
  const reporting = openPowerbiGateway({ addresses, secrets, now, log });
  return {
    live: openLive({ database, url, log, now }),
    environment,
    database,
    replica: null,
    hosts: openHosts(environment, database),
    dns: openDns(environment.domains.servers),
    mail: openMail(environment, log),
    passwords: openPasswordHasher(),
    secrets,
    reporting,
    entra: openEntra(environment),
    log,
    tracing: null,
    now,
    url,
    ofJobs: reporting.ofJobs,
  };
}
