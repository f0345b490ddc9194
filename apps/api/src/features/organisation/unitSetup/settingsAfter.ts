/** What the settings of a unit would be with those of a document, by the rules that the form of settings keeps to. */
import type { SetupDocument } from '@vitrine/contract/organisation/setupDocument.ts';
import { nameKey } from '@vitrine/contract/organisation/setupDocument.ts';
import type { Probation } from '#domain/settings/settings.rules.ts';
import { mergeDocument, settleProbation } from '#domain/settings/settings.rules.ts';
import type { SettingsDocument, TenantSettings } from '#domain/settings/tenantSettings.ts';
import { effectiveSettings } from '#domain/settings/tenantSettings.ts';
import type { SetupRows } from '#domain/organisation/setup/setupRows.ts';

type SettingsAfter = {
  before: { document: NonNullable<SettingsDocument>; probation: Probation };
  document: NonNullable<SettingsDocument>;
  /** What holds in the unit before and after. */
  was: TenantSettings;
  is: TenantSettings;
};

/** Settings of the document as the unit keeps them; a start report that the unit does not have is left out. */
function inputOf(
  { start_report, ...settings }: NonNullable<SetupDocument['settings']>,
  reports: SetupRows['reports'],
): NonNullable<SettingsDocument> {
  // What the schema leaves undefined was not sent.
  const sent = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  if (start_report === undefined) return sent;
  const wanted = start_report && nameKey(start_report.group, start_report.title);
  const report = reports.find(({ group, title }) => nameKey(group, title) === wanted);
  return { ...sent, start_report_id: report?.id ?? null };
}

export function settingsAfter(rows: SetupRows, settings: NonNullable<SetupDocument['settings']>, now: Date): SettingsAfter {
  const { partner_settings } = rows.settings;
  const before = settleProbation(rows.settings, now);
  // What a document names becomes the unit's own, also where it would inherit the same.
  const named = { ...before.document, ...inputOf(settings, rows.reports) };
  const document = mergeDocument(named, effectiveSettings(null, partner_settings), {});
  return {
    before,
    document,
    was: effectiveSettings(before.document, partner_settings),
    is: effectiveSettings(document, partner_settings),
  };
}
