import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** Temporary upload locations are files, so that a restart between upload and import changes nothing. */
export const createUploads = (directory: string) => {
  const pathOf = (id: string): string | undefined => (z.guid().safeParse(id).success ? join(directory, id.toLowerCase()) : undefined);
  const sizeOf = async (path: string): Promise<number | undefined> => (await stat(path).catch(() => undefined))?.size;

  return {
    /** Makes a location and answers its id. */
    open: async (): Promise<string> => {
      const id = randomUUID();
      await mkdir(directory, { recursive: true });
      await writeFile(join(directory, id), '');
      return id;
    },
    /** False for a location that was never made. */
    fill: async (id: string, content: Readable): Promise<boolean> => {
      const path = pathOf(id);
      if (path === undefined || (await sizeOf(path)) === undefined) return false;
      await pipeline(content, createWriteStream(path));
      return true;
    },
    /** What was uploaded, which is gone then; undefined when there is nothing. */
    take: async (id: string): Promise<Uint8Array | undefined> => {
      const path = pathOf(id);
      if (path === undefined || !(await sizeOf(path))) return undefined;
      const bytes = await readFile(path);
      await rm(path);
      return bytes;
    },
  };
};
export type Uploads = ReturnType<typeof createUploads>;
