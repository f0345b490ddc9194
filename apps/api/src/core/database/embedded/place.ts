import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, canEnter, isRoot, unprivilegedAccount } from './account.ts';
import { exists, readIfExists } from './files.ts';

/** The major is part of the name: another major cannot read these files, and nothing here upgrades them. */
const name = 'pg18';

export type Place = {
  /** Whose rights the server has; null: our own. */
  account: Account | null;
  /** Where the cluster is, or null when it has to be made. */
  data: string | null;
  /** Where to make it, and the name to give it. */
  parent: string;
  name: string;
  /** The file that says where the cluster is, when it is not in the data directory itself. */
  pointer: string | null;
};

/**
 * Finds the cluster of a data directory, or decides where to make it. The server of root runs with other rights, so a data
 * directory that those cannot enter (in a home of mode 700) holds only a file with the name of the real place.
 */
export async function findPlace(directory: string, homeOfRoot = '/var/lib/vitrine'): Promise<Place> {
  await mkdir(directory, { recursive: true });
  const parent = await realpath(directory);
  const data = join(parent, name);
  const there = (await exists(data)) ? data : null;
  if (!isRoot()) {
    if (there !== null && process.getuid !== undefined && (await stat(there)).uid !== process.getuid()) {
      throw new Error(`The database in ${there} belongs to another account of this machine`);
    }
    return { account: null, data: there, parent, name, pointer: null };
  }
  const pointer = join(parent, `${name}.path`);
  const elsewhere = (await readIfExists(pointer))?.trim() ?? null;
  if (elsewhere !== null && !(await exists(elsewhere))) {
    throw new Error(
      `${pointer} says that the database is in ${elsewhere}, but there is nothing. Restore it, or remove ${pointer} to begin with an empty one.`,
    );
  }
  const found = elsewhere ?? there;
  const account = found === null ? await unprivilegedAccount() : await ownerOf(found);
  if (elsewhere === null && (await canEnter(account, parent))) return { account, data: there, parent, name, pointer: null };
  if (there !== null) throw new Error(`The owner of ${there} may not enter the directories above it`);
  await mkdir(homeOfRoot, { recursive: true });
  await chmod(homeOfRoot, 0o711);
  return { account, data: elsewhere, parent: homeOfRoot, name: `${name}-${Date.now().toString(36)}-${process.pid}`, pointer };
}

async function ownerOf(path: string): Promise<Account> {
  const { uid, gid } = await stat(path);
  if (uid === 0) throw new Error(`The database in ${path} belongs to root, whom PostgreSQL does not serve`);
  return { uid, gid };
}
