import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { installJobs } from '#platform/jobs/install.ts';
import { refuseForeignOwners } from './owners.ts';

const ownDirectory = fileURLToPath(new URL('../../../migrations', import.meta.url));
const lockKey = 7_104_629_313;
/** First line of a file that runs as the migrating login; all others run as portal_owner, who shall own every table. */
const runsAsLogin = '-- run as: login';

export type Migration = { name: string; text: string; checksum: string };

/** The numbered files of a directory in the order in which they run. */
export async function readMigrations(directory: string = ownDirectory): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Map<string, string>();
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (number === undefined) throw new Error(`Migration ${name} is not named like 0001_what_it_does.sql`);
    const other = numbers.get(number);
    if (other !== undefined) throw new Error(`Migrations ${other} and ${name} have the same number`);
    numbers.set(number, name);
  }
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(`${directory}/${name}`, 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Applies the files that the database has not seen yet, each in a transaction of its own, and returns their names.
 * Several processes may start at once: one works, the others wait and find nothing to do.
 * Refuses to go on when a file that was applied has changed since, and where other files than these were applied.
 */
export async function migrate(
  ownerUrl: string,
  // `until`: not beyond this file, for data that were taken when it was the last.
  options: { directory?: string; until?: string | undefined; log?: (message: string) => void } = {},
): Promise<string[]> {
  const { until } = options;
  const migrations = (await readMigrations(options.directory)).filter(({ name }) => until === undefined || name <= until);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'vitrine migrate' });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await refuseForeignOwners(client);
    const pending = await findPending(client, migrations);
    await client.query(loadExtensions);
    for (const migration of pending) {
      await apply(client, migration);
      options.log?.(`migration ${migration.name} applied`);
    }
    if (options.directory === undefined) await installJobs(client);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * A session knows the settings of an extension only after it has loaded it, and refuses their names before: a function that
 * `set`s one could be created in the session that creates the extension, and in no later one.
 */
const loadExtensions = `
  do $$ begin
    if to_regproc('public.similarity') is not null then perform public.similarity('', ''); end if;
  end $$`;

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(`
    create table if not exists schema_migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration');
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  refuseForeign([...applied.keys()], migrations);
  return migrations.filter(({ name, checksum }) => {
    const known = applied.get(name);
    if (known !== undefined && known !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it had been applied to this database. Restore the file and write a new migration.`,
      );
    }
    return known === undefined;
  });
}

/**
 * Names that lie among ours and are not ours: the database followed other files than these. Names after our last one are
 * those of a newer version, whose nodes may run beside ours while it is rolled out.
 */
function refuseForeign(applied: string[], migrations: Migration[]): void {
  const own = new Set(migrations.map(({ name }) => name));
  const last = migrations.at(-1)?.name ?? '';
  const foreign = applied.toSorted().find((name) => !own.has(name) && name < last);
  if (foreign === undefined) return;
  throw new Error(
    `This database was made by a build from before the first release (it knows the migration ${foreign}) and cannot be upgraded. ` +
      'Start with an empty database: delete the data directory, or, where DATABASE_URL is set, name a new database.',
  );
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    if (!text.startsWith(runsAsLogin)) await client.query('set local role portal_owner');
    await client.query(text);
    await client.query('reset role');
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed${placeOf(error, text)}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function placeOf(error: unknown, text: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return '';
  return ` at line ${text.slice(0, Number(error.position)).split('\n').length}`;
}
