/** `npm start` ends here: the portal of the environment, until a signal comes. */
import { demoPassword, demoSignIns } from './demo/people.ts';
import { openLog } from './platform/log.ts';
import type { Environment } from './platform/environment.ts';
import { readEnvironment, EnvironmentError } from './platform/environment.ts';
import { startPortal } from './portal.ts';
import { explainStartFailure } from './startFailure.ts';

const stopWithinMs = 30_000;

function environmentOrExit(): Environment {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    console.error(error instanceof EnvironmentError ? error.message : (explainStartFailure(error, null) ?? error));
    return process.exit(1);
  }
}

const environment = environmentOrExit();
const log = openLog(environment.logLevel);
const starting = startPortal(environment, log);

let stopping = false;
/** Stops everything that was started, also during start-up. */
async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // A part that hangs must not keep the process alive.
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  const portal = await starting.catch(() => null);
  await portal?.close();
  process.exit(exitCode);
}
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
process.on('unhandledRejection', (error) => log.error({ err: error }, 'nobody handled a failure'));
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'a failure outside of every request');
  void stop(1);
});

try {
  await starting;
} catch (error) {
  console.error(explainStartFailure(error, environment) ?? (error instanceof Error ? error.message : error));
  process.exit(1);
}
console.log(`\nVitrine is ready: ${environment.publicUrl}\n`);
if (!environment.production) {
  for (const { email, what } of demoSignIns) console.log(`  ${email.padEnd(30)} ${what}`);
  console.log(`\n  Everybody's password: ${demoPassword}\n`);
}
