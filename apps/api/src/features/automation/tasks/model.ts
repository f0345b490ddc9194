/** What the model behind a report has to ask for, as far as the service tells it to the account. */
import type { QuestionColumn, QuestionModel } from '@vitrine/contract/automation/taskQuestions.ts';
import type { Services } from '#domain/serving/context.ts';
import type { QueryRow } from '#domain/reporting/powerbiCalls.ts';
import { Failure, failFields } from '#platform/http/fail.ts';
import type { Asked } from './question.ts';
import { rowsOf } from './question.ts';

const withinMs = 10_000;

type Type = QuestionColumn['type'];

/** The service's words for types differ by version: Int64, Whole Number, Decimal, DateTime … */
function typeNamed(word: string): Type {
  if (/date|time/i.test(word)) return 'date';
  if (/int|num|dec|double|float|curr|real/i.test(word)) return 'number';
  return /bool|true/i.test(word) ? 'boolean' : 'text';
}

/** Of a column of which only a value is known. */
function typeOfValue(value: QueryRow[string] | undefined): Type {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(value) ? 'date' : 'text';
}

const isOfEngine = (name: string): boolean => name.startsWith('RowNumber-');
const words = (cell: QueryRow[string] | undefined): string => (typeof cell === 'string' ? cell : '');

const shown = (row: QueryRow): { table: string; name: string }[] => {
  const [table, name] = [words(row['[Table]']), words(row['[Name]'])];
  return table === '' || name === '' || row['[IsHidden]'] === true || isOfEngine(name) ? [] : [{ table, name }];
};

const columnsIn = (rows: readonly QueryRow[]): QuestionColumn[] =>
  rows.flatMap((row) => shown(row).map((column) => ({ ...column, type: typeNamed(words(row['[DataType]'])) })));

const columnsByStatistics = (rows: readonly QueryRow[]): QuestionColumn[] =>
  rows.flatMap((row) => {
    const [table, name] = [words(row['[Table Name]']), words(row['[Column Name]'])];
    return table === '' || name === '' || isOfEngine(name) ? [] : [{ table, name, type: typeOfValue(row['[Min]']) }];
  });

/** An account that may not read the views is told the columns by their statistics. */
export async function modelOf(reporting: Services['reporting'], report: Asked): Promise<QuestionModel> {
  if (report.dataset_id === null) failFields({ report_id: 'no_dataset' });
  const ask = (query: string) => rowsOf(reporting, report, query, withinMs);
  try {
    const [columns, measures] = [await ask('EVALUATE INFO.VIEW.COLUMNS()'), await ask('EVALUATE INFO.VIEW.MEASURES()')];
    return { columns: columnsIn(columns), measures: measures.flatMap(shown), partly: false };
  } catch (error) {
    if (!(error instanceof Failure) || !['query_refused', 'query_secured'].includes(error.word)) throw error;
    if (error.word === 'query_secured') failFields({ report_id: 'query_secured' });
  }
  return { columns: columnsByStatistics(await ask('EVALUATE COLUMNSTATISTICS()')), measures: [], partly: true };
}
