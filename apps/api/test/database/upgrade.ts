import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { migrate, readMigrations } from '#platform/database/migrate.ts';
import { asOwner } from '../harness/server.ts';

const migrationsDirectory = new URL('../../migrations/', import.meta.url);
const seedsDirectory = new URL('seeds/', import.meta.url);

/** Every row of every table of ours, as JSON. */
export type Snapshot = Map<string, Record<string, unknown>[]>;

export type Upgrade = {
  /** Holds the migrations that the database has. */
  directory: string;
  /** What got lost or changed on the way, in words. */
  losses: string[];
  close: () => Promise<void>;
};

/**
 * Brings an empty database through all versions, one migration after the other, as an installation that was never behind:
 * each migration meets the rows that `seeds` put in before it.
 */
export async function upgradeFromTheFirst(ownerUrl: string): Promise<Upgrade> {
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-upgrade-'));
  const losses: string[] = [];
  for (const { name } of await readMigrations()) {
    const before = await snapshot(ownerUrl);
    await cp(new URL(name, migrationsDirectory), join(directory, name));
    await migrate(ownerUrl, { directory });
    losses.push(...lost(before, await snapshot(ownerUrl)).map((loss) => `${name}: ${loss}`));
    const seed = await seedOf(name);
    if (seed !== null) await asOwner(ownerUrl, (client) => client.query(seed));
  }
  return { directory, losses, close: () => rm(directory, { recursive: true }) };
}

async function seedOf(migration: string): Promise<string | null> {
  try {
    return await readFile(new URL(`${migration.slice(0, 4)}.sql`, seedsDirectory), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

export function snapshot(ownerUrl: string): Promise<Snapshot> {
  return asOwner(ownerUrl, async (client) => {
    const tables = await tablesOf(client);
    if (tables.length === 0) return new Map();
    const { rows } = await client.query<{ name: string; content: Record<string, unknown>[] }>(
      tables
        .map((table) => `select '${table}' as name, coalesce(jsonb_agg(to_jsonb(t)), '[]') as content from ${table} t`)
        .join(' union all '),
    );
    return new Map(rows.map(({ name, content }) => [name, content]));
  });
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migration' order by relname collate "C"`,
  );
  return rows.map(({ name }) => name);
}

/**
 * What is not in the later snapshot any more: tables, columns that held something, rows, values. A migration that takes
 * something away on purpose is named where this is expected to be empty, with the reason.
 */
export function lost(before: Snapshot, after: Snapshot): string[] {
  return [...before].flatMap(([table, rows]) => {
    const later = after.get(table);
    if (rows.length === 0) return [];
    if (later === undefined) return [`${table} is gone`];
    const columns = Object.keys(later[0] ?? {});
    const gone = Object.keys(rows[0] ?? {}).filter((column) => !columns.includes(column));
    const text = (row: Record<string, unknown>) => JSON.stringify(columns.filter((c) => c in (rows[0] ?? {})).map((c) => row[c]));
    const kept = new Set(later.map(text));
    const changed = later.length === 0 ? rows.length : rows.filter((row) => !kept.has(text(row))).length;
    return [
      ...(later.length === 0 ? [] : gone.map((column) => `${table}.${column} is gone`)),
      ...(changed === 0 ? [] : [`${changed} of ${rows.length} rows of ${table} are gone or changed`]),
    ];
  });
}
