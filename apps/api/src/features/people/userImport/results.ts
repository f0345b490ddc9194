/** The rows of an import as a file: the same columns with the result of each. The file can be imported again. */
import type { Download, ExportFormat } from '@vitrine/contract/download.ts';
import type { ImportProblem } from '@vitrine/contract/people/userImport.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { answerExport, inBatches } from '#platform/http/exportList.ts';
import { found } from '#platform/http/fail.ts';
import { translate } from '#platform/translate.ts';

type Row = { line: number; cells: string[]; state: 'pending' | 'success' | 'failed'; problems: Record<string, ImportProblem> };

/** A row may be as long as a page. */
const atOnce = 100;

export async function exportResults(
  ctx: Context,
  id: string,
  { format, only }: { format: ExportFormat; only?: 'success' | 'failed' | undefined },
): Promise<Download> {
  const { locale } = ctx.request;
  const [given] = await ctx.run(sql<{ file_name: string; header: string[] }>`select file_name, header from user_import where id = ${id}`);
  const { file_name, header } = found(given);
  const why = ({ problems }: Row) =>
    Object.entries(problems)
      .map(([column, problem]) =>
        [header[Number(column)] ?? '', translate(locale, `fields:import_problems.${problem}`)].filter(Boolean).join(': '),
      )
      .join(' | ');
  const columns = [
    ...header.map((name, index) => ({ key: String(index), header: name, cell: ({ cells }: Row) => cells[index] ?? '' })),
    {
      key: 'state',
      header: translate(locale, 'fields:names.import_state'),
      cell: ({ state }: Row) => translate(locale, `fields:import_states.${state}`),
    },
    { key: 'reason', header: translate(locale, 'fields:names.import_reason'), cell: why },
  ];
  const rows = inBatches<Row>(
    (last) =>
      ctx.run(sql<Row>`
      select line, cells, state, problems from user_import_row
      where import_id = ${id} and line > ${last?.line ?? 0} and ${only ? sql`state = ${only}` : sql`true`} order by line limit ${sql.lit(atOnce)}`),
    atOnce,
  );
  return answerExport({ format, name: file_name.replace(/\.\w{1,5}$/, '') }, columns, rows);
}
