/** Why the portal cannot start, in a sentence that says what to do about it. */
import { createServer } from 'node:net';
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import pg from 'pg';
import type { Environment } from './platform/environment.ts';

/** A sentence for whoever starts the portal; nothing else has to be shown. */
class StartFailure extends Error {}

type Settings = Pick<Environment, 'host' | 'port' | 'reportingPort' | 'dataDirectory' | 'database'>;
type Facts = { code?: string; syscall?: string; address?: string; port?: number; path?: string; hostname?: string };

function* chain(error: unknown): Generator<Error & Facts> {
  for (let at = error; at instanceof Error; at = at.cause) {
    yield at;
    if (at instanceof AggregateError) for (const inner of at.errors) yield* chain(inner);
  }
}

const diskIsFull = /No space left on device|Disk quota exceeded/;
const diskIsReadOnly = /Read-only file system/;

function listening({ code, syscall, port, hostname }: Facts, environment: Settings | null): string | null {
  if (environment === null) return null;
  const name = port === environment.reportingPort && port !== environment.port ? 'REPORTING_PORT' : 'PORT';
  if (code === 'EADDRINUSE') return `Another program listens on port ${port} (${name}): stop it, or set ${name} to a free one.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `This account may not listen on port ${port} (${name}): set ${name} to one above 1023, with a proxy in front.`;
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && hostname === environment.host))
    return `HOST ${environment.host} is no address of this machine: set HOST to one of its own, such as 127.0.0.1, or to 0.0.0.0 for all.`;
  return null;
}

function storing({ code, path, message }: Facts & Error, environment: Settings | null): string | null {
  const where = path ?? environment?.dataDirectory ?? 'the data directory';
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || diskIsFull.test(message))
    return `The disk of ${where} is full: make room, or set DATA_DIR to a directory on another disk.`;
  if (code === 'EROFS' || diskIsReadOnly.test(message))
    return `${where} cannot be written, its disk is read-only: mount it for writing, or set DATA_DIR to another directory.`;
  if (path !== undefined && (code === 'EACCES' || code === 'EPERM'))
    return `This account may not use ${path}: give it to this account (chown), or set DATA_DIR to a directory of its own.`;
  if (path !== undefined && (code === 'ENOTDIR' || code === 'EEXIST'))
    return `${path} is no directory: set DATA_DIR to a directory, or to a name that nothing has yet.`;
  return null;
}

function asking(error: Facts & Error, environment: Settings | null): string | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  const login = decodeURIComponent(new URL(environment?.database?.ownerUrl ?? 'postgres://').username);
  if (error.code === '42501')
    return `The login ${login} of DATABASE_OWNER_URL lacks a right (${error.message}): it has to own the database and may create roles (docs/operations.md, PostgreSQL).`;
  if (error.code === '25006') return 'DATABASE_OWNER_URL leads to a server that only reads, such as a standby: name the primary.';
  return null;
}

/** The sentence for a failure of the start, or null when nothing is known about it. Without settings: they could not be read. */
export function explainStartFailure(error: unknown, environment: Settings | null): string | null {
  for (const cause of chain(error)) {
    if (cause instanceof StartFailure) return cause.message;
    const sentence = listening(cause, environment) ?? storing(cause, environment) ?? asking(cause, environment);
    if (sentence !== null) return sentence;
  }
  return null;
}

/** What the server of an address said when it was asked for a connection, as the end of a sentence with a mending. */
function unreachable(error: unknown, url: URL): string {
  const server = `${url.hostname}:${url.port || 5432}`;
  const login = decodeURIComponent(url.username);
  for (const { code, message } of chain(error)) {
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the host ${url.hostname} is unknown: correct its name, or the name service`;
    if (code === 'ECONNREFUSED') return `nothing listens on ${server}: start the database, or correct host and port`;
    if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || /timeout/.test(message))
      return `${server} does not answer: look at network and firewall`;
    if (code === '28P01') return `the server refuses the password of ${login}: correct it, or set it with alter role`;
    if (code === '28000') return `the server lets ${login} not in (${message}): make the login, or allow it in pg_hba.conf`;
    if (code === '3D000')
      return `the server has no database ${url.pathname.slice(1)}: create it (docs/operations.md, PostgreSQL), or correct the name`;
    if (code === '53300') return 'the server has no connection left: raise max_connections, or end others';
    if (code === '57P03') return 'the server is starting or stopping: try again in a moment';
  }
  return error instanceof Error ? error.message : String(error);
}

/** Asks every database address of the settings for a connection, so that a wrong one is named before anything is done. */
export async function checkAddresses({ url, directUrl, ownerUrl }: NonNullable<Environment['database']>): Promise<void> {
  const named = new Map([
    [directUrl, 'DATABASE_DIRECT_URL'],
    [url, 'DATABASE_URL'],
    [ownerUrl, ownerUrl === url ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'],
  ]);
  for (const [address, setting] of named) {
    const client = new pg.Client({ connectionString: address, application_name: 'vitrine start', connectionTimeoutMillis: 10_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ version: number }>(`select current_setting('server_version_num')::int as version`);
      const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
      if (major < 15) throw new StartFailure(`The server of ${setting} is PostgreSQL ${major}: the portal needs 15 or newer.`);
    } catch (error) {
      if (error instanceof StartFailure) throw error;
      throw new StartFailure(`The database of ${setting} cannot be reached: ${unreachable(error, new URL(address))}.`, { cause: error });
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** A name that one process of this machine has at a time, and that is free again when the process is gone, however it ended. */
function nameOf(directory: string): string | null {
  const hash = createHash('sha256').update(realpathSync(directory)).digest('hex').slice(0, 32);
  if (process.platform === 'linux') return `\0vitrine-${hash}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\vitrine-${hash}` : null;
}

/**
 * Takes the data directory for this portal: of two, each would overwrite what the other keeps in files. Commands of the operator may use
 * its database meanwhile. Answers the function that lets it go.
 */
export async function holdDataDirectory(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true });
  const name = nameOf(directory);
  if (name === null) return async () => {};
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: Error & Facts) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new StartFailure(`Vitrine runs already with the data directory ${directory}: stop it first, or set DATA_DIR to another one.`)
          : error,
      ),
    );
    server.listen(name, resolve);
  });
  server.unref();
  return () => new Promise((resolve) => void server.close(() => resolve()));
}
