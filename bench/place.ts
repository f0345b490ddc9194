/** Where things are. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** A directory that is kept between runs and that git does not see. */
export function cacheDirectory(name: string): string {
  return join(root, 'node_modules', '.cache', 'bench', name);
}
