/** What stands around an open report: the unit's switches for its viewer, and what the reader kept of earlier visits. */
import type { OpenedReport, Watermark } from '@vitrine/contract/features/reportReading.ts';
import type { FilterMemory } from '@vitrine/contract/features/savedViews.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { settingsNow } from '../../core/accessRules.ts';
import type { Context } from '../../core/context.ts';
import { found } from '../../core/fail.ts';
import type { StoredSettings } from '../../core/readUnitSettings.ts';
import { storedSettings } from '../../core/readUnitSettings.ts';
import type { UnitSettings } from '../../core/unitSettings.ts';
import { addressEnd } from '../../core/watermarkText.ts';

type Row = StoredSettings & {
  memory: FilterMemory | null;
  filters: { state: string; page: string } | null;
};

/** The statement; it runs beside those that write down the opening. */
export const aroundReport = ({ actor }: Context, reportId: string): RawBuilder<Row> => sql<Row>`
  select stored.*,
    (select save_filter from reader_choice where person_id = ${actor.person_id}) as memory,
    (
      select jsonb_build_object('state', state, 'page', page) from saved_view
      where kind = 'filters' and person_id = ${actor.person_id} and report_id = ${reportId}
    ) as filters
  from (${storedSettings}) as stored`;

const watermarkOf = ({ actor, request, now }: Context, { enable_watermark }: Pick<UnitSettings, 'enable_watermark'>): Watermark | null =>
  enable_watermark ? { name: actor.name, email: actor.email, address: addressEnd(request.ip), at: now().toISOString() } : null;

type Around = Pick<OpenedReport, 'watermark' | 'saved' | 'show_last_update'> & {
  chrome: Pick<OpenedReport['settings'], 'show_name_report' | 'show_menu_report'>;
};

export function aroundOf(ctx: Context, given: Row | undefined): Around {
  const row = found(given);
  const settings = settingsNow(row, ctx.now());
  const { show_name_report, show_menu_report, save_filter } = settings;
  const memory = save_filter ? (row.memory ?? 'always') : null;
  return {
    chrome: { show_name_report, show_menu_report },
    watermark: watermarkOf(ctx, settings),
    saved: { memory, filters: memory === null || memory === 'never' ? null : (row.filters ?? null) },
    show_last_update: settings.mostrar_ultima_atualizacao_relatorio || settings.mostrar_ultima_atualizacao_relatorio_global,
  };
}
