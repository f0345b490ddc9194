/** Lines that are no data: totals, wherever they stand, and notes below the table. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Examples } from '../../definitions/dataFile.ts';
import type { CellColumn } from './cells.ts';
import { literal, rowsOf } from './cells.ts';
import { isNumber, isWritten, patterns } from './grammar.ts';

const totalStart = '(?:grand |sub[- ]?)?(?:total|totais|totales|soma|suma|sum)\\b';
/** A name for nothing but a total. */
const plainTotal =
  /^(?:grand |sub[- ]?)?(?:total|totais|totales|soma|suma|sum)(?: (?:geral|general|total|(?:d[aeo]s?|del|of) .*))?[ :.]*$/i;
const longestLabel = 100;
const mostTotals = 10_000;
const closingLines = 20;
const mostExamples = 5;
/** A column is usually filled from this share of the lines on. */
const usually = 0.9;

type Line = { line: number; cells: string[] };

const linesOf = async (connection: DuckDBConnection, columns: CellColumn[], rest: string): Promise<Line[]> => {
  const cells = columns.map(({ at }) => at).join(', ');
  const rows = await rowsOf(connection, `SELECT line, ${cells} FROM cells ${rest}`);
  return rows.map(([line, ...values]) => ({
    line: Number(line),
    cells: values.map((cell) => (typeof cell === 'string' && !isWritten(patterns.blank, cell) ? cell.trim() : '')),
  }));
};

/** A label and below it numbers alone. */
const isTotal = ({ cells }: Line): boolean => {
  const [label = '', ...others] = cells.filter((cell) => cell !== '');
  return new RegExp(`^${totalStart}`, 'i').test(label) && others.length > 0 && others.every(isNumber);
};

const filledIn = ({ cells }: Line): number => cells.filter((cell) => cell !== '').length;

/** Which columns nearly every other line has filled. */
const usualColumns = (columns: CellColumn[], lines: number, doubtful: Line[]): boolean[] =>
  columns.map(({ filled }, index) => {
    const others = filled - doubtful.filter(({ cells }) => cells[index] !== '').length;
    return lines > doubtful.length && others >= (lines - doubtful.length) * usually;
  });

/** A column that is usually filled has nothing there: the line is of another kind than its neighbours. */
const lacksSomething = ({ cells }: Line, usual: boolean[]): boolean => usual.some((is, index) => is && cells[index] === '');

const isNote = (one: Line, usual: boolean[]): boolean => filledIn(one) === 1 && lacksSomething(one, usual);

/** The lines below which no data stands: totals, and notes below a total or parted from the table by an empty line. */
const closingOf = (last: Line[], usual: boolean[]): Line[] => {
  const closing: Line[] = [];
  let notes: Line[] = [];
  for (const [index, one] of last.entries()) {
    const above = last[index + 1];
    const isApart = above !== undefined && one.line - above.line > 1;
    const isPlain = plainTotal.test((one.cells.find((cell) => cell !== '') ?? '').slice(0, longestLabel));
    const isClosingTotal = isTotal(one) && (isPlain || isApart || lacksSomething(one, usual));
    if (!isClosingTotal && !isNote(one, usual)) break;
    notes.push(one);
    if (isClosingTotal || isApart) {
      closing.push(...notes);
      notes = [];
    }
  }
  return closing;
};

/** Takes the lines that are no data out of the table of cells. */
export const leaveOut = async (connection: DuckDBConnection, columns: CellColumn[], lines: number): Promise<Examples> => {
  const first = `coalesce(${columns.map(({ at }) => at).join(', ')})`;
  const labelled = `regexp_matches(${first}, ${literal(`^\\s*${totalStart}`)}, 'i')`;
  const within = await linesOf(connection, columns, `WHERE ${labelled} ORDER BY line LIMIT ${mostTotals}`);
  const last = await linesOf(connection, columns, `ORDER BY line DESC LIMIT ${closingLines}`);
  const labels = within.filter(isTotal);
  const notes = last.filter((one) => filledIn(one) === 1 && !labels.some(({ line }) => line === one.line));
  const usual = usualColumns(columns, lines, [...labels, ...notes]);
  const totals = labels.filter((one) => lacksSomething(one, usual));
  const closing = closingOf(last, usual);
  const all = [...new Map([...totals, ...closing].map((one) => [one.line, one])).values()].toSorted((a, b) => a.line - b.line);
  // A table of nothing but totals is one.
  if (all.length === 0 || all.length * 2 > lines) return { count: 0, examples: [] };
  await connection.run(`DELETE FROM cells WHERE line IN (${all.map(({ line }) => line).join(', ')})`);
  const examples = all
    .slice(0, mostExamples)
    .map(({ line, cells }) => ({ line, text: (cells.find((cell) => cell !== '') ?? '').slice(0, 80) }));
  return { count: all.length, examples };
};
