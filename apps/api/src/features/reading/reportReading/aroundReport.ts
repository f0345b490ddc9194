/** What the viewer shows around a report: the unit's settings of the viewer, and the reader's saved filters and bookmarks. */
import type { OpenedReport, Trust, Watermark } from '@vitrine/contract/reading/reportReading.ts';
import type { FilterMemory } from '@vitrine/contract/reading/savedViews.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { settingsNow } from '#domain/access/accessRules.ts';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import type { StoredSettings } from '#domain/settings/readTenantSettings.ts';
import { storedSettings } from '#domain/settings/readTenantSettings.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';
import { addressEnd } from '#domain/reporting/watermarkText.ts';

type Row = StoredSettings & {
  memory: FilterMemory | null;
  filters: { state: string; page: string } | null;
  /** The list of the report's pages was read within a day. */
  pages_known: boolean;
  trust: Trust;
};

/** Whoever has left the unit answers for nothing in it. */
const ownerName = sql`
  select p.name from membership m join person p on p.id = m.person_id where m.tenant_id = r.tenant_id and m.person_id = r.owner_id and m.state = 'active'`;

/** The statement, which runs together with those that log the view. */
export const aroundReport = ({ actor, now }: Context, reportId: string): RawBuilder<Row> => sql<Row>`
  select stored.*,
    (select save_filter from reader_choice where person_id = ${actor.person_id}) as memory,
    (
      select jsonb_build_object('state', state, 'page', page) from saved_view
      where kind = 'filters' and person_id = ${actor.person_id} and report_id = ${reportId}
    ) as filters,
    exists (select from page_list where report_id = ${reportId} and read_at > ${now()}::timestamptz - interval '1 day') as pages_known,
    (
      select jsonb_build_object('owner', (${ownerName}), 'certified', case when r.certified_at is not null then jsonb_build_object(
        'at', r.certified_at, 'note', r.certified_note, 'by', coalesce((select p.name from person p where p.id = r.certified_by), '–')) end)
      from report r where r.id = ${reportId}
    ) as trust
  from (${storedSettings}) as stored`;

const watermarkOf = ({ actor, request, now }: Context, { enable_watermark }: Pick<TenantSettings, 'enable_watermark'>): Watermark | null =>
  enable_watermark ? { name: actor.name, email: actor.email, address: addressEnd(request.ip), at: now().toISOString() } : null;

type Around = Pick<OpenedReport, 'trust' | 'watermark' | 'saved' | 'show_last_update'> & {
  pages_known: boolean;
  comments: boolean;
  chrome: Pick<OpenedReport['settings'], 'show_name_report' | 'show_menu_report' | 'branded'>;
};

export function aroundOf(ctx: Context, given: Row | undefined): Around {
  const row = found(given);
  const settings = settingsNow(row, ctx.now());
  const { show_name_report, show_menu_report, save_filter, brand_reports: branded } = settings;
  const memory = save_filter ? (row.memory ?? 'always') : null;
  return {
    chrome: { show_name_report, show_menu_report, branded },
    watermark: watermarkOf(ctx, settings),
    saved: { memory, filters: memory === null || memory === 'never' ? null : (row.filters ?? null) },
    trust: row.trust,
    pages_known: row.pages_known,
    comments: settings.report_comments,
    show_last_update: settings.show_last_refresh || settings.show_last_refresh_everywhere,
  };
}
