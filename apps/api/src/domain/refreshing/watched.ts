import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';

/** A running refresh, with what is needed to poll it. */
export type Watched = {
  id: string;
  source: 'schedule' | 'person' | 'task';
  /** `queued`: whether the service was asked is not known. */
  state: 'queued' | 'running';
  dataset_workspace_id: string;
  dataset_id: string;
  request_id: string | null;
  asked_at: string;
  asked_by: string | null;
  /** Of the report where it was asked for, or of one that shows the data. */
  report_id: string | null;
  report: string | null;
  account: ReportingAccount;
};

/** No row: it has ended already. */
export const watchedRow = (id: string): RawBuilder<Watched> => sql<Watched>`
  select d.id, d.source, d.state, d.dataset_workspace_id, d.dataset_id, d.request_id, d.asked_at, d.asked_by, shown.id as report_id, shown.title as report,
    to_jsonb(account) as account
  from dataset_refresh d
  left join lateral (
    select r.id, r.title from report r where r.dataset_id = d.dataset_id order by r.id <> d.report_id, r.title_sort limit 1
  ) as shown on true
  join lateral (select ${callingColumns} from reporting_account a where a.id = d.account_id) as account on true
  where d.id = ${id} and d.state in ('queued', 'running')`;
