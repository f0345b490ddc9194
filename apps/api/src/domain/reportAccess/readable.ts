/** Reads one report with everything that `decide` needs, in one round trip. */
import type { MaintenanceNotice } from '@vitrine/contract/reading/reportReading.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { fail, found } from '#platform/http/fail.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';
import type { Decision, Seen } from './decide.ts';
import { decide } from './decide.ts';
import type { Change } from './facts.ts';
import { assignmentsOf, readerOf, variableRows } from './facts.ts';
import type { Who } from './visible.ts';
import { manages, todayOf } from './visible.ts';

type Window = MaintenanceNotice & { managers_pass: boolean };

type Common = Omit<
  Report,
  | 'can'
  | 'kind'
  | 'cover'
  | 'account_id'
  | 'workspace_id'
  | 'external_report_id'
  | 'account_name'
  | 'subgroup_name'
  | 'grant_count'
  | 'updated'
> & {
  favourite: boolean;
  /** The maintenance window that closes the report now or within a day. */
  maintenance: MaintenanceNotice | null;
};

/** Shown by the reporting service. */
export type ReadableReport = Common & {
  kind: 'report' | 'paginated';
  account_id: string;
  workspace_id: string;
  /** Where the data set is, when it is not in the workspace of the report. */
  dataset_workspace_id: string | null;
  external_report_id: string;
  account: ReportingAccount;
};
/** Shown without it. */
export type OwnReport = Common & { kind: 'link' | 'page' };
export type AnyReport = ReadableReport | OwnReport;

export const isOfService = (report: AnyReport): report is ReadableReport => report.kind === 'report' || report.kind === 'paginated';

type Row = AnyReport & { removed: boolean; maintenance_window: Window | null };

const dayMs = 86_400_000;

const reportOf = ({ actor, now }: Who, id: string): RawBuilder<Row> => sql<Row>`
  select r.*, g.name as group_name, to_jsonb(account) as account,
    exists (select from favourite f where f.report_id = r.id and f.person_id = ${actor.person_id}) as favourite,
    exists (select from report_removal removal where removal.report_id = r.id and removal.membership_id = ${actor.membership_id}::uuid) as removed,
    (
      select to_jsonb(w) from (
        select starts_at, ends_at, message, managers_pass from report_maintenance
        where report_id = r.id and ends_at > ${now()} and starts_at <= ${new Date(now().getTime() + dayMs)}
        order by starts_at > ${now()}, ends_at desc limit 1
      ) as w
    ) as maintenance_window
  from report r
  join report_group g on g.id = r.group_id
  left join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true
  where r.id = ${id}`;

/** Whether a maintenance window is active that closes the report for this person. */
const isClosed = (who: Who, window: Window | null): boolean =>
  window !== null && Date.parse(window.starts_at) <= who.now().getTime() && !(window.managers_pass && manages(who));

type Decided = { report: AnyReport; decision: Decision; closed: boolean };

/** The report and the decision for a person. A report that is missing or of another tenant is a 404. */
export async function decideFor(
  scope: Pick<Scoped, 'run'>,
  who: Who,
  id: string,
  change: Change = (_, assignments) => assignments,
): Promise<Decided> {
  const { membership_id } = who.actor;
  const [[row], assignments, variables] = await scope.run(
    reportOf(who, id),
    assignmentsOf([{ membership_id, report_id: id }]),
    variableRows(membership_id, todayOf(who)),
  );
  const { removed, maintenance_window: window, ...rest } = found(row);
  const maintenance = window && { starts_at: window.starts_at, ends_at: window.ends_at, message: window.message };
  const report: AnyReport = { ...rest, maintenance };
  return {
    report,
    decision: decide(readerOf(who, variables), report, change(membership_id, assignments), removed),
    closed: isClosed(who, window),
  };
}

/** For the caller. A report that is missing, of another tenant, inactive, removed or not assigned gets the same 404. */
export async function decideOn(ctx: Context, id: string): Promise<Decided> {
  const decided = await decideFor(ctx, ctx, id);
  if (!decided.decision.see && decided.decision.why === 'not_found') fail('not_found');
  return decided;
}

/** The same for opening: refused without a data rule for this person and during maintenance. */
export async function seenReport(ctx: Context, id: string): Promise<{ report: AnyReport; decision: Seen }> {
  return requireSeen(await decideOn(ctx, id));
}

/** Refuses a report that cannot be shown now: no access, no data rule, or under maintenance. */
export function requireSeen({ report, decision, closed }: Decided): { report: AnyReport; decision: Seen } {
  if (!decision.see) return fail(decision.why);
  const { maintenance } = report;
  if (closed && maintenance) fail('report_maintenance', {}, { opens_at: maintenance.ends_at, notice: maintenance.message });
  return { report, decision };
}

/** A report of the reporting service that this person may open now. */
export async function readableReport(ctx: Context, id: string): Promise<{ report: ReadableReport; decision: Seen }> {
  const { report, decision } = await seenReport(ctx, id);
  return isOfService(report) ? { report, decision } : fail('not_found');
}
