/** How old a report's data are, as far as the portal has started or seen refreshes. */
import type { DataAge } from '@vitrine/contract/reports/reports.ts';
import { sql } from 'kysely';

/** When the data of a report `r` were refreshed last; null for never. */
export const lastRefreshed = sql`(
  select good.ended_at from dataset_refresh good where good.dataset_id = r.dataset_id and good.state = 'completed' order by good.asked_at desc limit 1)`;

/** Of a report `r`, for the rows of a page only: the end of the last good refresh, and whether the latest one failed; null without any. */
export const dataAge = sql<DataAge | null>`(
  select jsonb_build_object(
    'at', ${lastRefreshed},
    'failed', latest.state = 'failed')
  from dataset_refresh latest where latest.dataset_id = r.dataset_id and latest.state in ('completed', 'failed') order by latest.asked_at desc limit 1
)`;
