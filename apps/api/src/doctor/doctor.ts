/** `npm run doctor`: what is wrong with an installation, with the mending of each. It changes nothing. */
import { openEmbeddedServer } from '@vitrine/embedded-postgres/embeddedPostgres.ts';
import type { Environment } from '#platform/environment.ts';
import { EnvironmentError, readEnvironment } from '#platform/environment.ts';
import { checkAddresses, explainStartFailure } from '#startFailure.ts';
import { checkBackup } from './backup.ts';
import type { DatabaseUrls } from './database.ts';
import { asking, checkDatabase, hasTables } from './database.ts';
import { checkDomains, checkEntrance } from './entrance.ts';
import { checkErasures } from './erasures.ts';
import type { Finding } from './finding.ts';
import { message, of } from './finding.ts';
import { checkJobs } from './jobs.ts';
import { checkMachine } from './machine.ts';
import { checkReplica } from './replica.ts';
import { checkMail, checkReporting } from './services.ts';

/** A part that could not be looked at is ill by that. */
async function look(part: Finding['part'], environment: Environment, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    return [of(part).ill(explainStartFailure(error, environment) ?? message(error))];
  }
}

async function lookAtDatabase(
  environment: Environment,
  { url, directUrl, ownerUrl }: DatabaseUrls & { directUrl: string },
): Promise<Finding[]> {
  const findings = await checkDatabase({ url: directUrl, ownerUrl });
  if (!(await asking(ownerUrl, hasTables))) return findings;
  const [jobs, domains, erasures] = await Promise.all([
    look('jobs', environment, () => checkJobs(directUrl)),
    look('domains', environment, () => checkDomains(environment, url)),
    look('erasures', environment, () => checkErasures(environment.dataDirectory, url)),
  ]);
  return [...findings, ...jobs, ...domains, ...erasures];
}

async function database(environment: Environment): Promise<Finding[]> {
  const { database: external, dataDirectory } = environment;
  if (external !== null) {
    await checkAddresses(external);
    return [...(await lookAtDatabase(environment, external)), ...(await checkReplica(external.replicaUrl))];
  }
  const server = await openEmbeddedServer({ directory: dataDirectory });
  try {
    return await lookAtDatabase(environment, { ...server, directUrl: server.url });
  } finally {
    await server.close();
  }
}

/** Everything that can be found out about the installation of these environment variables, in the order of a start. */
export async function examine(variables: Record<string, string | undefined>): Promise<Finding[]> {
  let environment: Environment;
  try {
    environment = readEnvironment(variables);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems.map((problem) => of('settings').ill(`${problem}.`));
    throw error;
  }
  const parts = await Promise.all([
    look('machine', environment, () => checkMachine(environment)),
    look('database', environment, () => database(environment)),
    look('mail', environment, () => checkMail(environment)),
    look('reporting service', environment, () => checkReporting(environment)),
    look('entrance', environment, () => checkEntrance(environment)),
    look('backup', environment, () => checkBackup(environment)),
  ]);
  return [of('settings').well('They can be read, and fit each other.'), ...parts.flat()];
}

const marks = { well: '✓', weak: '!', ill: '✗' } as const;

/** The findings as lines, and how they end. */
export function report(findings: readonly Finding[]): string {
  const lines = findings.map(({ part, verdict, text }) => `${marks[verdict]} ${part}: ${text}`);
  const count = (verdict: Finding['verdict']) => findings.filter((finding) => finding.verdict === verdict).length;
  return [...lines, '', `${count('ill')} to mend, ${count('weak')} to look at, ${count('well')} well.`].join('\n');
}
