/** `npm run backup [-- <directory>]`: everything that the portal keeps, while it runs. */
import { resolve } from 'node:path';
import { takeBackup } from '#backup/backup.ts';
import { backupName, counted, withDatabaseOf } from './databaseOf.ts';
import { operate } from './operate.ts';

await operate(async (environment) => {
  const directory = resolve(process.argv[2] ?? backupName(environment));
  const { tables, files } = await withDatabaseOf(environment, (source) => takeBackup(source, directory));
  console.log(`${directory}: ${counted(tables)}, ${files.length} files. The master key is not in it: keep MASTER_KEY elsewhere.`);
});
