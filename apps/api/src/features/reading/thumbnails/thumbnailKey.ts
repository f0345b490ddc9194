/** Who shares a picture: exactly those who see the same rows of the same report in the same language. */
import { createHash } from 'node:crypto';
import type { Seen } from '#domain/reportAccess/decide.ts';
import type { ReportAddress } from '#domain/reporting/powerbiReport.ts';

export type Pictured = ReportAddress & { id: string; account_id: string; dataset_id: string | null; data_rule: string };

/** Everything that goes into the token or the export and makes pictures differ. Identity and filters come sorted from `decide`. */
export function thumbnailKey(report: Pictured, { identity, filters }: Pick<Seen, 'identity' | 'filters'>, locale: string): string {
  const { id, account_id, workspace_id, external_report_id, dataset_id, data_rule } = report;
  const place = [id, account_id, workspace_id, external_report_id, dataset_id, data_rule];
  const sight = [identity && [identity.username, identity.roles], filters.map(({ table, column, values }) => [table, column, values])];
  return createHash('sha256')
    .update(JSON.stringify([place, sight, locale]))
    .digest('hex');
}
