/** The list of a report's pages, by which a search finds them. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Statement } from '#platform/database/query.ts';
import type { ReportAddress } from './powerbiReport.ts';
import { callingColumns } from './reportingAccount.ts';
import type { ReportingAccount } from './reportingAccountRow.ts';

/** Paginated reports have no pages that could be opened. */
const addressed = (id: string): RawBuilder<ReportAddress & { account: ReportingAccount }> => sql<
  ReportAddress & { account: ReportingAccount }
>`
  select r.workspace_id, r.external_report_id, to_jsonb(account) as account
  from report r join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true
  where r.id = ${id} and r.kind = 'report'`;

/** Nobody waits for it: where it fails, opening the report on another day starts it again. */
export const readPages = defineJob({
  name: 'report.read_pages',
  pace: 'service',
  retry: { limit: 1, delay_seconds: 60 },
  schema: z.strictObject({ report_id: z.guid() }),
  async work(ctx, { report_id }) {
    const [report] = await ctx.run(addressed(report_id));
    if (!report) return;
    const pages = await ctx.reporting.pages(report.account, report);
    const [names, titles] = [pages.map(({ name }) => name), pages.map(({ title }) => title)];
    await ctx.run(sql`
      insert into page_list (tenant_id, report_id, names, titles, words, read_at)
      select ${ownTenant}, id, ${names}::text[], ${titles}::text[], search_text(${titles.join('\n')}), ${ctx.now()} from report where id = ${report_id}
      on conflict (tenant_id, report_id) do update
      set names = excluded.names, titles = excluded.titles, words = excluded.words, read_at = excluded.read_at`);
  },
});

/** Added where a report is registered, and where it is opened after the list has become older than a day. */
export const pagesToRead = (tenant_id: string, report_id: string, now: Date): Statement =>
  addJob(readPages, tenant_id, { report_id }, { key: `${report_id} ${now.toISOString().slice(0, 10)}` });
