/** Work on many rows, of which one that fails stops nothing. */
import type { FastifyBaseLogger } from 'fastify';
import { isJobLost } from '#platform/database/errors.ts';

/** Does the work for each row. Failures are logged with the row's ids; when all have had their turn the job fails, and is tried again. */
export async function eachByItself<Row extends object>(
  { log }: { log: FastifyBaseLogger },
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  let failures = 0;
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      if (isJobLost(error)) throw error;
      failures++;
      log.error({ err: error, ...idsOf(row) }, 'the work for one of many rows failed');
    }
  }
  if (failures > 0) throw new Error(`${failures} of ${rows.length} rows failed`);
}

/** Names and addresses stay out of the log. */
const idsOf = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => name === 'id' || name.endsWith('_id')));
