/** The database beyond its address: version of the schema, rights of the logins, clock, room for connections, what a crash would cost. */
import pg from 'pg';
import { readMigrations } from '#platform/database/migrate.ts';
import type { Finding } from './finding.ts';
import { clockDifference, of } from './finding.ts';

export type DatabaseUrls = { url: string; ownerUrl: string };

const { well, weak, ill } = of('database');
/** Those of requests, of jobs, of pg-boss and of listeners, of one node. */
const connectionsOfNode = 24;
const patienceMs = 5000;

/** Connects, asks, and lets go. */
export async function asking<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString,
    application_name: 'vitrine doctor',
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ made: boolean }>(`select to_regclass('public.schema_migration') is not null as made`);
  return rows[0]?.made ?? false;
}

async function schema(client: pg.Client): Promise<Finding> {
  if (!(await hasTables(client))) return weak('The database is empty: the first start of the portal makes its tables.');
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration');
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const ours = await readMigrations();
  const changed = ours.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (changed) return ill(`${changed.name} was changed after it had been applied: restore the file of this version.`);
  const waiting = ours.filter(({ name }) => !applied.has(name)).length;
  if (waiting > 0)
    return weak(`${waiting} migrations are not applied yet: the next start applies them; take a backup first (npm run backup).`);
  const last = ours.at(-1)?.name ?? '';
  const newer = [...applied.keys()].filter((name) => name > last).length;
  if (newer > 0)
    return weak(`A newer version has changed the database (${newer} migrations beyond ours): bring this node to that version.`);
  return well(`All ${ours.length} migrations are applied.`);
}

async function owner(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string; reads_all: boolean }>(
    `select rolname as name, rolsuper or rolbypassrls as reads_all from pg_roles where rolname = current_user`,
  );
  const { name, reads_all } = rows[0] ?? { name: '', reads_all: false };
  if (reads_all) return well(`The login ${name} can take backups.`);
  return weak(`The login ${name} cannot take backups: let a superuser say "alter role ${pg.escapeIdentifier(name)} bypassrls".`);
}

async function clock(client: pg.Client): Promise<Finding> {
  const asked = Date.now();
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const difference = clockDifference(rows[0]?.now ?? new Date(Number.NaN), asked, Date.now());
  if (difference === null) return well('Its clock agrees with the clock of this machine.');
  return ill(`Its clock is ${difference} the clock of this machine: set both by a time server (chrony, systemd-timesyncd).`);
}

async function connections(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ free: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
       - (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as free`,
  );
  const free = rows[0]?.free ?? 0;
  if (free >= connectionsOfNode) return well(`${free} connections are free; a node takes up to ${connectionsOfNode}.`);
  return weak(
    `Only ${free} connections are free, and a node takes up to ${connectionsOfNode}: raise max_connections, or put PgBouncer in between.`,
  );
}

async function durability(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ fsync: string; commit: string }>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  const { fsync, commit } = rows[0] ?? { fsync: 'off', commit: 'off' };
  if (fsync !== 'on') return ill('fsync is off: a power cut may destroy the database. Set fsync = on.');
  if (commit === 'off') return ill('synchronous_commit is off: what people were told is saved may be lost in a crash. Set it to on.');
  return well('What is acknowledged is on the disk.');
}

/** Requests must not be able to read past the policies of a unit, whatever they say. */
async function requestLogin(url: string): Promise<Finding> {
  return asking(url, async (client) => {
    const { rows } = await client.query<{ name: string; reads_all: boolean }>(
      `select rolname as name, rolsuper or rolbypassrls as reads_all from pg_roles where rolname = session_user`,
    );
    const { name, reads_all } = rows[0] ?? { name: '', reads_all: true };
    if (!reads_all) return well(`The login ${name} of requests sees only what the unit of the caller allows.`);
    return ill(
      `The login ${name} of requests could read every unit: name one in DATABASE_URL that is neither superuser nor has bypassrls.`,
    );
  });
}

/** Of a database that can be reached (`checkAddresses` says why one cannot). */
export async function checkDatabase({ url, ownerUrl }: DatabaseUrls): Promise<Finding[]> {
  const asOwner = await asking(ownerUrl, async (client) => {
    const findings: Finding[] = [];
    for (const check of [schema, owner, clock, connections, durability]) findings.push(await check(client));
    return findings;
  });
  // With one login for both it is the owner's own matter: the portal becomes other roles before it answers anybody.
  return url === ownerUrl ? asOwner : [...asOwner, await requestLogin(url)];
}
