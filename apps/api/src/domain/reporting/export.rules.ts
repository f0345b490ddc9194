/** Builds the export request for the service from what was stored when the export was requested. */
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import type { ExportFormat } from '@vitrine/contract/reading/reportExports.ts';
import type { ExportRequest, PowerBiExportRequest } from '@vitrine/powerbi/exports.ts';

export type Wanted = {
  kind: 'report' | 'paginated';
  format: ExportFormat;
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

const isPowerBiFormat = (format: ExportFormat): format is PowerBiExportRequest['format'] => format !== 'XLSX' && format !== 'CSV';

/** The bookmark gives the file the state of the screen; the identity restricts it to the reader's rows. */
export function exportRequest({ kind, format, page, view_state, locale, identity, filters, dataset_id }: Wanted): ExportRequest {
  const identities = identity === null || dataset_id === null ? {} : { identities: [{ ...identity, datasets: [dataset_id] }] };
  if (kind === 'paginated' && format !== 'PNG') return { format, paginatedReportConfiguration: { locale, ...identities } };
  if (!isPowerBiFormat(format)) throw new Error(`A report does not become ${format}`);
  const bookmark = view_state === null ? {} : { bookmark: { state: view_state } };
  return {
    format,
    powerBIReportConfiguration: {
      settings: { locale },
      ...(page === null ? {} : { pages: [{ pageName: page, ...bookmark }] }),
      ...(page === null && view_state !== null ? { defaultBookmark: { state: view_state } } : {}),
      ...(filters.length === 0 ? {} : { reportLevelFilters: [{ filter: filterText(filters) }] }),
      ...identities,
    },
  };
}

/** The file name; characters that file systems refuse become blanks. */
export const fileName = (title: string, extension: string): string => `${title.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim()}${extension}`;
