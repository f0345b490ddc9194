// `npm run test:repeat -- 5 <paths>`: the given tests and journeys so many times, each from the start, without a second
// try; a test that passes here does so without luck. With `--load` beside two processes that keep two cores busy.
import { spawn } from 'node:child_process';
import { build, install, pinnedNode } from './bootstrap.mjs';
import { chromium } from './chromium.mjs';
import { openRun } from './parts.mjs';
import { playwright, vitest } from './runners.mjs';

const [times, ...paths] = process.argv.slice(2).filter((argument) => argument !== '--load');
const journeys = paths.filter((path) => path.startsWith('e2e/')).map((path) => path.slice('e2e/'.length));
const tests = paths.filter((path) => !path.startsWith('e2e/'));
if (!(Number(times) > 0) || paths.length === 0) {
  console.error('npm run test:repeat -- [--load] <times> <paths of tests or journeys, from the root>');
  process.exit(2);
}

install();
const browser = chromium();
const { prepare, test, end } = openRun();
if (journeys.length > 0) prepare('build', () => build());
const load = process.argv.includes('--load') ? [0, 1].map(() => spawn(pinnedNode(), ['-e', 'for (;;);'], { stdio: 'ignore' })) : [];
process.on('exit', () => load.forEach((child) => child.kill()));

for (let time = 1; time <= Number(times); time++) {
  if (tests.length > 0) test(`tests, time ${time}`, (name) => vitest(name, tests, { CHROMIUM_PATH: browser }));
  if (journeys.length > 0)
    test(`browser, time ${time}`, (name) => playwright(name, ['--retries=0', ...journeys], { CHROMIUM_PATH: browser }));
}
end();
