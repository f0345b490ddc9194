import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { exists, hasErrorCode, readIfExists } from './files.ts';
import { hereOf, programOptions, runProgram } from './program.ts';

/** A cluster and what is needed to run a server on it. */
export type Cluster = { data: string; account: Account | null; binaries: Binaries; settings: Record<string, string> };
export type Postmaster = { pid: number; port: number };

const secondsToStart = 600;
const secondsToStop = 60;
/** A standby answers who reads. */
const answering = new Set(['ready', 'standby']);
const largestLog = 1024 * 1024;
/** A setting without effect: in the list of processes it tells whose server this is. */
const nameOfDirectory = 'vitrine.directory';

/** The server that runs on a cluster now, or null. */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const file = join(data, 'postmaster.pid');
  const content = await readIfExists(file);
  if (content === null) return null;
  const [pid, directory = data, , port] = content.split('\n');
  if (await isServing(Number(pid), data, directory)) return { pid: Number(pid), port: Number(port) };
  // PostgreSQL itself sees that a process is gone, but takes a zombie or a stranger with the same number for its predecessor.
  if (isAlive(Number(pid)) && (await readIfExists(file)) === content) await rm(file, { force: true });
  return null;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasErrorCode(error, 'EPERM');
  }
}

/** A copy of a cluster has the pid file of the original, whose server is not its own: each names its directory when it starts. */
async function isServing(pid: number, data: string, written: string): Promise<boolean> {
  if (!(pid > 0) || !isAlive(pid)) return false;
  if (process.platform === 'win32') return resolve(written) === data;
  const { state, command } = await describeProcess(pid);
  // Servers of former versions name it as `-D`.
  const isOfDirectory = [`${nameOfDirectory}=${data}`, `-D\0${data}`, `-D ${data}`].some((words) => command.includes(words));
  return !state.startsWith('Z') && command.includes('postgres') && isOfDirectory;
}

async function describeProcess(pid: number): Promise<{ state: string; command: string }> {
  if (process.platform === 'linux') {
    const status = await readIfExists(`/proc/${pid}/stat`);
    const command = await readIfExists(`/proc/${pid}/cmdline`);
    // The name in brackets may itself contain brackets and spaces.
    return { state: status?.slice(status.lastIndexOf(')') + 2) ?? 'Z', command: command ?? '' };
  }
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,command=', '-p', String(pid)]);
    return { state: stdout.trim(), command: stdout };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 1) return { state: 'Z', command: '' };
    throw error;
  }
}

/** Starts the server on a local port and waits until it answers. It keeps running after this process until it is stopped. */
export async function startPostmaster({ data, account, binaries, settings }: Cluster, port: number): Promise<void> {
  await writeSettings(data, account, settings);
  const log = join(data, 'server.log');
  if ((await exists(log)) && (await stat(log)).size > largestLog) await rename(log, `${log}.old`);
  if (process.platform === 'win32') {
    // On Windows only pg_ctl can drop administrator rights, with which PostgreSQL refuses to run.
    const wait = ['-w', '-t', String(secondsToStart)];
    return runProgram(binaries.pgCtl, account, data, ['start', '-s', '-D', data, ...wait, '-l', log, '-o', `-p ${port}`]);
  }
  const output = await open(log, 'a', 0o600);
  try {
    if (account !== null) await output.chown(account.uid, account.gid);
    const server = spawn(binaries.postgres, ['-D', hereOf(data), '-p', String(port), '-c', `${nameOfDirectory}=${data}`], {
      ...programOptions(account, data),
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    server.unref();
    await untilReady(server, data, log);
  } finally {
    await output.close();
  }
}

/** The server writes its state into its pid file; after a crash it may have a lot to recover first. */
async function untilReady(server: ChildProcess, data: string, log: string): Promise<void> {
  const deadline = Date.now() + secondsToStart * 1000;
  let failure: unknown;
  server.once('error', (error) => {
    failure = error;
  });
  server.once('exit', (code, signal) => {
    failure = new Error(`PostgreSQL ended with ${code ?? signal}`);
  });
  while (failure === undefined) {
    const content = await readIfExists(join(data, 'postmaster.pid'));
    const lines = content?.split('\n') ?? [];
    if (lines[0] === String(server.pid) && answering.has(lines[7]?.trim() ?? '')) return;
    if (Date.now() > deadline) failure = new Error(`PostgreSQL was not ready after ${secondsToStart} s`);
    await sleep(5);
  }
  const said = (await readIfExists(log))?.trim().split('\n').slice(-5).join('\n');
  throw new Error(`The embedded PostgreSQL did not start; see ${log}\n${said}`, { cause: failure });
}

/** Stops the server: it disconnects its clients and writes everything to disk. A server that is not running counts as stopped. */
export async function stopPostmaster({ data, account, binaries }: Cluster): Promise<void> {
  const deadline = Date.now() + secondsToStop * 1000;
  for (let told = false; ;) {
    const postmaster = await findPostmaster(data);
    if (postmaster === null) return;
    if (!told) {
      if (process.platform === 'win32') await runProgram(binaries.pgCtl, account, data, ['stop', '-s', '-D', data, '-m', 'fast', '-W']);
      else sendAway(postmaster.pid);
      told = true;
    }
    if (Date.now() > deadline) throw new Error(`The embedded PostgreSQL has not stopped after ${secondsToStop} s`);
    await sleep(10);
  }
}

function sendAway(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (!hasErrorCode(error, 'ESRCH')) throw error;
  }
}

/** postgresql.auto.conf overrides postgresql.conf, and is written by this code alone: nobody runs ALTER SYSTEM. */
async function writeSettings(data: string, account: Account | null, settings: Record<string, string>): Promise<void> {
  const file = join(data, 'postgresql.auto.conf');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, lines.join(''), { mode: 0o600 });
  if (account !== null) await chown(temporary, account.uid, account.gid);
  await rename(temporary, file);
}

/** A local port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
