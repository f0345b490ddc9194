// Which tests a change touches: those that import what changed, and those that stand beside it or carry its name.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { root } from './bootstrap.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'ignore'] });
const lines = (text) => text.split('\n').filter(Boolean);

/** Where the branch left its upstream, or main where it has none. */
export function mergeBase() {
  for (const upstream of ['@{upstream}', 'origin/HEAD', 'main']) {
    try {
      return git('merge-base', 'HEAD', upstream).trim();
    } catch {
      // There is no such branch here.
    }
  }
  return 'HEAD';
}

/** Files that differ from a commit, committed or not. */
export const changedSince = (base) => [
  ...new Set([...lines(git('diff', '--name-only', '--no-renames', base)), ...lines(git('ls-files', '--others', '--exclude-standard'))]),
];

const isTest = (file) => file.endsWith('.test.ts') || file.endsWith('.test.tsx');
const isJourney = (file) => file.endsWith('.spec.ts');

const placesInPaths = [
  /\/features\/(.+)\/[^/]+$/,
  /^packages\/contract\/src\/(.+\/[^/.]+)\.ts$/,
  /^packages\/messages\/[^/]+\/([^/.]+)\.json$/,
  /\/migrations\/\d*_?([^/.]+)\.sql$/,
];

/** The area and the feature that a file belongs to: reports and reportGroups for `…/features/reports/reportGroups/list.tsx`. */
function placeOf(file) {
  const path = placesInPaths
    .map((pattern) => pattern.exec(file)?.[1])
    .find(Boolean)
    ?.split('/');
  return path ? { area: path.length > 1 ? path[0] : null, name: path.at(-1) } : null;
}

/** A list of all features: a test that opens the whole portal does not depend on each of them. */
const listsFeatures = (file, imported) => !isTest(file) && new Set(imported.flatMap((path) => placeOf(path)?.name ?? [])).size > 10;

const importing = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'|new URL\('([^']+)', import\.meta\.url\)/g;

/** The files of ours that a file names. */
function importsOf(file) {
  const path = join(root, file);
  const { resolve } = createRequire(path);
  return [...readFileSync(path, 'utf8').matchAll(importing)].flatMap(([, module, beside]) => {
    const name = (module ?? beside).replace(/\?.*$/, '');
    if (!/^[.#]|^@vitrine\//.test(name)) return [];
    try {
      return [relative(root, beside === undefined ? resolve(name) : join(dirname(path), name)).replaceAll(sep, '/')];
    } catch {
      // A style sheet, or something that a build makes.
      return [];
    }
  });
}

/** Who imports a file. */
function openImporters() {
  const importers = new Map();
  const files = lines(git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx')).filter((file) =>
    existsSync(join(root, file)),
  );
  for (const file of files) {
    const imported = importsOf(file);
    if (listsFeatures(file, imported)) continue;
    for (const path of imported) importers.set(path, [...(importers.get(path) ?? []), file]);
  }
  return { files, importers };
}

/** The files, and everything that imports them, through as many others as it takes. */
function withImporters(start, importers) {
  const found = new Set(start);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return found;
}

/** Tests that read files instead of importing them: what is read, and by whom. */
const readers = [
  { what: /\.sql$/, by: '/test/database/' },
  { what: /^packages\/messages\//, by: 'packages/messages/' },
];

const inWeb = (file) => file.startsWith('apps/web/');
/** Tests of screens draw the whole web: they belong to what they are named after, like journeys. */
const isScreenTest = (file) => file.startsWith('apps/web/test/') && isTest(file);
const inJourneys = (file) => file.startsWith('e2e/');
const inReportingService = (file) => /^(apps\/powerbi-)?emulator\//.test(file) && !isTest(file);
const hasName = (file, name) => file.toLowerCase().includes(name.toLowerCase());

/**
 * Tests and journeys for a list of changed files, as paths from the root.
 *
 * A test depends on what it imports, on what stands in its own folder, and on the feature whose name it has. A journey
 * depends on what it imports of the journeys' own, and on the feature whose name it has, with all that its screen imports
 * of the web; the journeys of an area on those of its features that have none of their own; the embed journeys on all of
 * the local reporting service.
 */
export function affectedBy(changed) {
  const { files, importers } = openImporters();
  const reached = withImporters(changed, importers);
  const reachedOfWeb = withImporters(changed.filter(inWeb), importers);
  const reachedJourneys = withImporters(changed.filter(inJourneys), importers);
  const folders = new Set(changed.filter((file) => /\.tsx?$/.test(file)).map((file) => dirname(file)));
  const places = placesOf(changed);
  const screens = placesOf([...changed, ...reachedOfWeb]);
  const read = readers.filter(({ what }) => changed.some((file) => what.test(file)));

  const tests = files.filter(
    (file) =>
      isTest(file) &&
      (reached.has(file) ||
        folders.has(dirname(file)) ||
        read.some(({ by }) => file.includes(by)) ||
        places.some(({ name }) => hasName(basename(file), name))),
  );
  const allJourneys = files.filter(isJourney);
  const named = (all, folder) => {
    const ofScreens = screens.flatMap(({ area, name }) => {
      const own = all.filter((file) => hasName(basename(file), name));
      return own.length > 0 ? own : all.filter((file) => area !== null && file.startsWith(`${folder}/${area}/`));
    });
    return new Set(ofScreens);
  };
  const ofScreens = named(allJourneys, 'e2e');
  const screenTests = named(files.filter(isScreenTest), 'apps/web/test');
  const journeys = allJourneys.filter(
    (file) => reachedJourneys.has(file) || ofScreens.has(file) || (file.startsWith('e2e/embed/') && changed.some(inReportingService)),
  );
  return { tests: [...new Set([...tests, ...screenTests])], journeys };
}

/** The features of files, each once. */
function placesOf(files) {
  const places = files.filter((file) => !inJourneys(file) && !inReportingService(file)).flatMap((file) => placeOf(file) ?? []);
  return [...new Map(places.map((place) => [`${place.area}/${place.name}`, place])).values()];
}
