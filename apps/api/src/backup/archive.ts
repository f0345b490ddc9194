/** A backup as files: a directory with a file for each table, files of the data directory, and a manifest that knows them all. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Content } from './copy.ts';
import type { Table } from './catalogue.ts';

const format = 1;
const manifestName = 'manifest.json';

export type StoredFile = { path: string; sha256: string };
export type StoredTable = Table & Content & { file: StoredFile };

export type Manifest = {
  format: number;
  made_at: string;
  /** Of the server that it was taken from. */
  server: string;
  migrations: string[];
  tables: StoredTable[];
  sequences: { name: string; last: string }[];
  /** Files of the data directory, below `files`. */
  files: StoredFile[];
  /** Hashes of the master keys, of which one decrypts what is stored encrypted. The keys themselves are not in the backup. */
  keys: string[];
};

export const keyHash = (key: string): string => createHash('sha256').update(`vitrine ${key}`).digest('hex').slice(0, 16);

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Lets somebody write a table's rows into a file, packed, and answers its hash. Only its owner may read it. */
export async function writeRows<T>(directory: string, path: string, fill: (sink: Writable) => Promise<T>): Promise<[T, StoredFile]> {
  const target = join(directory, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const gzip = createGzip();
  const stored = pipeline(gzip, createWriteStream(target, { mode: 0o600, flush: true }));
  // A full disk is told when the file is awaited.
  stored.catch(() => {});
  const [filled] = await Promise.all([fill(gzip).finally(() => gzip.end()), stored]);
  return [filled, { path, sha256: await hashOf(target) }];
}

export function readRows(directory: string, { path }: StoredFile): Readable {
  const gunzip = createGunzip();
  createReadStream(join(directory, path))
    .on('error', (error) => gunzip.destroy(error))
    .pipe(gunzip);
  return gunzip;
}

/** Every file below a folder, as paths with slashes. */
export async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted();
}

export async function copyFileInto(directory: string, path: string, from: string): Promise<StoredFile> {
  const target = join(directory, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(createReadStream(from), createWriteStream(target, { mode: 0o600, flush: true }));
  return { path, sha256: await hashOf(target) };
}

const checksum = (manifest: Manifest): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** A backup appears under its name when it is whole. */
export async function publish(staging: string, directory: string, manifest: Manifest): Promise<void> {
  await writeFile(join(staging, manifestName), `${JSON.stringify({ ...manifest, checksum: checksum(manifest) }, null, 1)}\n`, {
    mode: 0o600,
    flush: true,
  });
  await rename(staging, directory);
  if (process.platform === 'win32') return;
  // The new name is on disk when its folder is.
  const parent = await open(dirname(directory));
  try {
    await parent.sync();
  } finally {
    await parent.close();
  }
}

/** The manifest of a backup in which nothing is missing, changed or added. Throws with a sentence that names what is. */
export async function readBackup(directory: string): Promise<Manifest> {
  const manifest = await readManifest(directory);
  const known = new Map([...manifest.tables.map(({ file }) => file), ...manifest.files].map((file) => [file.path, file.sha256]));
  const found = await filesBelow(directory);
  const missing = [...known.keys()].find((path) => !found.includes(path));
  if (missing !== undefined) throw new Error(`The backup is not whole: ${missing} is missing.`);
  const added = found.find((path) => path !== manifestName && !known.has(path));
  if (added !== undefined) throw new Error(`The backup was changed: ${added} does not belong to it.`);
  for (const [path, sha256] of known)
    if ((await hashOf(join(directory, path))) !== sha256) throw new Error(`The backup is damaged: ${path} is not what was written.`);
  return manifest;
}

async function readManifest(directory: string): Promise<Manifest> {
  if (!(await stat(directory).catch(() => null))?.isDirectory()) throw new Error(`There is no backup in ${directory}.`);
  const text = await readFile(join(directory, manifestName), 'utf8').catch(() => null);
  if (text === null) throw new Error(`There is no backup in ${directory}: it has no ${manifestName}.`);
  try {
    const { checksum: written, ...manifest } = JSON.parse(text) as Manifest & { checksum: string };
    if (written === checksum(manifest) && manifest.format === format) return manifest;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Error(`The backup is damaged: ${manifestName} is not what was written.`);
}
