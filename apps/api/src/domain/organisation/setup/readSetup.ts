/** The set-up of a unit as it is now, read in the scope of that unit: always in the same order. */
import type { ReportName, SetupDocument } from '@vitrine/contract/organisation/setupDocument.ts';
import { namesAnObject, setupVersion } from '@vitrine/contract/organisation/setupDocument.ts';
import type { ConfigurationInput } from '@vitrine/contract/settings/settings.ts';
import { configurationInput } from '@vitrine/contract/settings/settings.ts';
import { themeColours } from '@vitrine/contract/organisation/branding.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { settleProbation } from '#domain/settings/settings.rules.ts';
import type { SettingsDocument } from '#domain/settings/tenantSettings.ts';
import { found } from '#platform/http/fail.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import type { LookRow, SetupRows } from './setupRows.ts';
import { setupStatements } from './setupRows.ts';

/** A unit's set-up, and the rows behind it. */
export type UnitSetup = { document: Required<Omit<SetupDocument, '$schema'>>; rows: SetupRows };

const languages = (texts: Partial<Record<string, string>>) => ({
  'pt-BR': texts['pt-BR'] ?? '',
  'en-US': texts['en-US'] ?? '',
  es: texts['es'] ?? '',
  'pt-PT': texts['pt-PT'] ?? '',
});

const isSpokenOf = (key: string): key is Exclude<keyof ConfigurationInput, 'start_report_id'> => key in configurationInput.shape;

/** Secrets and the mail server that needs one stay where they are. */
const unspoken = new Set(['password', 'token_embedded', 'enable', 'name', 'host', 'port', 'protocol', 'email', 'start_report_id']);

/** The unit's own settings. A start page that is one object of the unit stays where it is, with the report beside it. */
function settingsOf(own: NonNullable<SettingsDocument>, reports: readonly (ReportName & { id: string })[]): Record<string, unknown> {
  const leadsHome = own.home_page !== undefined && namesAnObject(own.home_page);
  const entries = Object.keys(configurationInput.shape).flatMap((key): [string, unknown][] => {
    if (key === 'start_report_id') {
      if (leadsHome || own.start_report_id === undefined) return [];
      const report = reports.find(({ id }) => id === own.start_report_id);
      return [['start_report', report ? { group: report.group, title: report.title } : null]];
    }
    if (unspoken.has(key) || (key === 'home_page' && leadsHome) || !isSpokenOf(key)) return [];
    const value = own[key as keyof typeof own];
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

function brandOf({ name, document }: LookRow): NonNullable<SetupDocument['brand']> {
  const { own, title, colours, show_background_image, sign_in_sentence: said } = document;
  const hasWords = own.includes('words');
  return {
    ...(hasWords && title !== '' ? { title } : {}),
    ...(own.includes('colours') ? { theme: { name, show_background_image, colours: themeColours.strip().parse(colours) } } : {}),
    ...(hasWords && Object.keys(said).length > 0
      ? { sign_in_sentence: Object.fromEntries(locales.flatMap((locale) => (said[locale] ? [[locale, said[locale]]] : []))) }
      : {}),
  };
}

/** Reads the set-up. `now` settles a list of addresses on probation. */
export async function readSetup(place: Pick<Transaction, 'run'>, now: Date): Promise<UnitSetup> {
  const [
    user_groups,
    report_groups,
    subgroups,
    reports,
    [settings],
    [look = null],
    custom_fields,
    shifts,
    terms,
    faq,
    playlists,
    slides,
    [unit],
    administrators,
  ] = await place.run(...setupStatements);
  const lists = { user_groups, report_groups, subgroups, reports, custom_fields, shifts, terms, faq, playlists, slides, administrators };
  const rows: SetupRows = { ...lists, look, settings: found(settings), unit: found(unit) };
  return { rows, document: documentOf(rows, now) };
}

function documentOf(rows: SetupRows, now: Date): UnitSetup['document'] {
  return {
    version: setupVersion,
    user_groups: rows.user_groups.map(({ id: _id, home_page, ...group }) =>
      home_page !== null && namesAnObject(home_page) ? group : { ...group, home_page },
    ),
    report_groups: rows.report_groups.map(({ id, ...group }) => ({
      ...group,
      subgroups: rows.subgroups.filter(({ group_id }) => group_id === id).map(({ name, icon }) => ({ name, icon })),
    })),
    reports: rows.reports.map(({ id: _id, kind: _kind, active: _active, ...report }) => report),
    settings: settingsOf(settleProbation(rows.settings, now).document, rows.reports),
    brand: rows.look ? brandOf(rows.look) : {},
    custom_fields: rows.custom_fields.filter(({ is_global }) => !is_global).map(({ id: _id, is_global: _global, ...field }) => field),
    access_hours: rows.shifts.map(({ id: _id, ...shift }) => shift),
    terms: rows.terms.map(({ id: _id, version: _version, ...term }) => term),
    faq: rows.faq.map(({ id: _id, question, answer, ...each }) => ({ ...each, question: languages(question), answer: languages(answer) })),
    playlists: rows.playlists.map(({ id, ...playlist }) => ({
      ...playlist,
      slides: rows.slides
        .filter(({ playlist_id }) => playlist_id === id)
        .map(({ playlist_id: _playlist, group, title, ...slide }) => ({ ...slide, report: { group, title } })),
    })),
  };
}
