// `npm run package [-- <directory>]`: one archive for this platform with everything built, and nothing that only tests and builds need.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { build, install, pinnedNode, root } from './bootstrap.mjs';

/** What of the repository goes along; the web program goes as it was built. */
const taken = [
  'apps/api/src',
  'apps/api/migrations',
  'apps/api/scripts',
  'apps/api/package.json',
  'packages',
  'deploy',
  'docs/operations.md',
  'docs/security.md',
  '.env.example',
];
const isOfTests = /\.test\.ts$|\/vitest[.\w]*\.config\.ts$/;
/** Of a package nobody runs these. */
const isOfAuthors = /\.(?:map|d\.[cm]?ts|test\.[jt]s|md|markdown)$|\/(?:\.github|docs|tests?|__tests__|examples?)$/;

install();
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** The place of a package that somebody at `path` asks for: beside it, or in a folder above; undefined where it is not for this platform. */
function placeOf(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock[place]) return lock[place].link ? lock[place].resolved : existsSync(join(root, place)) ? place : undefined;
    if (folder === '') return undefined;
  }
}

/** Every installed package that a program of ours runs on, by its place. */
function runsOn(program) {
  const found = new Set();
  const open = [program];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = lock[path] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    open.push(...[...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers].flatMap((name) => placeOf(path, name) ?? []));
  }
  return [...found].filter((path) => path.includes('node_modules/'));
}

const copy = (from, to, filter) => {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter });
};

/** Fills an empty directory with the installation. */
function fill(directory) {
  for (const path of taken)
    copy(join(root, path), join(directory, path), (source) => !isOfTests.test(source) && basename(source) !== 'node_modules');
  copy(join(root, 'apps/web/dist'), join(directory, 'apps/web/dist'));
  for (const path of runsOn('apps/api'))
    copy(join(root, path), join(directory, path), (source) => source === join(root, path) || !isOfAuthors.test(source));
  for (const [place, { link, resolved }] of Object.entries(lock))
    if (link && resolved.startsWith('packages/')) copy(join(root, place), join(directory, place));
  mkdirSync(join(directory, 'bin'));
  cpSync(pinnedNode(), join(directory, 'bin/node'));
  cpSync(join(root, 'deploy/vitrine'), join(directory, 'bin/vitrine'));
  rmSync(join(directory, 'deploy/vitrine'));
  writeFileSync(
    join(directory, 'package.json'),
    `${JSON.stringify({ name: 'vitrine', version, private: true, type: 'module' }, null, 2)}\n`,
  );
}

const name = `vitrine-${version}-${process.platform}-${process.arch}`;
const out = resolve(process.argv[2] ?? '.');
const stage = mkdtempSync(join(tmpdir(), 'vitrine-package-'));
try {
  build('apps/web');
  fill(join(stage, name));
  mkdirSync(out, { recursive: true });
  const archive = join(out, `${name}.tar.gz`);
  const owned = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  const { status } = spawnSync('tar', ['-czf', archive, ...owned, '-C', stage, name], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  console.log(`${archive}: ${Math.round(statSync(archive).size / 2 ** 20)} MB`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
