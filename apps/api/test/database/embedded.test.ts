import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type EmbeddedServer, openEmbeddedServer } from '@vitrine/embedded-postgres/embeddedPostgres.ts';
import { isRoot, unprivilegedAccount } from '@vitrine/embedded-postgres/account.ts';
import { prepareBinaries } from '@vitrine/embedded-postgres/binaries.ts';
import { asOwner } from '../harness/server.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-embedded-'));
  await chmod(root, 0o755);
});
afterAll(() => rm(root, { recursive: true, force: true }));

let directories = 0;
const newDirectory = () => join(root, `data-${++directories}`);

let first: string | undefined;
/** A data directory after its first start, without the second that this takes. */
async function usedDirectory(): Promise<string> {
  if (first === undefined) {
    const directory = newDirectory();
    await (await open(directory)).close();
    first = directory;
  }
  const copy = newDirectory();
  await promisify(execFile)('cp', ['-a', first, copy]);
  return copy;
}

async function open(directory: string, fsync = false): Promise<EmbeddedServer> {
  const server = await openEmbeddedServer({ directory, homeOfRoot: join(root, 'home'), fsync });
  onTestFinished(() => server.close());
  return server;
}

type Opened = { ownerUrl: string; url: string; process: ChildProcess };

async function openElsewhere(directory: string, fsync = false): Promise<Opened> {
  const child = fork(new URL('./openEmbedded.ts', import.meta.url), [directory, join(root, 'home'), String(fsync)]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [message] = await once(child, 'message');
  return { ...message, process: child };
}

/** Kills a process as soon as it has begun to make a cluster. */
async function isMadeBeforeKilled(directory: string): Promise<boolean> {
  const child = fork(new URL('./openEmbedded.ts', import.meta.url), [directory, join(root, 'home')]);
  await expect.poll(() => readdir(directory).catch(() => []), { interval: 5 }).not.toEqual([]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return (await readdir(directory)).includes('pg18');
}

async function closeElsewhere({ process: child }: Opened): Promise<void> {
  child.send('close');
  await once(child, 'exit');
}

const select = <T>(url: string, text: string) =>
  asOwner(url, async (client) => (await client.query<{ value: T }>(`select ${text} as value`)).rows[0]?.value);
const pidOf = async (directory: string) => Number((await readFile(join(directory, 'pg18/postmaster.pid'), 'utf8')).split('\n')[0]);

describe('the first start', () => {
  test('makes a cluster that only this machine reaches, with its own passwords', async () => {
    const directory = newDirectory();
    const { ownerUrl, url } = await open(directory);
    expect(await select(ownerUrl, "current_database() || ' ' || current_user")).toBe('vitrine vitrine');
    expect(await select(ownerUrl, "current_setting('server_encoding') || ' ' || current_setting('listen_addresses')")).toBe(
      'UTF8 127.0.0.1',
    );
    const locale = "(select datlocprovider::text || ' ' || datlocale from pg_database where datname = current_database())";
    expect(await select(ownerUrl, locale)).toBe('b C.UTF-8');
    expect((await stat(join(directory, 'pg18/vitrine-passwords.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'pg18'))).mode & 0o777).toBe(0o700);
    const wrong = new URL(url);
    wrong.password = 'password';
    await expect(select(wrong.href, '1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('makes a login for requests that may do nothing by itself', async () => {
    const { url } = await open(newDirectory());
    const role =
      '(select array[rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolbypassrls] from pg_roles where rolname = current_user)';
    expect(await select(url, role)).toEqual([false, false, false, false, false]);
    await expect(asOwner(url, (client) => client.query('create table mine ()'))).rejects.toMatchObject({ code: '42501' });
  });

  test('is done again after it was killed half-way', async () => {
    // On a busy machine it may be made before this process sees its beginning: then once more.
    let directory = newDirectory();
    while (await isMadeBeforeKilled(directory)) {
      await open(directory);
      directory = newDirectory();
    }
    const { ownerUrl } = await open(directory);
    expect(await select(ownerUrl, '1')).toBe(1);
  });

  test('by three processes at once ends with one server', async () => {
    const directory = newDirectory();
    const opened = await Promise.all([openElsewhere(directory), openElsewhere(directory), openElsewhere(directory)]);
    expect(new Set(opened.map(({ ownerUrl }) => ownerUrl)).size).toBe(1);
    expect(await select(opened[0].ownerUrl, '1')).toBe(1);
    await Promise.all(opened.map(closeElsewhere));
    await expect(select(opened[0].ownerUrl, '1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect((await readdir(directory)).filter((name) => name !== 'pg18')).toEqual([]);
  });
});

describe('later starts', () => {
  test('find data and passwords again', async () => {
    const directory = await usedDirectory();
    const first = await open(directory);
    await asOwner(first.ownerUrl, (client) => client.query('create table kept as select 7 as n'));
    await first.close();
    const second = await open(directory);
    expect(await select(second.ownerUrl, '(select n from kept)')).toBe(7);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
  });

  test('find the server that a killed process left running', async () => {
    const directory = await usedDirectory();
    const killed = await openElsewhere(directory);
    const pid = await pidOf(directory);
    killed.process.kill('SIGKILL');
    await once(killed.process, 'exit');
    expect(await select(killed.ownerUrl, '1')).toBe(1);
    const found = await open(directory);
    expect(found.ownerUrl).toBe(killed.ownerUrl);
    expect(await pidOf(directory)).toBe(pid);
    await found.close();
    await expect(pidOf(directory)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('recover when the server itself was killed', async () => {
    const directory = await usedDirectory();
    const child = await openElsewhere(directory, true);
    await asOwner(child.ownerUrl, (client) => client.query('create table kept as select 7 as n'));
    child.process.kill('SIGKILL');
    await once(child.process, 'exit');
    process.kill(await pidOf(directory), 'SIGKILL');
    const { ownerUrl } = await open(directory);
    expect(await select(ownerUrl, '(select n from kept)')).toBe(7);
  });

  test.each(['a process that is gone', 'a stranger', 'a zombie'])('are not deceived by a pid file with the number of %s', async (kind) => {
    const directory = await usedDirectory();
    const pid = await pidOfA(kind);
    const file = join(directory, 'pg18/postmaster.pid');
    await writeFile(file, `${pid}\n${join(directory, 'pg18')}\n1\n1\n\n127.0.0.1\n 1 1\nready   \n`);
    const { ownerUrl } = await open(directory);
    expect(await select(ownerUrl, '1')).toBe(1);
    expect(await pidOf(directory)).not.toBe(pid);
  });
});

test('a copy of a directory whose server runs has a server of its own', async () => {
  const directory = await usedDirectory();
  const original = await open(directory, true);
  await asOwner(original.ownerUrl, (client) => client.query('create table kept as select 7 as n; checkpoint'));
  const copy = newDirectory();
  await promisify(execFile)('cp', ['-a', directory, copy]);
  const { ownerUrl } = await open(copy, true);
  expect(ownerUrl).not.toBe(original.ownerUrl);
  await asOwner(ownerUrl, (client) => client.query('update kept set n = 8'));
  expect(await select(original.ownerUrl, '(select n from kept)')).toBe(7);
});

describe('closing', () => {
  test('leaves the server to others who have it open; the last one stops it', async () => {
    const directory = await usedDirectory();
    const first = await open(directory);
    const second = await openElsewhere(directory);
    const third = await open(directory);
    await first.close();
    expect(await select(second.ownerUrl, '1')).toBe(1);
    await Promise.all([closeElsewhere(second), third.close()]);
    await expect(select(third.ownerUrl, '1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('twice is the same as once, and a server that is gone is closed', async () => {
    const directory = await usedDirectory();
    const server = await open(directory);
    const pid = await pidOf(directory);
    process.kill(pid, 'SIGKILL');
    await Promise.all([server.close(), server.close()]);
    await server.close();
  });
});

test('a server that is lost while it is open comes back under the same address', async () => {
  const directory = await usedDirectory();
  const { ownerUrl } = await open(directory, true);
  await asOwner(ownerUrl, (client) => client.query('create table kept as select 7 as n'));
  const pid = await pidOf(directory);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => select(ownerUrl, '(select n from kept)').catch(() => null)).toBe(7);
  expect(await pidOf(directory)).not.toBe(pid);
});

describe.runIf(isRoot())('as root', () => {
  test('the server runs with the rights of another account', async () => {
    const directory = await usedDirectory();
    await open(directory);
    const status = await readFile(`/proc/${await pidOf(directory)}/status`, 'utf8');
    const { uid, gid } = await unprivilegedAccount();
    expect(status).toContain(`Uid:\t${uid}\t${uid}\t${uid}\t${uid}\n`);
    expect(status).toContain(`Gid:\t${gid}\t${gid}\t${gid}\t${gid}\n`);
    expect(status).toMatch(/Groups:\s*\n/);
  });

  test('data in a closed home are there and nowhere else', async () => {
    const home = newDirectory();
    await mkdir(home, { mode: 0o700 });
    const directory = join(home, 'data');
    const opened = await Promise.all([openElsewhere(directory), openElsewhere(directory)]);
    expect(opened[0].ownerUrl).toBe(opened[1].ownerUrl);
    await asOwner(opened[0].ownerUrl, (client) => client.query('create table kept as select 7 as n'));
    const written = await readFile(`/proc/${await pidOf(directory)}/status`, 'utf8');
    expect(written).toContain(`Uid:\t${(await unprivilegedAccount()).uid}\t`);
    await Promise.all(opened.map(closeElsewhere));
    expect(await readdir(directory)).toEqual(['pg18']);

    const again = await open(directory);
    expect(await select(again.ownerUrl, '(select n from kept)')).toBe(7);
  });

  test('data that a former version put elsewhere are named, not begun anew', async () => {
    const directory = newDirectory();
    await mkdir(directory);
    await writeFile(join(directory, 'pg18.path'), '/var/lib/vitrine/pg18-1\n');
    await expect(open(directory)).rejects.toThrow(`mv /var/lib/vitrine/pg18-1 ${join(directory, 'pg18')}`);
    expect(await readdir(directory)).toEqual(['pg18.path']);
  });

  test('programs in a closed place are copied once, links and all', async () => {
    const closed = join(newDirectory(), 'package');
    const own = createRequire(new URL('../../../../packages/embedded-postgres/src/binaries.ts', import.meta.url));
    const source = dirname(dirname(own.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
    await cp(source, closed, { recursive: true, filter: async (path) => !(await isLink(path)) });
    await chmod(dirname(closed), 0o700);
    const copies = newDirectory();
    const account = await unprivilegedAccount();
    const [first, second] = await Promise.all([prepareBinaries(account, [copies], closed), prepareBinaries(account, [copies], closed)]);
    expect(first).toEqual(second);
    expect((await readdir(copies)).length).toBe(1);
    const version = spawn(first.postgres, ['--version'], { ...account });
    expect((await once(version, 'exit'))[0]).toBe(0);
  });

  test('a copy of the programs that somebody else made is not trusted', async () => {
    const copies = newDirectory();
    const closed = join(newDirectory(), 'package');
    await mkdir(join(closed, 'native/bin'), { recursive: true });
    await writeFile(join(closed, 'package.json'), '{"version":"1"}');
    await chmod(dirname(closed), 0o700);
    await mkdir(join(copies, 'vitrine-postgres-1'), { recursive: true });
    const account = await unprivilegedAccount();
    await chown(join(copies, 'vitrine-postgres-1'), account.uid, account.gid);
    await expect(prepareBinaries(account, [copies], closed)).rejects.toThrow('no place');
  });
});

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path)).isSymbolicLink();
}

async function pidOfA(kind: string): Promise<number> {
  // The shell's child ends after another program has taken the shell's place, which never asks for it.
  const child = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'], { ...(isRoot() ? await unprivilegedAccount() : {}) });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  if (child.pid === undefined) throw new Error('sh did not start');
  const [zombie] = await once(child.stdout, 'data');
  if (kind === 'a stranger') return child.pid;
  if (kind === 'a zombie') {
    await expect.poll(() => readFile(`/proc/${Number(zombie)}/stat`, 'utf8')).toContain(' Z ');
    return Number(zombie);
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  return child.pid;
}
