/** What the browser needs to embed a report: token, filters and settings, according to the decision. */
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import type { Embedding, ShownReport } from '@vitrine/contract/reading/reportReading.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Embed } from '#domain/reporting/powerbiGateway.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';
import type { Seen } from './decide.ts';
import type { ReadableReport } from './readable.ts';

/** A token for the report, as the identity of the decision. */
export const embedOf = (ctx: Pick<Context, 'reporting'>, report: ReadableReport, { identity }: Pick<Seen, 'identity'>): Promise<Embed> =>
  ctx.reporting.embed({ account: report.account, report, identity, access: 'View' });

/** What the browser passes to `powerbi-client`. */
export const embeddingOf = (report: ReadableReport, { embed_url, token, token_id, expires_at }: Embed): Embedding => ({
  report_id: report.external_report_id,
  embed_url,
  token,
  token_id,
  expires_at,
});

/** A filter in the shape of powerbi-models. */
export const basicFilter = ({ table, column, values }: ColumnFilter): ShownReport['filters'][number] => ({
  $schema: 'http://powerbi.com/product/schema#basic',
  filterType: 1,
  target: { table, column },
  operator: 'In',
  values,
});

type Chrome = Pick<ShownReport['settings'], 'show_name_report' | 'show_menu_report' | 'branded'>;

/** The report alone, without the portal's panes and bars. */
export const withoutChrome = ({ brand_reports }: Pick<TenantSettings, 'brand_reports'>): Chrome => ({
  show_name_report: false,
  show_menu_report: false,
  branded: brand_reports,
});

/** Everything that an embedded frame needs. */
export function shownReportOf(report: ReadableReport, decision: Pick<Seen, 'filters'>, embed: Embed, chrome: Chrome): ShownReport {
  const { id, kind, title, show_navigation_panel, side_filter, show_visual_headers, show_hidden_pages, mobile_background } = report;
  const { resolution, orientation } = report;
  return {
    id,
    kind,
    title,
    embed: embeddingOf(report, embed),
    filters: decision.filters.map(basicFilter),
    settings: {
      show_navigation_panel,
      side_filter,
      show_visual_headers,
      show_hidden_pages,
      mobile_background,
      resolution,
      orientation,
      ...chrome,
    },
  };
}
