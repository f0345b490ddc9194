/** A feature has one name, from the contract to its journeys: `git ls-files '*reportGroups*'` lists all of it. */
import { expect, test } from 'vitest';
import { files, matches, read } from './files.ts';

const areaOf = new Map(matches(/^packages\/contract\/src\/([a-zA-Z]+)\/([a-zA-Z]+)\.ts$/).map(([area = '', name = '']) => [name, area]));
const areas = new Set(areaOf.values());
const isFeature = (name: string) => areaOf.has(name);
const startsLikeFeature = (name: string) => [...areaOf.keys()].some((feature) => name.startsWith(feature.replace(/s$/, '')));

/** Sentences that no single feature owns. */
const sharedCatalogues = new Set(['attach', 'dates', 'common', 'errors', 'fields', 'help', 'mail', 'offline', 'shell', 'ui']);
/** Journeys across features. */
const otherJourneys = new Set(['companySwitch', 'passwords', 'sessionRules', 'lineDown', 'paginatedReports']);

test('the contract has an area for each of its features, and no name twice', () => {
  expect(areaOf.size).toBeGreaterThan(30);
  expect(matches(/^packages\/contract\/src\/([a-zA-Z]+)\/([a-zA-Z]+)\.ts$/)).toHaveLength(areaOf.size);
});

test.each(['api', 'web'])('every folder of features in apps/%s is a feature of the contract, in its area', (program) => {
  const folders = matches(new RegExp(`^apps/${program}/src/features/([^/]+)/([^/]+)/`));
  expect(folders.length).toBeGreaterThan(50);
  expect(folders.filter(([area, name = '']) => areaOf.get(name) !== area)).toEqual([]);
});

test('every feature is served below a path that bears its name', () => {
  const paths = files.filter((path) => path.startsWith('apps/api/src/'));
  const withEndpoints = [...areaOf].filter(([name, area]) => / = endpoint\(/.test(read(`packages/contract/src/${area}/${name}.ts`)));
  expect(withEndpoints.length).toBeGreaterThan(30);
  expect(withEndpoints.filter(([name]) => !paths.some((path) => path.includes(`/${name}`)))).toEqual([]);
});

test('what serves the endpoints of a feature bears its name', () => {
  const served = matches(/^(apps\/api\/src\/features\/.+(?<!\.test)\.ts)$/).flatMap(([path = '']) => {
    const text = read(path);
    if (!/\bserve\(contract\./.test(text)) return [];
    return [...text.matchAll(/import \* as contract from '@vitrine\/contract\/[a-zA-Z]+\/([a-zA-Z]+)\.ts'/g)].map(([, name = '']) => ({
      path,
      name,
    }));
  });
  expect(served.length).toBeGreaterThan(20);
  expect(served.filter(({ path, name }) => !path.includes(`/${name}`))).toEqual([]);
});

test('every catalogue of sentences bears the name of a feature, or is shared by all', () => {
  const names = matches(/^packages\/messages\/pt-BR\/(.+)\.json$/).map(([name = '']) => name);
  expect(names.filter((name) => !sharedCatalogues.has(name) && !startsLikeFeature(name))).toEqual([]);
});

test('the fixtures of the permission matrix bear the names of features', () => {
  const names = matches(/^apps\/api\/test\/matrix\/fixtures\/(.+)\.ts$/).map(([name = '']) => name);
  expect(names.filter((name) => !isFeature(name))).toEqual([]);
});

test('every test of a screen stands in an area and bears the name of a feature', () => {
  const tests = matches(/^apps\/web\/test\/([a-zA-Z]+)\/([a-zA-Z]+)\.test\.ts$/).filter(([area]) => area !== 'shell');
  expect(tests.length).toBeGreaterThan(5);
  expect(tests.filter(([area = '']) => !areas.has(area))).toEqual([]);
  expect(tests.filter(([, name = '']) => !startsLikeFeature(name) && !otherJourneys.has(name))).toEqual([]);
});

test('every journey stands in an area and bears the name of a feature', () => {
  const journeys = matches(/^e2e\/([a-zA-Z]+)\/([a-zA-Z]+)\.spec\.ts$/).filter(([area]) => area !== 'embed' && area !== 'shell');
  expect(journeys.length).toBeGreaterThan(20);
  expect(journeys.filter(([area = '']) => !areas.has(area))).toEqual([]);
  expect(journeys.filter(([, name = '']) => !startsLikeFeature(name) && !otherJourneys.has(name))).toEqual([]);
});
