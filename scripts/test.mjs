// `npm test`: checks, unit and API tests, browser journeys. With TEST_DATABASE_URL the database tests run once more
// against that PostgreSQL. Ends with one line that counts everything.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { bin, build, install, root, run } from './bootstrap.mjs';
import { chromium } from './chromium.mjs';

install();
const browser = chromium();
build();

const results = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
// The database of the journeys runs under an account of its own and keeps its files in here.
chmodSync(results, 0o755);
const total = { passed: 0, failed: 0, skipped: 0 };
const broken = [];
/** What the reader has to look at, said again at the end, where the log of a long run is read. */
const remarks = [];

function count(name, status, counts) {
  for (const key of Object.keys(total)) total[key] += counts[key];
  if (status !== 0 && counts.failed === 0) broken.push(name);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`No result in ${file}: ${error.message}`);
    return null;
  }
}

/** The first lines of an error, without its colours. */
const firstLines = (text) => stripVTControlCharacters(text).split('\n').slice(0, 8).join('\n  ');

/** Every journey of a Playwright report with how it ended and what was wrong with its tries. */
function journeysOf(suites) {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ projectName, status, results: tries }) => ({
        title,
        file: `${projectName}/${file.replace(/^.*\//, '')}`,
        outcome: status,
        errors: tries.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      })),
    ),
    ...journeysOf(inner),
  ]);
}

function vitest(name, args, env) {
  const file = join(results, `${name}.json`);
  // Nobody works beside a whole test run.
  const status = run(
    [bin('vitest'), 'run', '--maxWorkers=100%', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    { env },
  );
  const result = readJson(file);
  if (!result) return count(name, status || 1, { passed: 0, failed: 0, skipped: 0 });
  for (const { name: path, message, assertionResults } of result.testResults) {
    const at = `failed (${name}): ${relative(root, path)}`;
    if (message) remarks.push(`${at}\n  ${firstLines(message)}`);
    for (const { status: outcome, fullName, failureMessages } of assertionResults) {
      if (outcome === 'failed') remarks.push(`${at}: ${fullName}\n  ${firstLines(failureMessages.join('\n'))}`);
    }
  }
  count(name, status, {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
  });
}

function playwright() {
  const file = join(results, 'playwright.json');
  const status = run([bin('@playwright/test', 'playwright'), 'test', '--reporter=line,json'], {
    cwd: join(root, 'e2e'),
    env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file, E2E_DATA: join(results, 'portal') },
  });
  const result = readJson(file);
  if (!result) return count('browser', status || 1, { passed: 0, failed: 0, skipped: 0 });
  const { expected, unexpected, flaky, skipped } = result.stats;
  for (const { title, file: path, outcome, errors } of journeysOf(result.suites)) {
    if (outcome === 'unexpected') remarks.push(`failed (browser): ${path}: ${title}\n  ${firstLines(errors)}`);
    if (outcome === 'flaky') remarks.push(`passed at the second try only: ${path}: ${title}\n  ${firstLines(errors)}`);
  }
  count('browser', status, { passed: expected + flaky, failed: unexpected, skipped });
}

if (run(['scripts/check.mjs']) !== 0) broken.push('check');
vitest('unit and API', [], { TEST_DATABASE_URL: undefined, CHROMIUM_PATH: browser });
if (process.env.TEST_DATABASE_URL) vitest('PostgreSQL', ['--project', 'api'], {});
playwright();
rmSync(results, { recursive: true, force: true });

for (const remark of remarks) console.log(`\n${remark}`);
if (broken.length > 0) console.log(`Broken without a failing test: ${broken.join(', ')}`);
// A part that broke without a failing test counts as one failure, so that the closing line never claims success.
console.log(`${total.passed} passed, ${total.failed + broken.length} failed, ${total.skipped} skipped`);
process.exit(total.failed + broken.length === 0 ? 0 : 1);
