/** One report with everything the decision about it needs, in one round trip. */
import type { Report } from '@vitrine/contract/features/reports.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { fail, found } from '../../core/fail.ts';
import type { ReportingAccount } from '../../core/reporting.ts';
import { callingColumns } from '../../core/reportingAccount.ts';
import type { Assignment, Decision, Reader } from './reportReading.rules.ts';
import { decide } from './reportReading.rules.ts';
import { manages, todayOf } from './visibleReports.ts';

export type ReadableReport = Omit<Report, 'can' | 'account_name' | 'subgroup_name' | 'grant_count'> & {
  account: ReportingAccount;
  favourite: boolean;
};

type Seen = Extract<Decision, { see: true }>;

const reportOf = ({ actor }: Context, id: string): RawBuilder<ReadableReport> => sql<ReadableReport>`
  select r.*, g.name as group_name, to_jsonb(account) as account,
    exists (select from favourite f where f.report_id = r.id and f.person_id = ${actor.person_id}) as favourite
  from report r
  join report_group g on g.id = r.group_id
  join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true
  where r.id = ${id}`;

/** Every assignment that concerns the actor, also one that has ended: the decision looks at the dates itself. */
const assignmentsOf = ({ actor }: Context, id: string): RawBuilder<Assignment> => sql<Assignment>`
  select case when ra.unit then 'unit' when m.membership_id is null then 'membership' else 'user_group' end as to,
    ra.filters, ra.rls_roles, ra.rls_username, ra.ends_on, m.ends_on as member_until
  from report_grant ra
  left join user_group_member m on m.group_id = ra.user_group_id and m.membership_id = ${actor.membership_id}::uuid
  where ra.report_id = ${id} and (ra.unit or ra.membership_id = ${actor.membership_id}::uuid or m.membership_id is not null)`;

const readerOf = (ctx: Context): Reader => ({ manages: manages(ctx), email: ctx.actor.email, today: todayOf(ctx) });

/** The report and what is decided about it. A report that is foreign, missing, inactive or not assigned is the same 404. */
export async function decideOn(ctx: Context, id: string): Promise<{ report: ReadableReport; decision: Decision }> {
  const [[report], assignments] = await ctx.run(reportOf(ctx, id), assignmentsOf(ctx, id));
  const decision = decide(readerOf(ctx), found(report), assignments);
  if (!decision.see && decision.why === 'not_found') fail('not_found');
  return { report: found(report), decision };
}

/** The same for who wants to see the rows: without a data rule for this person that is refused. */
export async function readableReport(ctx: Context, id: string): Promise<{ report: ReadableReport; decision: Seen }> {
  const { report, decision } = await decideOn(ctx, id);
  return decision.see ? { report, decision } : fail(decision.why);
}
