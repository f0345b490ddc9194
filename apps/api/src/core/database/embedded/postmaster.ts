import { execFile } from 'node:child_process';
import { chown, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { exists, hasErrorCode, readIfExists } from './files.ts';
import { runProgram } from './program.ts';

export type Postmaster = { pid: number; port: number };

const secondsToStart = 60;
const secondsToStop = 60;
const largestLog = 1024 * 1024;

/** The server that serves a cluster now, or null. */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const file = join(data, 'postmaster.pid');
  const content = await readIfExists(file);
  if (content === null) return null;
  const [pid, directory = data, , port] = content.split('\n');
  if (await isServing(Number(pid), directory)) return { pid: Number(pid), port: Number(port) };
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

async function isServing(pid: number, directory: string): Promise<boolean> {
  if (!(pid > 0) || !isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  const { state, command } = await describeProcess(pid);
  return !state.startsWith('Z') && command.includes('postgres') && command.includes(directory);
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

/** Starts the server on a free port of this machine and waits until it answers. It outlives us until somebody stops it. */
export async function startPostmaster(
  data: string,
  account: Account | null,
  binaries: Binaries,
  settings: Record<string, string>,
): Promise<void> {
  await writeSettings(data, account, settings);
  const log = join(data, 'server.log');
  if ((await exists(log)) && (await stat(log)).size > largestLog) await rename(log, `${log}.old`);
  const wait = ['-w', '-t', String(secondsToStart)];
  await runProgram(binaries.pgCtl, account, ['start', '-s', '-D', data, ...wait, '-l', log, '-o', `-p ${await freePort()}`]);
}

/** Ends the server after it has sent away its clients and written everything down. */
export async function stopPostmaster(data: string, account: Account | null, binaries: Binaries): Promise<void> {
  await runProgram(binaries.pgCtl, account, ['stop', '-s', '-D', data, '-m', 'fast', '-w', '-t', String(secondsToStop)]);
}

/** auto.conf wins over postgresql.conf and is ours alone: nobody runs ALTER SYSTEM here. */
async function writeSettings(data: string, account: Account | null, settings: Record<string, string>): Promise<void> {
  const file = join(data, 'postgresql.auto.conf');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, lines.join(''), { mode: 0o600 });
  if (account !== null) await chown(temporary, account.uid, account.gid);
  await rename(temporary, file);
}

async function freePort(): Promise<number> {
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
