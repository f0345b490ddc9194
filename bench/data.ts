/** The data sets, in databases of an embedded PostgreSQL that is kept between runs. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { hash } from '@node-rs/argon2';
import { openEmbeddedServer } from '@vitrine/embedded-postgres/embeddedPostgres.ts';
import { ensureLogin } from '@vitrine/api/platform/database/login.ts';
import { migrate, readMigrations } from '@vitrine/api/platform/database/migrate.ts';
import pg from 'pg';
import { cacheDirectory } from './place.ts';

/** The password of everybody in the data sets. */
export const password = 'Vitrine-bench-2026';

type Units = {
  first: number;
  units: number;
  reports: number;
  groups: number;
  people: number;
  teams: number;
  /** Reports assigned to each person, to each team, and to everybody. */
  own: number;
  shared: number;
  common: number;
};

/** 1,000 reports, 100 people, 200 grants a person. */
const usual = { reports: 1000, groups: 20, people: 100, teams: 10, own: 160, shared: 40, common: 0 };

/** 100 people who see ten of twenty reports. */
const ordinary = { reports: 20, groups: 4, people: 100, teams: 5, own: 3, shared: 3, common: 4 };

const dataSets = {
  p10k: [{ ...usual, first: 1, units: 10 }],
  /** 100 units of the same size. */
  p100k: [{ ...usual, first: 1, units: 100 }],
  /** 10 units of that size and one with ten times the reports and grants. */
  wide: [
    { ...usual, first: 1, units: 10 },
    { ...usual, first: 11, units: 1, reports: 10_000, own: 1600, shared: 400 },
  ],
  /** One unit with 10,000 assignments, one where everything is ten times as much, and as much for each person. */
  tenfold: [
    { first: 1, units: 1, reports: 1000, groups: 100, people: 100, teams: 100, own: 60, shared: 40, common: 5 },
    { first: 2, units: 1, reports: 10_000, groups: 1000, people: 1000, teams: 1000, own: 60, shared: 40, common: 5 },
  ],
  /** One unit with 100,000 people, each with a report. */
  exported: [{ ...usual, first: 1, units: 1, people: 100_000, own: 1, shared: 0 }],
  /** Three units, to add people to. */
  people: [{ ...usual, first: 1, units: 3 }],
  /** A platform of 10,000 units and 1,000,000 people, and ten such units. */
  morning: [{ ...ordinary, first: 1, units: 10_000 }],
  ten_units: [{ ...ordinary, first: 1, units: 10 }],
  /** One unit, to add reports to. */
  small: [{ ...usual, first: 1, units: 1 }],
} as const satisfies Record<string, readonly Units[]>;

export type DataSet = keyof typeof dataSets;

/** `ownerUrl` is the superuser's, `url` the login of requests. */
export type Loaded = { ownerUrl: string; url: string };

export type Data = {
  /** The database of a data set; created if it is missing, or if migrations or data have changed; with `fresh` in any case. */
  load: (name: DataSet, options?: { fresh?: boolean }) => Promise<Loaded>;
  /** Process id of PostgreSQL's first process; all others are its children. */
  postmaster: number;
  close: () => Promise<void>;
};

const read = (name: string): Promise<string> => readFile(fileURLToPath(new URL(`data/${name}.sql`, import.meta.url)), 'utf8');

/** Opens the server with real settings: a commit is on disk before it is answered. */
export async function openData(): Promise<Data> {
  const server = await openEmbeddedServer({ directory: cacheDirectory('database') });
  try {
    const postmaster = await findPostmaster(server.ownerUrl);
    return { load: (name, options) => load(server, name, options), postmaster, close: server.close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

export async function asOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'bench' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The parent of any backend. */
function findPostmaster(ownerUrl: string): Promise<number> {
  return asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const status = await readFile(`/proc/${rows[0]?.pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  });
}

async function load(server: Loaded, name: DataSet, { fresh = false } = {}): Promise<Loaded> {
  const version = await versionOf(name);
  const inDatabase = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const loaded = { ownerUrl: inDatabase(server.ownerUrl), url: inDatabase(server.url) };
  const isThere = await asOwner(server.ownerUrl, async (client) => {
    const { rows } = await client.query<{ version: string | null }>(
      `select shobj_description(oid, 'pg_database') as version from pg_database where datname = $1`,
      [name],
    );
    if (rows[0]?.version === version && !fresh) return true;
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template template0`);
    return false;
  });
  if (!isThere) {
    console.error(`Loading ${name} …`);
    await migrate(loaded.ownerUrl);
    await ensureLogin(loaded.ownerUrl, loaded.url);
    await fill(loaded.ownerUrl, dataSets[name]);
    await asOwner(server.ownerUrl, (client) => client.query(`comment on database ${name} is '${version}'`));
  }
  await tidy(loaded.ownerUrl);
  return loaded;
}

/** Removes rows of earlier measurements, so that every run starts equal. */
function tidy(ownerUrl: string): Promise<void> {
  return asOwner(ownerUrl, async (client) => {
    await client.query('truncate audit_log, session, device, sign_in_step, attempt, one_time_token cascade');
    await client.query('vacuum (analyze) report_group, limit_report_group, audit_log, session, person, membership');
  });
}

async function versionOf(name: DataSet): Promise<string> {
  const sum = createHash('sha256')
    .update(await read('units'))
    .update(await read('limit'));
  sum.update(JSON.stringify(dataSets[name])).update(password);
  for (const migration of await readMigrations()) sum.update(`${migration.name} ${migration.checksum}\n`);
  return sum.digest('hex');
}

async function fill(ownerUrl: string, sets: readonly Units[]): Promise<void> {
  const template = await read('units');
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await asOwner(ownerUrl, async (client) => {
    for (const set of sets) {
      const values: Record<string, string | number> = { ...set, hash: pg.escapeLiteral(passwordHash) };
      await client.query(template.replaceAll(/\$([a-z]+)\b/g, (whole, name: string) => String(values[name] ?? whole)));
    }
    await client.query(await read('limit'));
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
}
