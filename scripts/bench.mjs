// `npm run bench`: ratios to the limit program; `npm run bench -- list` measures one row. See bench/README.md.
import { build, install, run } from './bootstrap.mjs';
import { chromium } from './chromium.mjs';

install();
// The drill is no measurement but a proof: it needs PostgreSQL, PgBouncer and nginx of the system, and no browser.
if (process.argv[2] === 'drill') process.exit(run(['bench/drill/main.ts']));
build();
if (process.argv[2] === 'scale') process.exit(run(['bench/scale/main.ts', ...process.argv.slice(3)]));
const rows = process.argv.slice(2).filter((word) => /^[a-z]+$/.test(word));
const inBrowser = rows.length === 0 || rows.includes('shell') || rows.includes('viewer');
process.exit(run(['bench/main.ts', ...process.argv.slice(2)], { env: inBrowser ? { CHROMIUM_PATH: chromium() } : {} }));
