import { lstat, readFile } from 'node:fs/promises';

/** Whether a call to the system failed for one of these reasons. */
export function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Whether we lack the rights, or the file system does not take writes. */
export function isDenied(error: unknown): boolean {
  return hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS');
}

/** Whether there is something under this name, be it a broken link. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/** A file's text, or null when there is no such file. */
export async function readIfExists(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}
