/** What the service is asked for, from what was written down when somebody wanted the file. */
import type { ColumnFilter } from '@vitrine/contract/features/reportAccess.ts';
import type { ExportRequest } from '@vitrine/powerbi/exports.ts';

export type Wanted = {
  format: 'PDF' | 'PPTX' | 'PNG';
  page: string | null;
  view_state: string | null;
  locale: string;
  identity: { username: string; roles: string[] } | null;
  filters: ColumnFilter[];
  dataset_id: string | null;
};

/** Blanks and the like in names are written as `_x0020_`. */
const name = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N}_]/gu, (character) => `_x${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0').toUpperCase()}_`);

const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/** OData, as the service takes it: `Loja/Região in ('Sul','Norte')`. */
export const filterText = (filters: readonly ColumnFilter[]): string =>
  filters.map(({ table, column, values }) => `${name(table)}/${name(column)} in (${values.map(literal).join(',')})`).join(' and ');

/** The bookmark makes the file what the screen was; the identity makes it hold the reader's rows and no others. */
export function exportRequest({ format, page, view_state, locale, identity, filters, dataset_id }: Wanted): ExportRequest {
  const bookmark = view_state === null ? {} : { bookmark: { state: view_state } };
  return {
    format,
    powerBIReportConfiguration: {
      settings: { locale },
      ...(page === null ? {} : { pages: [{ pageName: page, ...bookmark }] }),
      ...(page === null && view_state !== null ? { defaultBookmark: { state: view_state } } : {}),
      ...(filters.length === 0 ? {} : { reportLevelFilters: [{ filter: filterText(filters) }] }),
      ...(identity === null || dataset_id === null ? {} : { identities: [{ ...identity, datasets: [dataset_id] }] }),
    },
  };
}

/** The name under which the file is saved: what file systems refuse becomes a blank. */
export const fileName = (title: string, extension: string): string => `${title.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim()}${extension}`;
