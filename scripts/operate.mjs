// `npm run create-operator` and its neighbours: `operate.mjs <program of apps/api/scripts> <arguments>`, with the settings of the portal.
import { install, readSettings, run } from './bootstrap.mjs';

readSettings();
install({ production: process.env.NODE_ENV === 'production' });
const [program, ...given] = process.argv.slice(2);
process.exit(run([`apps/api/scripts/${program}.ts`, ...given]));
