/** Takes a backup of a database while it is in use. */
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { exists } from '@vitrine/embedded-postgres/files.ts';
import { copyFileInto, filesBelow, keyHash, type Manifest, publish, type StoredFile, type StoredTable, writeRows } from './archive.ts';
import { openOwner, readMigrationNames, readSequences, readTables } from './catalogue.ts';
import { copyOut } from './copy.ts';

export type Source = {
  ownerUrl: string;
  /** Null: the database alone, whose files stay where they are. */
  dataDirectory: string | null;
  masterKeys: readonly string[];
};

/** What the local reporting service keeps: files that were uploaded, and what was made of them. Exports are made anew. */
export const keptFolder = 'reporting';
const isKept = (path: string): boolean => !path.startsWith('exports/');

/** Every table as it was at one moment. */
async function writeTables(client: pg.Client, staging: string): Promise<StoredTable[]> {
  const stored: StoredTable[] = [];
  for (const table of await readTables(client)) {
    const path = `tables/${table.name.replaceAll('"', '')}.copy.gz`;
    const select = `select ${table.columns.join(', ')} from ${table.name}`;
    const [content, file] = await writeRows(staging, path, (sink) => copyOut(client, select, sink));
    stored.push({ ...table, ...content, file });
  }
  return stored;
}

async function writeFiles(dataDirectory: string | null, staging: string): Promise<StoredFile[]> {
  if (dataDirectory === null) return [];
  const folder = join(dataDirectory, keptFolder);
  if (!(await exists(folder))) return [];
  const stored: StoredFile[] = [];
  for (const path of (await filesBelow(folder)).filter(isKept))
    stored.push(await copyFileInto(staging, `files/${keptFolder}/${path}`, join(folder, path)));
  return stored;
}

/** Writes a backup into a directory that is not there yet, and answers what is in it. */
export async function takeBackup({ ownerUrl, dataDirectory, masterKeys }: Source, directory: string): Promise<Manifest> {
  if (await exists(directory)) throw new Error(`There is something in ${directory} already: a backup needs a name of its own.`);
  const staging = `${directory}.part`;
  const client = await openOwner(ownerUrl);
  try {
    await rm(staging, { recursive: true, force: true });
    await mkdir(dirname(directory), { recursive: true });
    await mkdir(staging, { mode: 0o700 });
    await client.query('begin isolation level repeatable read, read only');
    const server = await client.query<{ server_version: string }>('show server_version');
    const manifest: Manifest = {
      format: 1,
      made_at: new Date().toISOString(),
      server: server.rows[0]?.server_version ?? '',
      migrations: await readMigrationNames(client),
      tables: await writeTables(client, staging),
      sequences: await readSequences(client),
      files: await writeFiles(dataDirectory, staging),
      keys: masterKeys.map(keyHash),
    };
    await client.query('commit');
    await publish(staging, directory, manifest);
    return manifest;
  } finally {
    await client.end();
    await rm(staging, { recursive: true, force: true });
  }
}
