/** `npm start` ends here: the portal of the environment's settings, until a signal comes. */
import { demoPassword, demoSignIns } from './demo/people.ts';
import { openLog } from './core/log.ts';
import type { Settings } from './core/settings.ts';
import { readSettings, SettingsError } from './core/settings.ts';
import { startPortal } from './portal.ts';

const stopWithinMs = 30_000;

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error);
    return process.exit(1);
  }
}

const settings = settingsOrExit();
const log = openLog(settings.logLevel);
const starting = startPortal(settings, log);

let stopping = false;
/** Stops everything that was started, also when the signal comes while it is still starting. */
async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // Whatever hangs must not keep the process for ever.
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
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
console.log(`\nVitrine is ready: ${settings.publicUrl}\n`);
if (!settings.production) {
  for (const { email, what } of demoSignIns) console.log(`  ${email.padEnd(30)} ${what}`);
  console.log(`\n  Everybody's password: ${demoPassword}\n`);
}
