/** When the last backup was taken, as far as backups go where the portal puts them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '#platform/environment.ts';
import type { Finding } from './finding.ts';
import { of } from './finding.ts';

const { well, weak } = of('backup');
const dayMs = 86_400_000;
const oldDays = 2;
/** As `npm run backup` names them. */
const named = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z$/;

export async function checkBackup({ dataDirectory, production }: Pick<Environment, 'dataDirectory' | 'production'>): Promise<Finding[]> {
  const directory = join(dataDirectory, 'backups');
  const names = await readdir(directory).catch(() => []);
  const last = names
    .filter((name) => named.test(name))
    .toSorted()
    .at(-1);
  if (last === undefined) {
    const none = `There is no backup in ${directory}`;
    return [production ? weak(`${none}: npm run backup takes one; where yours are elsewhere, all is well.`) : well(`${none}.`)];
  }
  const taken = new Date(last.replace(named, '$1:$2:$3Z'));
  const days = Math.floor((Date.now() - taken.getTime()) / dayMs);
  const when = `The last backup in ${directory} is of ${taken.toISOString()}`;
  return [days < oldDays ? well(`${when}.`) : weak(`${when}, ${days} days ago: look at what takes them.`)];
}
