import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { hasErrorCode } from './files.ts';
import type { Place } from './place.ts';
import { runProgram } from './program.ts';

export type Passwords = { owner: string; login: string };

export const ownerName = 'vitrine';
export const loginName = 'portal_login';
export const databaseName = 'vitrine';

const staging = 'pg18.new-';
const passwordFile = 'vitrine-passwords.json';
const abandonedAfterMs = 10 * 60_000;

/** Makes the cluster where there is none. It gets its name only when complete, so a start that was killed is simply done again. */
export async function makeCluster(place: Place, binaries: Binaries, fsync: boolean): Promise<string> {
  await removeAbandoned(place.parent);
  const made = await mkdtemp(join(place.parent, staging));
  const passwords: Passwords = { owner: randomBytes(24).toString('hex'), login: randomBytes(24).toString('hex') };
  const ownerPassword = `${made}.password`;
  try {
    await writePrivately(ownerPassword, passwords.owner, place.account);
    if (place.account !== null) await chown(made, place.account.uid, place.account.gid);
    await runProgram(binaries.initdb, place.account, [
      `--pgdata=${made}`,
      `--username=${ownerName}`,
      `--pwfile=${ownerPassword}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(fsync ? [] : ['--no-sync']),
    ]);
    await writePrivately(join(made, passwordFile), JSON.stringify(passwords), place.account);
    return await publish(made, place);
  } finally {
    await rm(ownerPassword, { force: true });
    await rm(made, { recursive: true, force: true });
  }
}

/** The passwords that were made with the cluster. */
export async function readPasswords(data: string): Promise<Passwords> {
  const passwords: Passwords = JSON.parse(await readFile(join(data, passwordFile), 'utf8'));
  return passwords;
}

/** Of several processes that start at once one wins; the others drop theirs and use it. */
async function publish(made: string, { parent, name, pointer }: Place): Promise<string> {
  const data = join(parent, name);
  try {
    await rename(made, data);
  } catch (error) {
    if (hasErrorCode(error, 'ENOTEMPTY', 'EEXIST')) return data;
    throw error;
  }
  if (pointer === null) return data;
  try {
    await writeFile(pointer, `${data}\n`, { flag: 'wx' });
    return data;
  } catch (error) {
    await rm(data, { recursive: true });
    if (hasErrorCode(error, 'EEXIST')) return (await readFile(pointer, 'utf8')).trim();
    throw error;
  }
}

async function writePrivately(path: string, content: string, account: Account | null): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flag: 'wx' });
  if (account !== null) await chown(path, account.uid, account.gid);
}

/** What starts that were killed left behind. A young one may still be at work. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    if (!entry.startsWith(staging)) continue;
    const path = join(parent, entry);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}
