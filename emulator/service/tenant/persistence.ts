import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { tenantDocument } from './tenantDocument.ts';
import type { TenantDocument, TenantInput } from './tenantDocument.ts';

/** Reads a tenant file; undefined when there is none. Throws an error that names file, place and problem. */
export const readTenantFile = async (file: string): Promise<TenantDocument | undefined> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return tenantDocument.parse(JSON.parse(text));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`The tenant in ${file} cannot be loaded:\n${why}`, { cause: error });
  }
};

/** Stores the tenant in a file after changes: atomically, one write at a time. */
export const createPersistence = (
  file: string | undefined,
  current: (directory: string) => TenantInput,
  onFailure: (error: Error) => void,
) => {
  let written = '';
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    if (file === undefined) return;
    const text = JSON.stringify(current(dirname(file)));
    if (text === written) return;
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await rename(`${file}.new`, file);
    written = text;
  };

  let waiting = false;
  const save = (): void => {
    if (file === undefined || waiting) return;
    // Many changes in a moment are one writing.
    waiting = true;
    writing = writing
      .then(async () => {
        waiting = false;
        await write();
      })
      .catch((error: unknown) => onFailure(error instanceof Error ? error : new Error(String(error))));
  };

  return {
    save,
    /** Resolves when everything up to now is kept. */
    settle: async (): Promise<void> => {
      save();
      await writing;
    },
  };
};
