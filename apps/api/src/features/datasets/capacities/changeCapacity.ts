import type { Updateable } from 'kysely';
import { query } from '#platform/database/query.ts';
import type { DB } from '#platform/database/schema.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { saved } from '#platform/http/saving.ts';

type Values = Omit<Updateable<DB['capacity']>, 'version'>;

/** Changes a capacity that nobody else has changed since it was read. */
export async function changeCapacity(tx: Transaction, { id, version }: { id: string; version: number }, values: Values): Promise<void> {
  const [changed, [kept]] = await tx.run(
    query
      .updateTable('capacity')
      .set({ ...values, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id'),
    query.selectFrom('capacity').select('id').where('id', '=', id),
  );
  saved(changed, kept);
}
