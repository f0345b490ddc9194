// `npm run test:changed [-- <commit>]`: the tests that a change touches. The change is all that differs from the given
// commit, or from where the branch left its upstream. `--list` says what would run.
import { affectedBy, changedSince, mergeBase } from './affected.mjs';
import { build, install } from './bootstrap.mjs';
import { chromium } from './chromium.mjs';
import { openRun } from './parts.mjs';
import { playwright, vitest } from './runners.mjs';

const given = process.argv.slice(2);
const base = given.find((argument) => !argument.startsWith('--')) ?? mergeBase();
const changed = changedSince(base);
const { tests, journeys } = affectedBy(changed);
console.log(`${changed.length} files differ from ${base}: ${tests.length} test files and ${journeys.length} journeys.`);
for (const file of [...tests, ...journeys]) console.log(`  ${file}`);
if (given.includes('--list') || tests.length + journeys.length === 0) process.exit();

install();
const { prepare, test, end } = openRun();
const browser = chromium();
if (tests.length > 0) test('tests', (name) => vitest(name, tests, { CHROMIUM_PATH: browser }));
if (journeys.length > 0) {
  prepare('build', () => build());
  test('browser', (name) => playwright(name, journeys.map(inJourneys), { CHROMIUM_PATH: browser }));
}
end();

/** Playwright takes paths from its own folder. */
function inJourneys(file) {
  return file.replace(/^e2e\//, '');
}
