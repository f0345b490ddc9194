/** The directory of the portal's files, its disk, and what was built. */
import { constants } from 'node:fs';
import { access, mkdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '#platform/environment.ts';
import type { Finding } from './finding.ts';
import { of } from './finding.ts';

const { well, weak, ill } = of('machine');
const mebibyte = 2 ** 20;
/** Below the first nothing can be relied on: PostgreSQL itself writes segments of 16 MB. */
const freeMegabytes = { ill: 256, weak: 2048 };

async function disk(directory: string): Promise<Finding> {
  await mkdir(directory, { recursive: true });
  await access(directory, constants.W_OK);
  const { bavail, bsize } = await statfs(directory);
  const free = Math.floor((bavail * bsize) / mebibyte);
  const left = `${directory} has ${free} MB left`;
  if (free < freeMegabytes.ill) return ill(`${left}: make room now, or set DATA_DIR to a directory on another disk.`);
  if (free < freeMegabytes.weak) return weak(`${left}: make room before it is full.`);
  return well(`${left}.`);
}

async function webProgram(directory: string): Promise<Finding> {
  const built = await stat(join(directory, 'index.html')).catch(() => null);
  return built
    ? well(`The web program was built on ${built.mtime.toISOString()}.`)
    : ill('The web program is not built: npm start builds it.');
}

export const checkMachine = async ({
  dataDirectory,
  webDirectory,
}: Pick<Environment, 'dataDirectory' | 'webDirectory'>): Promise<Finding[]> => Promise.all([disk(dataDirectory), webProgram(webDirectory)]);
