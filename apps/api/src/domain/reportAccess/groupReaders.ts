/** Who of a user group hears of a report that is shared with the group. */
import { sql } from 'kysely';
import type { Transaction } from '#platform/database/transaction.ts';
import { readsReport } from './readers.ts';

type Wanted = { report_id: string; group_id: string; today: string; /** Who shares it. */ except: string };
export type GroupReaders = { told: string[]; unseeing: number };

/** Of a group so many are told. */
const toldAtMost = 500;

/** Active members who see the report by now, and how many do not. */
export async function readersOfGroup(tx: Transaction, { report_id, group_id, today, except }: Wanted): Promise<GroupReaders> {
  const members = await tx.run(sql<{ person_id: string; sees: boolean }>`
    select m.person_id, ${readsReport(report_id, today)} as sees from user_group_member gm join membership m on m.id = gm.membership_id
    where gm.group_id = ${group_id} and (gm.ends_on is null or gm.ends_on >= ${today}::date)
      and m.state = 'active' and m.person_id <> ${except} order by m.id limit ${sql.lit(toldAtMost)}`);
  const told = members.filter(({ sees }) => sees).map(({ person_id }) => person_id);
  return { told, unseeing: members.length - told.length };
}
