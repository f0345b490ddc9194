/** The database for a job: nothing that it says counts once another process has taken the job over. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { answerTo } from '#platform/database/query.ts';
import type { Caller } from '#platform/database/scope.ts';
import type { Scoped } from '#platform/database/scoped.ts';

/** An attempt of a job, counted from 0. */
export type Held = { queue: string; id: string; attempt: number };

/** Begins every transaction with the question whether the attempt still is the current one, and fails where it is not. */
export function holding(database: Database, caller: Caller, { queue, id, attempt }: Held): Scoped {
  const hold = sql`select hold_job(${queue}, ${id}, ${attempt}::integer)`;
  return {
    run: async (...statements) => {
      const [, ...answers] = await database.runEach(caller, [hold, ...statements]);
      return answerTo(answers);
    },
    withTenant: (work) =>
      database.withTenant(caller, async (tx) => {
        await tx.run(hold);
        return work(tx);
      }),
  };
}
