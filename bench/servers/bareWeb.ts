/** Builds the bare pages and compresses them, as the limit program serves them. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

const directory = fileURLToPath(new URL('../bare-web', import.meta.url));

/** The directory to serve. */
export async function buildBareWeb(): Promise<string> {
  await build({ configFile: join(directory, 'vite.config.ts'), logLevel: 'warn' });
  const dist = join(directory, 'dist');
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    await writeFile(`${path}.br`, brotliCompressSync(content));
    await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
  return dist;
}
