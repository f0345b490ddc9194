/** Brings a backup into an empty database, whole or not at all, and compares what arrived with what was taken. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { openEmbeddedServer } from '@vitrine/embedded-postgres/embeddedPostgres.ts';
import { exists } from '@vitrine/embedded-postgres/files.ts';
import { readErasures } from '#domain/people/erasures.ts';
import { ensureLogin } from '#platform/database/login.ts';
import { migrate, readMigrations } from '#platform/database/migrate.ts';
import { copyFileInto, keyHash, type Manifest, readBackup, readRows, type StoredTable } from './archive.ts';
import { keptFolder, type Source } from './backup.ts';
import { openOwner, readMigrationNames, readReferences } from './catalogue.ts';
import { copyIn, copyOut } from './copy.ts';
import { eraseAgain, type ErasedAgain } from './eraseAgain.ts';

export type Target = Source & { url: string; dataDirectory: string };

async function refuseForeign({ migrations }: Manifest): Promise<void> {
  const own = new Set((await readMigrations()).map(({ name }) => name));
  const unknown = migrations.find((name) => !own.has(name));
  if (unknown !== undefined)
    throw new Error(`This backup was made by another version, which has the migration ${unknown}: restore it with that version.`);
}

async function refuseUsed(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const beyond = (await readMigrationNames(client)).find((name) => !migrations.includes(name));
  if (beyond !== undefined)
    throw new Error(`This database is newer than the backup (migration ${beyond}): restore into one that no portal was started on.`);
  const { rows } = await client.query<{ used: boolean }>('select exists (select from person) or exists (select from tenant) as used');
  if (rows[0]?.used) throw new Error('This database has people or units already: a backup is restored into an empty one.');
}

/** One transaction: the references and triggers stand aside, the tables are filled, and everything is checked as it comes back. */
async function fill(client: pg.Client, directory: string, { tables, sequences }: Manifest): Promise<void> {
  await client.query('begin');
  const references = await readReferences(client);
  for (const { drop } of references) await client.query(drop);
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const table of tables) await fillTable(client, directory, table);
  for (const { add } of references) await client.query(add);
  for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2::bigint)', [name, last]);
  for (const table of tables) await compare(client, table);
  await client.query('commit');
}

async function fillTable(client: pg.Client, directory: string, { name, columns, file }: StoredTable): Promise<void> {
  await client.query(`alter table ${name} disable trigger user`);
  await copyIn(client, `${name} (${columns.join(', ')})`, readRows(directory, file));
  await client.query(`alter table ${name} enable trigger user`);
}

async function compare(client: pg.Client, { name, columns, rows, digest }: StoredTable): Promise<void> {
  const arrived = await copyOut(client, `select ${columns.join(', ')} from ${name}`, null);
  if (arrived.rows === rows && arrived.digest === digest) return;
  throw new Error(`${name} did not arrive as it was: ${arrived.rows} rows instead of ${rows}, or others. Nothing was restored.`);
}

async function restoreFiles(directory: string, { files }: Manifest, dataDirectory: string): Promise<void> {
  for (const { path } of files) await copyFileInto(dataDirectory, path.replace(/^files\//, ''), join(directory, path));
}

/**
 * Restores into a database without people and units; it may have been migrated. Who was erased since is erased again. Answers the
 * manifest, whether the master keys given decrypt what is stored encrypted, and who was erased.
 */
export async function restoreBackup(
  directory: string,
  target: Target,
): Promise<{ manifest: Manifest; hasKey: boolean; erased: ErasedAgain }> {
  const manifest = await readBackup(directory);
  await refuseForeign(manifest);
  if (manifest.files.length > 0 && (await exists(join(target.dataDirectory, keptFolder))))
    throw new Error(`${join(target.dataDirectory, keptFolder)} is there already: move it away, or set DATA_DIR to another directory.`);
  const erasures = await readErasures(target.dataDirectory);
  await migrate(target.ownerUrl, { until: manifest.migrations.at(-1) });
  const client = await openOwner(target.ownerUrl);
  try {
    await refuseUsed(client, manifest);
    await fill(client, directory, manifest);
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await restoreFiles(directory, manifest, target.dataDirectory);
  await migrate(target.ownerUrl);
  await ensureLogin(target.ownerUrl, target.url);
  const erased = await eraseAgain(target, erasures, manifest.made_at);
  return { manifest, hasKey: target.masterKeys.some((key) => manifest.keys.includes(keyHash(key))), erased };
}

/** Proves that a backup can be restored: into a database of its own, which is thrown away. */
export async function verifyBackup(directory: string): Promise<Manifest> {
  const place = await mkdtemp(join(tmpdir(), 'vitrine-verify-'));
  try {
    await readBackup(directory);
    const server = await openEmbeddedServer({ directory: place, fsync: false });
    try {
      return (await restoreBackup(directory, { ...server, dataDirectory: place, masterKeys: [] })).manifest;
    } finally {
      await server.close();
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
