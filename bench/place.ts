/** Where things are. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** A directory that is kept between runs and that git does not see. `BENCH_DIR` lets two people measure side by side. */
export function cacheDirectory(name: string): string {
  return join(process.env.BENCH_DIR ?? join(root, 'node_modules', '.cache', 'bench'), name);
}
