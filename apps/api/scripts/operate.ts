/** How commands of the operator begin and end: the settings of the portal, and a sentence when something is in the way. */
import { cloudAddresses } from '@vitrine/powerbi/addresses.ts';
import type { Services } from '#domain/serving/context.ts';
import { openLog } from '#platform/log.ts';
import { type Environment, readEnvironment } from '#platform/environment.ts';
import { openServices } from '#portal.ts';
import { explainStartFailure } from '#startFailure.ts';

export async function operate(work: (environment: Environment) => Promise<void>): Promise<void> {
  let environment: Environment | null = null;
  try {
    environment = readEnvironment(process.env);
    await work(environment);
  } catch (error) {
    console.error(explainStartFailure(error, environment) ?? (error instanceof Error ? error.message : error));
    process.exitCode = 1;
  }
}

/** The same with the services of a portal that serves nobody. */
export function operateServices(work: (services: Services) => Promise<void>): Promise<void> {
  return operate(async (environment) => {
    const started: (() => Promise<void>)[] = [];
    try {
      const { services } = await openServices(environment, environment.reporting ?? cloudAddresses, openLog('warn'), started);
      await work(services);
    } finally {
      for (const stop of started.toReversed()) await stop();
    }
  });
}
