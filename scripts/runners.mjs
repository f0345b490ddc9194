// How the scripts run vitest and Playwright, and read what came of it as one list of tests.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { bin, root, run } from './bootstrap.mjs';

/**
 * One test as a runner reports it: `outcome` is passed, failed, flaky (a later try passed) or skipped.
 * @typedef {{ part: string, file: string, title: string, seconds: number, outcome: string, errors: string }} Test
 */

/** A folder for reports, which is gone when the process is. */
function openResults() {
  const directory = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  // The database of the journeys runs under an account of its own and keeps its files in here.
  chmodSync(directory, 0o755);
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
const results = openResults();
let reports = 0;

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`No result in ${file}: ${error.message}`);
    return null;
  }
}

/**
 * Where the processor can protect the engine's own code, worker threads that come and go now and then end the whole process ("Check failed:
 * jit_page.has_value()", a race in the engine). Code of tests needs no such protection.
 */
const engine = ['--no-memory-protection-keys'];

/** Runs vitest to its end. A file that cannot be loaded is a failed test of its own. */
export function vitest(part, args, env = {}) {
  const file = join(results, `${++reports}.json`);
  const status = run([...engine, bin('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args], {
    env,
  });
  const report = readJson(file);
  return { status: report ? status : status || 1, tests: (report?.testResults ?? []).flatMap((result) => testsOfFile(part, result)) };
}

const outcomes = { passed: 'passed', failed: 'failed' };

function testsOfFile(part, { name, status, message, assertionResults }) {
  const file = relative(root, name);
  const tests = assertionResults.map(({ status, fullName, duration, failureMessages }) => ({
    part,
    file,
    title: fullName,
    seconds: (duration ?? 0) / 1000,
    outcome: outcomes[status] ?? 'skipped',
    errors: failureMessages.join('\n'),
  }));
  const unloaded = status === 'failed' && !tests.some(({ outcome }) => outcome === 'failed');
  return unloaded ? [...tests, { part, file, title: 'the file itself', seconds: 0, outcome: 'failed', errors: message }] : tests;
}

/** Runs journeys to their end, on a portal of their own. */
export function playwright(part, args, env = {}) {
  const file = join(results, `${++reports}.json`);
  const status = run([bin('@playwright/test', 'playwright'), 'test', '--reporter=line,json', ...args], {
    cwd: join(root, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, E2E_DATA: join(results, `portal-${reports}`), ...env },
  });
  const report = readJson(file);
  return { status: report ? status : status || 1, tests: testsOfSuites(part, report?.suites ?? []) };
}

const journeyOutcomes = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' };

function testsOfSuites(part, suites) {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map(({ status, results: tries }) => ({
        part,
        file: join('e2e', file),
        title,
        seconds: tries.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        outcome: journeyOutcomes[status],
        errors: tries.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      })),
    ),
    ...testsOfSuites(part, inner),
  ]);
}

const firstLines = (text) => stripVTControlCharacters(text).split('\n').slice(0, 40).join('\n  ');

/** What a reader has to look at: what failed, and what passed at the second try only. */
export function printTroubles(tests) {
  for (const { part, file, title, outcome, errors } of tests) {
    if (outcome === 'failed') console.log(`\nfailed (${part}): ${file}: ${title}\n  ${firstLines(errors)}`);
    if (outcome === 'flaky') console.log(`\npassed at the second try only: ${file}: ${title}\n  ${firstLines(errors)}`);
  }
}

/** The tests that took longest, slowest first. */
export function printSlowest(tests, count = 20) {
  console.log(`\nThe ${count} slowest tests:`);
  for (const { part, file, title, seconds } of tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}: ${title} (${part})`);
}

/** `N passed, N failed, N skipped`. A part that broke without a failing test counts as one failure, so the line never claims success. */
export function printCounts(tests, broken) {
  const count = (...wanted) => tests.filter(({ outcome }) => wanted.includes(outcome)).length;
  const failed = count('failed') + broken.length;
  if (broken.length > 0) console.log(`Broken without a failing test: ${broken.join(', ')}`);
  console.log(`${count('passed', 'flaky')} passed, ${failed} failed, ${count('skipped')} skipped`);
  return failed;
}
