import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openEmbeddedServer } from '@vitrine/embedded-postgres/embeddedPostgres.ts';
import { findPostmaster } from '@vitrine/embedded-postgres/postmaster.ts';
import { ensureLogin } from '#platform/database/login.ts';
import { migrate, readMigrations } from '#platform/database/migrate.ts';
import { paces } from '#platform/jobs/queues.ts';

/** The server that a test run uses, and the migrated database that every test database is copied from. */
export type TestServer = { ownerUrl: string; url: string; template: string };

const prefix = 'vitrine_test_';
const templatePrefix = 'vitrine_template_';
const loginName = 'vitrine_test_login';
const buildingTemplate = 5_520_188_003;
const abandonedAfterMs = 2 * 60 * 60_000;

/** An embedded server, kept between runs and shared by runs that overlap, or the one that TEST_DATABASE_URL names. */
export async function openTestServer(): Promise<TestServer & { close: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  return prepared(given === undefined ? await openKeptServer() : { ownerUrl: given, close: async () => {} });
}

/** Makes the login and the template of a server, which is closed if that fails. */
export async function prepared<Server extends { ownerUrl: string; close: () => Promise<void> }>(
  server: Server,
): Promise<Server & TestServer> {
  try {
    return { ...server, ...(await asOwner(server.ownerUrl, (client) => prepare(client, server.ownerUrl))) };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** A new database: with the migrations applied, or as another template has it. */
export async function copyTemplate(
  server: TestServer,
  template: string = server.template,
): Promise<{ ownerUrl: string; url: string; drop: () => Promise<void> }> {
  const name = `${prefix}${Date.now().toString(36)}_${randomBytes(6).toString('hex')}`;
  await asOwner(server.ownerUrl, (client) => client.query(`create database ${name} template ${template}`));
  return {
    ownerUrl: inDatabase(server.ownerUrl, name),
    url: inDatabase(server.url, name),
    drop: async () => {
      await asOwner(server.ownerUrl, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** Runs something with a connection of its own. */
export async function asOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function inDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function openKeptServer(): Promise<{ ownerUrl: string; close: () => Promise<void> }> {
  const directory = join(tmpdir(), `vitrine-test-${userInfo().username}`);
  const open = () => openEmbeddedServer({ directory, fsync: false, settings: { max_connections: '400' } });
  try {
    return await open();
  } catch (error) {
    if ((await findPostmaster(join(directory, 'pg18'))) !== null) throw error;
    // Without fsync a crash of the machine may have destroyed it; nothing in it is worth keeping.
    await rm(directory, { recursive: true, force: true });
    return open();
  }
}

async function prepare(client: pg.Client, ownerUrl: string): Promise<TestServer> {
  // Runs that overlap build the same template once; roles belong to all databases of the server.
  await client.query('select pg_advisory_lock($1)', [buildingTemplate]);
  const url = await ensureTestLogin(client, ownerUrl);
  const template = await ensureTemplate(client, ownerUrl, url);
  await dropAbandoned(client, template);
  return { ownerUrl, url, template };
}

async function ensureTestLogin(client: pg.Client, ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl);
  url.username = loginName;
  // The same for every run, as runs overlap.
  url.password = createHash('sha256').update(`${loginName} ${ownerUrl}`).digest('hex');
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [loginName]);
  await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${loginName} login noinherit password '${url.password}'`);
  // Nothing of a test has to outlive a crash of the server.
  await client.query(`alter role ${loginName} set synchronous_commit = 'off'`);
  return url.href;
}

async function ensureTemplate(client: pg.Client, ownerUrl: string, url: string): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, checksum } of await readMigrations()) hash.update(`${name} ${checksum}\n`);
  // Migrating makes the queues as well.
  hash.update(paces.join(' '));
  const template = `${templatePrefix}${hash.digest('hex').slice(0, 16)}`;
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount === 0) {
    const building = `${template}_building`;
    await client.query(`drop database if exists ${building} with (force)`);
    await client.query(`create database ${building} template template0`);
    await migrate(inDatabase(ownerUrl, building));
    await ensureLogin(inDatabase(ownerUrl, building), url);
    // Nobody may connect to it: a database in use cannot be copied.
    await client.query(`alter database ${building} with allow_connections false`);
    await client.query(`alter database ${building} rename to ${template}`);
  }
  await client.query(`comment on database ${template} is '${Date.now()}'`);
  return template;
}

/** Databases of runs that were killed, and templates of migrations that are history. */
async function dropAbandoned(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string; used: string | null }>(
    `select datname, shobj_description(oid, 'pg_database') as used from pg_database
     where starts_with(datname, $1) or (starts_with(datname, $2) and datname <> $3)`,
    [prefix, templatePrefix, template],
  );
  for (const { datname, used } of rows) {
    const since = datname.startsWith(prefix) ? Number.parseInt(datname.slice(prefix.length), 36) : Number(used);
    if (Date.now() - since > abandonedAfterMs) await client.query(`drop database ${datname} with (force)`);
  }
}
