/** What the last restore erased again. It stands beside the data, as the erasures do: the doctor and the page of operations tell it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const count = z.number().int();
const restored = z.strictObject({
  restored_at: z.iso.datetime(),
  /** Of the backup. */
  made_at: z.iso.datetime(),
  people: count,
  units: count,
  partners: count,
  /** Whom the database did not let go. */
  left: count,
});
export type Restored = z.infer<typeof restored>;

const pathIn = (dataDirectory: string): string => join(dataDirectory, 'restored.json');

export async function writeRestored(dataDirectory: string, told: Restored): Promise<void> {
  await writeFile(pathIn(dataDirectory), `${JSON.stringify(told)}\n`, { mode: 0o600 });
}

/** Null where nothing was restored here. */
export async function readRestored(dataDirectory: string): Promise<Restored | null> {
  const text = await readFile(pathIn(dataDirectory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : restored.parse(JSON.parse(text));
}
