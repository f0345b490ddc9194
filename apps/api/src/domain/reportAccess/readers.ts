/** The other direction of `visible.ts`: who of the unit sees a report. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Condition on a membership `m`: a valid assignment of any kind, and no removal. `today` is a day of the unit. */
export const isAssignedTo = (reportId: string, today: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  m.id not in (select x.membership_id from report_removal x where x.report_id = ${reportId})
  and exists (
    select from report_grant g left join user_group_member gm on gm.group_id = g.user_group_id and gm.membership_id = m.id
      and (gm.ends_on is null or gm.ends_on >= ${today})
    where g.report_id = ${reportId} and (g.unit or g.membership_id = m.id or gm.membership_id is not null)
      and (g.ends_on is null or g.ends_on >= ${today})))`;

/** Condition on a membership `m` and an active report: administrators see every report that was not taken from them. */
export const readsReport = (reportId: string, today: string): RawBuilder<boolean> => sql<boolean>`(
  m.state = 'active' and (${isAssignedTo(reportId, sql`${today}::date`)}
    or m.role = 'admin' and m.id not in (select x.membership_id from report_removal x where x.report_id = ${reportId})))`;
