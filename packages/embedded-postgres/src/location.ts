import { mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, canEnter, isRoot, unprivilegedAccount } from './account.ts';
import { exists, readIfExists } from './files.ts';

/** The major is part of the name: another major cannot read these files, and nothing here upgrades them. */
const name = 'pg18';

export type Location = {
  /** The account that the server runs as; null: that of this process. */
  account: Account | null;
  /** The data directory, in which the cluster is, or is made. */
  parent: string;
  /** Where the cluster is, or will be. */
  data: string;
  isMade: boolean;
};

/** Finds the cluster of a data directory, or decides as whom to make it. It is nowhere else, so a copy of the directory is whole. */
export async function findLocation(directory: string): Promise<Location> {
  await mkdir(directory, { recursive: true });
  const parent = await realpath(directory);
  const data = join(parent, name);
  const isMade = await exists(data);
  if (!isMade) await refuseFormerPlace(parent, data);
  if (!isRoot()) {
    if (isMade && process.getuid !== undefined && (await stat(data)).uid !== process.getuid()) {
      throw new Error(
        `The database in ${data} belongs to another account of this machine: start as that account, or give it to this one (chown -R).`,
      );
    }
    return { account: null, parent, data, isMade };
  }
  const account = isMade ? await ownerOf(data) : await unprivilegedAccount();
  if (process.platform !== 'linux' && !(await canEnter(account, parent))) {
    throw new Error(`The account of the database may not enter ${parent}: set DATA_DIR to a directory that every account may enter.`);
  }
  return { account, parent, data, isMade };
}

async function ownerOf(path: string): Promise<Account> {
  const { uid, gid } = await stat(path);
  if (uid === 0) {
    throw new Error(
      `The database in ${path} belongs to root, as whom PostgreSQL does not run: give it to another account (chown -R postgres ${path}).`,
    );
  }
  return { uid, gid };
}

/** Former versions put the cluster of root elsewhere, and a file with its place into a data directory that was closed to others. */
async function refuseFormerPlace(parent: string, data: string): Promise<void> {
  const pointer = join(parent, `${name}.path`);
  const elsewhere = (await readIfExists(pointer))?.trim();
  if (elsewhere === undefined) return;
  throw new Error(`The database of ${parent} is still in ${elsewhere}. Move it, once: mv ${elsewhere} ${data} && rm ${pointer}`);
}
