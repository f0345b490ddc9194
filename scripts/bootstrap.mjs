// What has to happen before anything is installed. Plain JavaScript for every Node from 20 up.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs the locked packages unless this lock file is what was installed last. Leaves the work tree clean. For production only
 * what the portal is built of and runs on: no tests, no benchmarks, and neither the local reporting service nor its DuckDB.
 */
export function install({ production = false } = {}) {
  const marker = join(root, 'node_modules', '.vitrine-lock');
  const everything = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const wanted = production ? `${everything} production` : everything;
  const installed = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  if (installed === everything || installed === wanted) return;
  console.log('Installing packages …');
  const scope = production ? ['--omit=dev', '--workspace=apps/api', '--workspace=apps/web', '--include-workspace-root'] : ['--include=dev'];
  // `npm ci` refuses a lock file whose optional platform packages are not all to be had; this keeps versions and hashes.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const done = spawnSync(npm, ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...scope], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
  // A new file: folders that were copied by links share the old one.
  writeFileSync(`${marker}.new`, wanted);
  renameSync(`${marker}.new`, marker);
}

/** Settings of the file `.env` here, where the environment has none of that name. Tests and benchmarks do not read it. */
export function readSettings() {
  const file = join(root, '.env');
  if (!existsSync(file)) return;
  try {
    if (!process.loadEnvFile) throw new Error('that takes Node 20.12 or newer');
    process.loadEnvFile(file);
  } catch (error) {
    console.error(`The settings in ${file} cannot be read: ${error.message}`);
    process.exit(1);
  }
}

/** The Node that runs everything: the pinned one of this platform, or the running one where none is packaged. */
export function pinnedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const binary = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  console.error(`There is no packaged Node for ${process.platform} ${process.arch}: please start with Node 24 or newer.`);
  return process.exit(1);
}

/** The environment of everything we start: the pinned Node first in PATH, compiled code kept between starts. */
function environment(extra = {}) {
  return {
    ...process.env,
    PATH: `${dirname(pinnedNode())}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
    ...extra,
  };
}

/** Runs a program of the project to its end and answers its exit code. */
export function run(args, { env = {}, cwd = root } = {}) {
  const done = spawnSync(pinnedNode(), args, { cwd, stdio: 'inherit', env: environment(env) });
  return done.status ?? 1;
}

/** The program of a package, such as `bin('vitest')`. */
export function bin(name, program = name) {
  const directory = join(root, 'node_modules', name);
  const { bin: declared } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return join(directory, typeof declared === 'string' ? declared : declared[program]);
}

/**
 * Runs a server in the foreground. Signals are passed on; when the parent is gone without one (npm's shell dies on
 * SIGTERM without telling its child), the server is stopped as well, so that nothing stays behind.
 */
export function serve(args, { env = {}, cwd = root } = {}) {
  const child = spawn(pinnedNode(), args, { cwd, stdio: 'inherit', env: environment(env) });
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    process.exit(signal ? 1 : (code ?? 1));
  });
  return child;
}

function* filesBelow(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** Installs what is missing and builds the browser programs that are installed, or one of them, where their sources changed since they were built last. */
export function build(only) {
  install({ production: process.env.NODE_ENV === 'production' });
  const programs = [
    { name: 'web', directory: 'apps/web', sources: ['apps/web', 'packages/contract', 'packages/messages'] },
    {
      name: 'emulator',
      directory: 'emulator',
      sources: ['embedPage', 'visuals', 'definitions', 'vite.config.ts'].map((room) => `emulator/${room}`),
    },
  ];
  const isInstalled = ({ name }) => existsSync(join(root, 'node_modules', '@vitrine', name, 'package.json'));
  const wanted = programs.filter((program) => (only === undefined || program.directory === only) && isInstalled(program));
  for (const { directory, sources } of wanted) {
    const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
    for (const source of sources.map((path) => join(root, path))) {
      for (const file of source.endsWith('.ts') ? [source] : filesBelow(source))
        hash.update(relative(root, file)).update('\0').update(readFileSync(file));
    }
    const built = hash.digest('hex');
    const marker = join(root, directory, 'dist', '.built');
    if (existsSync(marker) && readFileSync(marker, 'utf8') === built) continue;
    console.log(`Building ${directory} …`);
    // Whoever builds, a test as well: what is served is the program of production.
    const production = { cwd: join(root, directory), env: { NODE_ENV: 'production' } };
    if (run([bin('vite'), 'build', '--logLevel', 'warn'], production) !== 0) process.exit(1);
    writeFileSync(marker, built);
  }
}
