import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { prepareBinaries } from './embedded/binaries.ts';
import { databaseName, loginName, makeCluster, ownerName, type Passwords, readPasswords } from './embedded/cluster.ts';
import { findPlace } from './embedded/place.ts';
import { findPostmaster, startPostmaster, stopPostmaster } from './embedded/postmaster.ts';

export type EmbeddedServer = {
  /** For migrations: the superuser of this server. */
  ownerUrl: string;
  /** For requests: may become the roles of the scopes, once `ensureLogin` has said so, and nothing else. */
  url: string;
  /** Stops the server, unless another process has it open. */
  close: () => Promise<void>;
};

const patienceMs = 60_000;
/** Every process that has the server open holds this lock together with the others; who gets it alone is the last. */
const inUse = 4_811_902_001;
const settingUp = 4_811_902_002;

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
/** For tests: a power cut may cost everything. */
const unsafeSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * Opens the PostgreSQL that comes with the portal: makes its cluster in the data directory at the first time, finds the
 * server that still runs (a killed process leaves it behind), or starts it. It listens on 127.0.0.1 on a free port.
 */
export async function openEmbeddedServer(options: {
  directory: string;
  fsync?: boolean;
  settings?: Record<string, string>;
}): Promise<EmbeddedServer> {
  const { directory, fsync = true } = options;
  const place = await findPlace(directory);
  const binaries = await prepareBinaries(place.account, directory);
  const data = place.data ?? (await makeCluster(place, binaries, fsync));
  const passwords = await readPasswords(data);
  const start = () =>
    startPostmaster(data, place.account, binaries, { ...settings, ...(fsync ? {} : unsafeSettings), ...options.settings });

  const { keeper, port } = await attach(data, passwords, start);
  try {
    await setUp(keeper, passwords);
  } catch (error) {
    await keeper.end();
    throw error;
  }
  const urlOf = (name: string, password: string) => `postgres://${name}:${password}@127.0.0.1:${port}/${databaseName}`;
  let closed: Promise<void> | undefined;
  return {
    ownerUrl: urlOf(ownerName, passwords.owner),
    url: urlOf(loginName, passwords.login),
    close: () => (closed ??= leave(keeper, () => stopPostmaster(data, place.account, binaries))),
  };
}

/** Connects to the server, which may be starting, recovering or just being stopped by somebody else. */
async function attach(data: string, passwords: Passwords, start: () => Promise<void>): Promise<{ keeper: pg.Client; port: number }> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const postmaster = await findPostmaster(data);
    try {
      if (postmaster === null) await start();
      else return { keeper: await connectKeeper(postmaster.port, passwords), port: postmaster.port };
    } catch (error) {
      if (Date.now() > deadline || (error instanceof pg.DatabaseError && error.code === '28P01')) throw error;
      await sleep(50);
    }
  }
}

async function connectKeeper(port: number, passwords: Passwords): Promise<pg.Client> {
  const keeper = new pg.Client({
    host: '127.0.0.1',
    port,
    user: ownerName,
    password: passwords.owner,
    database: 'postgres',
    application_name: 'vitrine keeper',
    keepAlive: true,
  });
  // The server may be stopped under us; the next statement will tell.
  keeper.on('error', () => {});
  await keeper.connect();
  await keeper.query('select pg_advisory_lock_shared($1)', [inUse]);
  return keeper;
}

async function setUp(keeper: pg.Client, passwords: Passwords): Promise<void> {
  await keeper.query('select pg_advisory_lock($1)', [settingUp]);
  const login = await keeper.query('select from pg_roles where rolname = $1', [loginName]);
  if (login.rowCount === 0) {
    await keeper.query(`create role ${loginName} login noinherit password ${pg.escapeLiteral(passwords.login)}`);
  }
  const database = await keeper.query('select from pg_database where datname = $1', [databaseName]);
  if (database.rowCount === 0) await keeper.query(`create database ${databaseName}`);
  await keeper.query('select pg_advisory_unlock($1)', [settingUp]);
}

async function leave(keeper: pg.Client, stop: () => Promise<void>): Promise<void> {
  // Gives up its share before it asks for the whole, so that of two that leave at once one is the last.
  await keeper.query('select pg_advisory_unlock_shared($1)', [inUse]);
  const { rows } = await keeper.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [inUse]);
  if (rows[0]?.last === true) await stop();
  else await keeper.end();
}
