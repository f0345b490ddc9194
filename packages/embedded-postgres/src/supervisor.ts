import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isConnectionFailure } from './connectionFailure.ts';
import { databaseName, loginName, ownerName, type Passwords } from './cluster.ts';
import { type Cluster, findPostmaster, freePort, startPostmaster, stopPostmaster } from './postmaster.ts';

/** Every process that has the server open holds this lock as shared; a process that gets it exclusively is the last one. */
const inUse = 4_811_902_001;
const settingUp = 4_811_902_002;
const patienceMs = 10_000;

/**
 * Holds one connection to the server for as long as this process has it open, and starts the server when it is not running,
 * also later after a crash. `leave` closes the connection and stops the server if no other process has it open.
 */
export async function supervise(
  cluster: Cluster,
  passwords: Passwords,
  onLost: (error: unknown) => void = () => {},
): Promise<{ port: number; leave: () => Promise<void> }> {
  let leaving: Promise<void> | undefined;
  let current = await attach(cluster, passwords, await freePort());
  const { port } = current;
  let reviving = Promise.resolve();
  watch();
  try {
    await setUp(current.client, passwords);
  } catch (error) {
    await leave();
    throw error;
  }
  return { port, leave };

  function watch(): void {
    current.client.once('end', () => {
      if (leaving === undefined) reviving = revive().catch(onLost);
    });
  }

  /** On the same port, because other code already holds addresses with it. */
  async function revive(): Promise<void> {
    // A signal that stopped the server may be about to stop this process too.
    await sleep(500);
    if (leaving !== undefined) return;
    current = await attach(cluster, passwords, port);
    if (current.port !== port) throw new Error(`The embedded PostgreSQL moved from port ${port} to ${current.port}`);
    watch();
  }

  function leave(): Promise<void> {
    leaving ??= reviving.then(() => giveUp(current.client, () => stopPostmaster(cluster)));
    return leaving;
  }
}

/** Connects to the server, which may be starting, recovering or just being stopped by somebody else. */
async function attach(cluster: Cluster, passwords: Passwords, port: number): Promise<{ client: pg.Client; port: number }> {
  let failingSince: number | undefined;
  for (;;) {
    const postmaster = await findPostmaster(cluster.data);
    try {
      if (postmaster !== null) return { client: await connect(postmaster.port, passwords), port: postmaster.port };
      await startPostmaster(cluster, port);
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isConnectionFailure(error)) throw error;
      // A start fails while children of a killed server linger, or when another process was faster.
      if (!isStarting(error)) failingSince ??= Date.now();
      if (failingSince !== undefined && Date.now() - failingSince > patienceMs) throw error;
      await sleep(50);
    }
  }
}

/** Recovery after a crash takes the time it takes. */
function isStarting(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57P03';
}

async function connect(port: number, passwords: Passwords): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: ownerName,
    password: passwords.owner,
    database: 'postgres',
    application_name: 'vitrine keeper',
    keepAlive: true,
  });
  // An error is followed by the end of the connection, which is handled.
  client.on('error', () => {});
  await client.connect();
  await client.query('select pg_advisory_lock_shared($1)', [inUse]);
  return client;
}

async function setUp(client: pg.Client, passwords: Passwords): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [settingUp]);
  const login = await client.query('select from pg_roles where rolname = $1', [loginName]);
  if (login.rowCount === 0) {
    await client.query(`create role ${loginName} login noinherit password ${pg.escapeLiteral(passwords.login)}`);
  }
  const database = await client.query('select from pg_database where datname = $1', [databaseName]);
  if (database.rowCount === 0) await client.query(`create database ${databaseName}`);
  await client.query('select pg_advisory_unlock($1)', [settingUp]);
}

async function giveUp(client: pg.Client, stop: () => Promise<void>): Promise<void> {
  try {
    // Release the shared lock first, so that of two processes that leave at once one is the last.
    await client.query('select pg_advisory_unlock_shared($1)', [inUse]);
    const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [inUse]);
    if (rows[0]?.last === true) await stop();
    else await client.end();
  } catch (error) {
    // The server has stopped already.
    if (!isConnectionFailure(error)) throw error;
  }
}
