/** A list as a file: the same filters, all rows, in batches, so that a long list neither fills the memory nor blocks a connection. */
import type { Download, ExportFormat } from '@vitrine/contract/download.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { failFields } from './fail.ts';
import type { Cell } from '#platform/spreadsheet/writeSpreadsheet.ts';
import { contentTypes, writeSpreadsheet } from '#platform/spreadsheet/writeSpreadsheet.ts';
import { translate } from '#platform/translate.ts';

export type ExportColumn<Row> = {
  /** Name of the column in the list. */
  key: string;
  header: string;
  cell: (row: Row) => Cell;
};

/** Rows per batch. */
export const exportBatch = 2000;

/** All rows in batches. Each batch is queried by the last row of the one before, while that one is being written. */
export async function* inBatches<Row>(
  next: (last: Row | null) => Promise<readonly Row[]>,
  batch = exportBatch,
): AsyncGenerator<readonly Row[]> {
  for (let coming: Promise<readonly Row[]> | null = next(null); coming;) {
    const rows: readonly Row[] = await coming;
    coming = rows.length < batch ? null : next(rows.at(-1) ?? null);
    // It may fail while nothing awaits it yet; the next read gets the error.
    coming?.catch(() => {});
    yield rows;
  }
}

/** `Sim` or `Não`, for a column of yes and no. */
export const yesOrNo = (locale: Locale, value: boolean): string => translate(locale, value ? 'fields:yes' : 'fields:no');

/** The chosen columns in the order of the list; all when none is named. Refuses unknown columns. */
export function chosenColumns<Row>(columns: readonly ExportColumn<Row>[], names: string): readonly ExportColumn<Row>[] {
  if (names === '') return columns;
  const wanted = new Set(names.split(','));
  const chosen = columns.filter(({ key }) => wanted.delete(key));
  if (wanted.size > 0) failFields({ columns: 'invalid' });
  return chosen;
}

/** The answer of an export endpoint. The first batch is awaited, so that a list that cannot be read is refused and not cut off. */
export async function answerExport<Row>(
  { format, name }: { format: ExportFormat; name: string },
  columns: readonly ExportColumn<Row>[],
  rows: AsyncGenerator<readonly Row[]>,
): Promise<Download> {
  const first = await rows.next();
  async function* cells(): AsyncGenerator<Cell[][]> {
    for (let batch = first; !batch.done; batch = await rows.next()) yield batch.value.map((row) => columns.map(({ cell }) => cell(row)));
  }
  const header = columns.map(({ header }) => header);
  return {
    file_name: `${name}.${format}`,
    content_type: contentTypes[format],
    content: writeSpreadsheet(format, name, header, cells()),
  };
}
