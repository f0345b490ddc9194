/** `npm run restore -- <directory>`: a backup into the database of the settings, which holds nobody yet. */
import { resolve } from 'node:path';
import { restoreBackup } from '#backup/restore.ts';
import { holdDataDirectory } from '#startFailure.ts';
import { counted, withDatabaseOf } from './databaseOf.ts';
import { operate } from './operate.ts';

await operate(async (environment) => {
  const directory = process.argv[2];
  if (directory === undefined) throw new Error('Which backup? npm run restore -- <directory>');
  const letGo = await holdDataDirectory(environment.dataDirectory);
  try {
    const { manifest, hasKey, erased } = await withDatabaseOf(environment, (target) => restoreBackup(resolve(directory), target));
    console.log(`Restored as it was at ${manifest.made_at}: ${counted(manifest.tables)}, ${manifest.files.length} files.`);
    if (erased.partners > 0) console.log(`Partners that were deleted since and are deleted again, with their people: ${erased.partners}.`);
    if (erased.people > 0) console.log(`People who were erased since and are erased again: ${erased.people}.`);
    if (erased.units > 0) console.log(`Units that were erased since and are erased again: ${erased.units}.`);
    for (const { tenant_id, membership_id, reason } of erased.left) {
      console.error(
        `The member ${membership_id} of the unit ${tenant_id} was erased since and is here again: ${reason}. Erase them before others come.`,
      );
      process.exitCode = 1;
    }
    if (!hasKey)
      console.log('MASTER_KEY is not the one of that time: stored secrets cannot be read until it is set, or they are entered again.');
  } finally {
    await letGo();
  }
});
