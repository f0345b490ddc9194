/** `npm run restore -- <directory>`: a backup into the database of the settings, which holds nobody yet. */
import { resolve } from 'node:path';
import { restoreBackup } from '#backup/restore.ts';
import { writeRestored } from '#domain/people/restored.ts';
import { holdDataDirectory } from '#startFailure.ts';
import { counted, withDatabaseOf } from './databaseOf.ts';
import { operate } from './operate.ts';
import { tellErased } from './tellErased.ts';

await operate(async (environment) => {
  const directory = process.argv[2];
  if (directory === undefined) throw new Error('Which backup? npm run restore -- <directory>');
  const letGo = await holdDataDirectory(environment.dataDirectory);
  try {
    const { manifest, hasKey, erased } = await withDatabaseOf(environment, (target) => restoreBackup(resolve(directory), target));
    console.log(`Restored as it was at ${manifest.made_at}: ${counted(manifest.tables)}, ${manifest.files.length} files.`);
    tellErased(erased);
    const { people, units, partners, left } = erased;
    const { made_at } = manifest;
    await writeRestored(environment.dataDirectory, {
      restored_at: new Date().toISOString(),
      made_at,
      people,
      units,
      partners,
      left: left.length,
    });
    if (!hasKey)
      console.log('MASTER_KEY is not the one of that time: stored secrets cannot be read until it is set, or they are entered again.');
  } finally {
    await letGo();
  }
});
