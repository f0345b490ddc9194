/** A report in another workspace: the service copies it, what the portal shows follows the copy, and the original goes. */
import { sql } from 'kysely';
import type { PowerbiGateway } from '#domain/reporting/powerbiGateway.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { Failure } from '#platform/http/fail.ts';
import type { Wanted } from './wanted.ts';

type Part = Pick<Scoped, 'run'> & { reporting: PowerbiGateway };

/** The copy whose answer was lost: of its name, and not there before. */
export async function copyIn(reporting: PowerbiGateway, account: ReportingAccount, name: string, wanted: Wanted): Promise<string | null> {
  const there = await reporting.workspaceReports(account, wanted.to_workspace_id ?? '');
  return there.find((report) => report.name === name && !wanted.before?.includes(report.id))?.id ?? null;
}

/** Reports of the unit that show the original by this account show the copy. */
const follow = (account_id: string, workspace_id: string, wanted: Wanted, copy: string) => sql<{ id: string }>`
  update report set workspace_id = ${wanted.to_workspace_id}, external_report_id = ${copy},
    dataset_workspace_id = case when dataset_id is null then null else coalesce(dataset_workspace_id, ${workspace_id}::uuid) end,
    version = version + 1
  where account_id = ${account_id} and workspace_id = ${workspace_id} and external_report_id = ${wanted.external_report_id}
  returning id`;

const othersOn = (workspace_id: string, wanted: Wanted) => sql`
  select from report where workspace_id = ${workspace_id} and external_report_id = ${wanted.external_report_id} limit 1`;

/** Twice is harmless: nothing shows the original any more then. */
export async function finishMove(
  { reporting, run }: Part,
  account: ReportingAccount,
  workspace_id: string,
  wanted: Wanted,
  copy: string,
): Promise<{ followed: number; original_kept: boolean }> {
  const [followed, others] = await run(follow(account.id, workspace_id, wanted, copy), othersOn(workspace_id, wanted));
  // Reports that another account of the unit shows stay where they are, and so does what they show.
  if (wanted.keep_original === true || others.length > 0) return { followed: followed.length, original_kept: true };
  const kept = await reporting.removeReport(account, workspace_id, wanted.external_report_id ?? '').then(
    () => false,
    (error: unknown) => {
      if (error instanceof Failure) return error.word !== 'not_found';
      throw error;
    },
  );
  return { followed: followed.length, original_kept: kept };
}
