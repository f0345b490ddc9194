/** The local reporting service is a program of its own: an installation in production has neither it nor DuckDB. */
import { expect, test } from 'vitest';
import { files, read } from './files.ts';

type Installed = { link?: boolean; resolved?: string; dependencies?: object; optionalDependencies?: object; devDependencies?: object };
const { packages: lock }: { packages: Record<string, Installed> } = JSON.parse(read('package-lock.json'));

/** Where the lock file puts a package that somebody at `path` asks for: beside it, or in a folder above. */
const placeOf = (path: string, name: string): string | undefined => {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const found = lock[place];
    if (found) return found.link ? found.resolved : place;
    if (folder === '') return undefined;
  }
};

/** Every package that npm links or installs for some programs of ours: of them, what their development needs is followed as well. */
const installedFor = (...programs: string[]): Set<string> => {
  const found = new Set<string>();
  const open = [...programs];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies, devDependencies } = lock[path] ?? {};
    const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...(programs.includes(path) && devDependencies) });
    open.push(...needed.flatMap((name) => placeOf(path, name) ?? []));
  }
  return found;
};

test('what production installs has everything to build and to serve, and no reporting service', () => {
  const portal = [...installedFor('apps/api', 'apps/web')];
  expect(portal).toEqual(expect.arrayContaining(['packages/contract', 'packages/powerbi', 'node_modules/fastify', 'node_modules/vite']));
  expect(portal.filter((path) => path === 'emulator' || path.includes('duckdb'))).toEqual([]);
  expect([...installedFor('emulator')].filter((path) => path.includes('duckdb')).length).toBeGreaterThan(0);
});

test('the portal and its packages load the reporting service at run time alone, where it is there', () => {
  const sources = files.filter((path) => /^(apps|packages)\/[^/]+\/src\/.+\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
  expect(sources.length).toBeGreaterThan(500);
  const naming = sources.filter((path) => /(?:\bfrom|\bimport)\s*'(?:@vitrine\/emulator|(?:\.\.\/)+emulator)\//.test(read(path)));
  expect(naming).toEqual([]);
});
