import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { hasErrorCode } from './files.ts';
import type { Location } from './location.ts';
import { hereOf, runProgram } from './program.ts';

export type Passwords = { owner: string; login: string };

export const ownerName = 'vitrine';
export const loginName = 'portal_login';
export const databaseName = 'vitrine';

const staging = 'pg18.new-';
const passwordFile = 'vitrine-passwords.json';
const abandonedAfterMs = 10 * 60_000;

/** Creates the cluster if there is none. It gets its final name only when complete, so a start that was killed is simply repeated. */
export async function makeCluster(place: Location, binaries: Binaries, fsync: boolean): Promise<void> {
  await removeAbandoned(place.parent);
  const made = await mkdtemp(join(place.parent, staging));
  const passwords: Passwords = { owner: randomBytes(24).toString('hex'), login: randomBytes(24).toString('hex') };
  const data = join(made, 'data');
  try {
    await mkdir(data, { mode: 0o700 });
    await writePrivately(join(made, 'password'), passwords.owner, place.account);
    for (const path of [made, data]) if (place.account !== null) await chown(path, place.account.uid, place.account.gid);
    await runProgram(binaries.initdb, place.account, data, [
      `--pgdata=${hereOf(data)}`,
      `--username=${ownerName}`,
      `--pwfile=${hereOf(data)}/../password`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(fsync ? [] : ['--no-sync']),
    ]);
    await writePrivately(join(data, passwordFile), JSON.stringify(passwords), place.account);
    await publish(data, place.data);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** The passwords that were made with the cluster. */
export async function readPasswords(data: string): Promise<Passwords> {
  const passwords: Passwords = JSON.parse(await readFile(join(data, passwordFile), 'utf8'));
  return passwords;
}

/** Of several processes that start at once one wins; the others drop theirs and use it. */
async function publish(made: string, data: string): Promise<void> {
  try {
    await rename(made, data);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

async function writePrivately(path: string, content: string, account: Account | null): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flag: 'wx' });
  if (account !== null) await chown(path, account.uid, account.gid);
}

/** Removes what killed starts left behind. A recent one may still be running. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    if (!entry.startsWith(staging)) continue;
    const path = join(parent, entry);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}
