/** `npm run erase-again`: who was erased and is here again, as after a snapshot of the database was restored, is erased once more. */
import { eraseAgain } from '#backup/eraseAgain.ts';
import type { WrittenErasure } from '#domain/people/erasures.ts';
import { readErasures } from '#domain/people/erasures.ts';
import { hereAgain } from '#domain/people/secondLook.ts';
import { openDatabase } from '#platform/database/database.ts';
import { scoped } from '#platform/database/scoped.ts';
import { holdDataDirectory } from '#startFailure.ts';
import { withDatabaseOf } from './databaseOf.ts';
import { operate } from './operate.ts';
import { tellErased } from './tellErased.ts';

await operate(async (environment) => {
  const letGo = await holdDataDirectory(environment.dataDirectory);
  try {
    await withDatabaseOf(environment, async (target) => {
      const database = openDatabase({ url: target.url, applicationName: 'vitrine erase again' });
      let again: WrittenErasure[];
      try {
        again = await hereAgain(scoped(database, { kind: 'identity' }), await readErasures(environment.dataDirectory));
      } finally {
        await database.close();
      }
      if (again.length === 0) console.log('What was erased is erased: nothing had to be done.');
      else tellErased(await eraseAgain(target, again, new Date(0).toISOString()));
    });
  } finally {
    await letGo();
  }
});
