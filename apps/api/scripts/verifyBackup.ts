/** `npm run verify-backup -- <directory>`: restores a backup into a database that is thrown away, and compares. */
import { resolve } from 'node:path';
import { verifyBackup } from '#backup/restore.ts';
import { counted } from './databaseOf.ts';
import { operate } from './operate.ts';

await operate(async () => {
  const directory = process.argv[2];
  if (directory === undefined) throw new Error('Which backup? npm run verify-backup -- <directory>');
  const { tables, made_at } = await verifyBackup(resolve(directory));
  console.log(`The backup of ${made_at} is whole and was restored on trial: ${counted(tables)}.`);
});
