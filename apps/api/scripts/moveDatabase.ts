/** `npm run move-database`: from the embedded database of DATA_DIR to the one that DATABASE_URL names. The embedded one stays as it is. */
import { takeBackup } from '#backup/backup.ts';
import { restoreBackup } from '#backup/restore.ts';
import { holdDataDirectory } from '#startFailure.ts';
import { backupName, counted, withDatabaseOf } from './databaseOf.ts';
import { operate } from './operate.ts';

await operate(async (environment) => {
  const { database, masterKeys, dataDirectory } = environment;
  if (database === null) throw new Error('Where to? Set DATABASE_URL and DATABASE_OWNER_URL to the new database.');
  const letGo = await holdDataDirectory(dataDirectory);
  try {
    const directory = backupName(environment);
    await withDatabaseOf({ ...environment, database: null }, (source) => takeBackup({ ...source, dataDirectory: null }, directory));
    const { manifest } = await restoreBackup(directory, { ...database, dataDirectory, masterKeys });
    console.log(`Moved and compared: ${counted(manifest.tables)}. The backup of it is ${directory}.`);
  } finally {
    await letGo();
  }
});
