// `npm test`: checks, unit and API tests, browser journeys. With TEST_DATABASE_URL what depends on the database runs
// once more against that PostgreSQL. Ends with the time of each part, the slowest tests, and one line that counts everything.
import { availableParallelism } from 'node:os';
import { build, install, run } from './bootstrap.mjs';
import { chromium } from './chromium.mjs';
import { nginx } from './nginx.mjs';
import { openRun } from './parts.mjs';
import { peers } from './peers.mjs';
import { playwright, vitest } from './runners.mjs';

install();
const browser = chromium();
const proxy = nginx();
peers();
const { prepare, check, test, end } = openRun();
// Nothing else uses the machine during a whole test run, and tests wait a fifth of their time: one more than there are cores.
const everyCore = `--maxWorkers=${availableParallelism() + 1}`;

prepare('build', () => build());
check('check', () => run(['scripts/check.mjs']));
check('weight of the first pages', () => run(['apps/web/scripts/bundleSize.ts']));
test('unit and API', (name) => vitest(name, [everyCore], { TEST_DATABASE_URL: undefined, CHROMIUM_PATH: browser, NGINX_PATH: proxy }));
if (process.env.TEST_DATABASE_URL)
  test('second database', (name) => vitest(name, [everyCore, '--config', 'apps/api/vitest.database.config.ts']));
test('browser', (name) => playwright(name, [], { CHROMIUM_PATH: browser }));
end();
