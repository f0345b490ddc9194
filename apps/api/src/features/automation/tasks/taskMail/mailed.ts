/** What a run that mails has come to, when its files are made. */
import { sql } from 'kysely';
import type { Transaction } from '#platform/database/transaction.ts';
import type { Told } from '../telling.ts';

/** Names in the list of those who got nothing. */
const droppedKept = 100;

type Mailed = Told & {
  /** Why nothing could be made for anybody; null where somebody gets the report, or nobody was to get it. */
  failure: string | null;
};

export async function mailedBy(tx: Transaction, run_id: string): Promise<Mailed> {
  const [[counted], dropped, [failed]] = await tx.run(
    sql<{ told: number }>`select count(*) as told from task_letter where run_id = ${run_id} and state <> 'dropped'`,
    sql<Told['dropped'][number]>`
      select coalesce((select p.name from person p where p.id = l.person_id), '') as name, l.reason from task_letter l
      where l.run_id = ${run_id} and l.state = 'dropped' order by l.id limit ${sql.lit(droppedKept)}`,
    sql<{ reason: string }>`select reason from task_copy where run_id = ${run_id} and state = 'failed' order by id limit 1`,
  );
  const told = counted?.told ?? 0;
  return { told, muted: false, dropped, failure: told === 0 ? (failed?.reason ?? null) : null };
}
