/** PostgreSQL with a synchronous standby, and PgBouncer in front, of the system's own packages. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRoot, unprivilegedAccount } from '@vitrine/embedded-postgres/account.ts';
import pg from 'pg';
import { freePort } from '../servers/server.ts';

const owner = 'postgres';
export const loginName = 'portal_login';
const databaseName = 'drill';

/** None of these servers runs as root. */
const account = isRoot() ? await unprivilegedAccount() : null;

/** A folder that the account of the servers may use. */
export function ownFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o700);
  if (account !== null) chownSync(path, account.uid, account.gid);
  return path;
}

function programOf(name: string): string {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a)) : [];
  const places = [...versions.map((version) => `/usr/lib/postgresql/${version}/bin`), '/usr/sbin', '/usr/bin'];
  const found = places.map((place) => join(place, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`There is no ${name}: apt-get install postgresql pgbouncer nginx`);
  return found;
}

const runQuietly = (name: string, args: string[]) =>
  execFileSync(programOf(name), args, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'], ...account });

export type Started = { pid: number; kill: (signal: NodeJS.Signals) => void };

export function startProgram(name: string, args: string[]): Started {
  const child = spawn(programOf(name), args, { cwd: '/', stdio: ['ignore', 'ignore', 'ignore'], ...account });
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  process.once('exit', () => kill('SIGKILL'));
  return { pid: child.pid as number, kill };
}

const settings = (directory: string, port: number) =>
  ['-D', directory, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='] as string[];

export const urlOf = (port: number, user = owner) => `postgres://${user}@127.0.0.1:${port}/${databaseName}`;

export async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Tries until it answers. */
async function untilAnswered(url: string, text = 'select 1'): Promise<void> {
  for (let left = 300; ; left -= 1) {
    try {
      const rows = await ask<{ ok?: boolean }>(url, text);
      if (rows[0]?.ok !== false) return;
    } catch (error) {
      if (left === 0) throw error;
    }
    if (left === 0) throw new Error(`${text} was not true in time`);
    await sleep(100);
  }
}

export type Cluster = { primaryPort: number; standbyPort: number; killPrimary: () => void; promote: () => Promise<void>; stop: () => void };

/** Commits are answered when both have them on disk. */
export async function startCluster(place: string): Promise<Cluster> {
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const [first, second] = [ownFolder(join(place, 'primary')), ownFolder(join(place, 'standby'))];
  runQuietly('initdb', ['-D', first, '-U', owner, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']);
  const primary = startProgram('postgres', [...settings(first, primaryPort), '-c', 'max_connections=60']);
  const base = urlOf(primaryPort).replace(/\/\w+$/, '/postgres');
  await untilAnswered(base);
  await ask(base, `create database ${databaseName}`);
  await ask(base, `create role ${loginName} login noinherit`);
  runQuietly('pg_basebackup', [
    '-D',
    second,
    '-R',
    '-X',
    'stream',
    '-d',
    `host=127.0.0.1 port=${primaryPort} user=${owner} application_name=standby`,
  ]);
  const standby = startProgram('postgres', [...settings(second, standbyPort), '-c', 'max_connections=60', '-c', 'cluster_name=standby']);
  await ask(base, `alter system set synchronous_standby_names = 'standby'`);
  await ask(base, 'select pg_reload_conf()');
  await untilAnswered(base, `select count(*) = 1 as ok from pg_stat_replication where sync_state = 'sync'`);
  return {
    primaryPort,
    standbyPort,
    killPrimary: () => primary.kill('SIGKILL'),
    async promote() {
      runQuietly('pg_ctl', ['promote', '-D', second, '-s']);
      await untilAnswered(urlOf(standbyPort), 'select not pg_is_in_recovery() as ok');
    },
    stop() {
      standby.kill('SIGINT');
      primary.kill('SIGINT');
    },
  };
}

/** Transaction pooling; a server that is gone is asked for again every second. */
export async function startPooler(
  place: string,
  databasePort: number,
): Promise<{ port: number; restart: () => Promise<void>; stop: () => void }> {
  const port = await freePort();
  const folder = ownFolder(join(place, 'pooler'));
  const users = join(folder, 'users.txt');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${owner}" ""\n"${loginName}" ""\n`);
  const lines = [
    '[databases]',
    `${databaseName} = host=127.0.0.1 port=${databasePort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 20',
    'max_client_conn = 200',
    'server_login_retry = 1',
    'server_connect_timeout = 3',
    'query_wait_timeout = 5',
    'tcp_keepidle = 2',
    'tcp_keepintvl = 1',
    'tcp_keepcnt = 3',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  for (const path of [users, file]) if (account !== null) chownSync(path, account.uid, account.gid);
  const start = () => startProgram('pgbouncer', ['-q', file]);
  let running = start();
  const ready = () => untilAnswered(urlOf(port));
  await ready();
  return {
    port,
    async restart() {
      running.kill('SIGKILL');
      await sleep(1000);
      running = start();
      await ready();
    },
    stop: () => running.kill('SIGKILL'),
  };
}
