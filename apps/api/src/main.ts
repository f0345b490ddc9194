/** `npm start` ends here: the portal of the environment's settings, until a signal comes. */
import { demoPassword, demoSignIns } from './demo/people.ts';
import { openLog } from './core/log.ts';
import type { Settings } from './core/settings.ts';
import { readSettings, SettingsError } from './core/settings.ts';
import { startPortal } from './portal.ts';

const stopWithinMs = 15_000;

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
const portal = await startPortal(settings, log);

console.log(`\nVitrine is ready: ${settings.publicUrl}\n`);
if (!settings.production) {
  for (const { email, what } of demoSignIns) console.log(`  ${email.padEnd(30)} ${what}`);
  console.log(`\n  Everybody's password: ${demoPassword}\n`);
}

let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  // Whatever hangs must not keep the process: what was accepted has had its time.
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  await portal.close();
  process.exit(0);
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
