/** Opening a report: read and decide, call the reporting service outside any transaction, then write down who looked. */
import type { Embedding, OpenedReport } from '@vitrine/contract/features/reportReading.ts';
import type { ColumnFilter } from '@vitrine/contract/features/reportAccess.ts';
import { sql } from 'kysely';
import { holds } from '../../core/access.ts';
import type { Context } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import type { Embed } from '../../core/reporting.ts';
import { effectiveSettings } from '../../core/unitSettings.ts';
import { uuidv7 } from '../../core/uuid.ts';
import type { ReadableReport } from './readableReport.ts';
import { readableReport } from './readableReport.ts';
import type { Decision } from './reportReading.rules.ts';

type Seen = Extract<Decision, { see: true }>;

export async function openReport(ctx: Context, id: string): Promise<OpenedReport> {
  const { report, decision } = await readableReport(ctx, id);
  const embed = await embedOf(ctx, report, decision);
  const view_id = uuidv7();
  const [, , [settings]] = await ctx.run(
    viewOf(ctx, view_id, report, decision, embed),
    openingOf(view_id, report, decision, embed),
    unitSettings,
  );
  const { show_name_report, show_menu_report } = effectiveSettings(settings?.unit, settings?.partner);
  const { show_navigation_panel, side_filter, show_visual_headers, show_hidden_pages, mobile_background, resolution, orientation } = report;
  return {
    id: report.id,
    title: report.title,
    group_id: report.group_id,
    group_name: report.group_name,
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
      show_name_report,
      show_menu_report,
    },
    can: { edit: mayEdit(ctx, report), export: report.allow_export && embed.on_capacity && holds(ctx.actor, 'report_export', 'use') },
    favourite: report.favourite,
    view_id,
  };
}

/** A new token for a report that is on the screen, under the rules that hold now. */
export async function renewToken(ctx: Context, id: string): Promise<Embedding> {
  const { report, decision } = await readableReport(ctx, id);
  return embeddingOf(report, await embedOf(ctx, report, decision));
}

/** Reports of a screen or of a foreign page are for looking at, whatever the report allows. */
export function mayEdit({ actor }: Context, report: Pick<ReadableReport, 'allow_edit'>): boolean {
  const looksOnly = actor.auth_type === 'playlist' || actor.auth_type === 'embedded';
  return report.allow_edit && !looksOnly && holds(actor, 'report_edit', 'use');
}

const embedOf = (ctx: Context, report: ReadableReport, { identity }: Seen): Promise<Embed> =>
  ctx.reporting.embed({ account: report.account, report, identity, access: 'View' });

const embeddingOf = (report: ReadableReport, { embed_url, token, token_id, expires_at }: Embed): Embedding => ({
  report_id: report.external_report_id,
  embed_url,
  token,
  token_id,
  expires_at,
});

const basicFilter = ({ table, column, values }: ColumnFilter): OpenedReport['filters'][number] => ({
  $schema: 'http://powerbi.com/product/schema#basic',
  filterType: 1,
  target: { table, column },
  operator: 'In',
  values,
});

const unitSettings = sql<{ unit: unknown; partner: unknown }>`
  select (select value from tenant_setting) as unit, (select value from partner_setting) as partner`;

const viewOf = ({ actor }: Context, id: string, report: ReadableReport, { rule }: Seen, { token_id }: Embed) =>
  query.insertInto('report_view').values({
    id,
    tenant_id: ownTenant,
    report_id: report.id,
    person_id: actor.person_id,
    actor_id: actor.actor_id,
    embed_token_id: token_id,
    rls_ignored: rule === 'ignored',
  });

/** Not a change of a row, so the line of the audit log is written here: which rule opened the report, and as whom. */
const openingOf = (view_id: string, report: ReadableReport, { access, rule, identity }: Seen, { token_id }: Embed) =>
  query.insertInto('audit_log').values({
    action: 'report.open',
    object_type: 'report',
    object_id: report.id,
    before: null,
    after: JSON.stringify({ title: report.title, view_id, embed_token_id: token_id, access, rule, identity }),
  });
