/** The one table that a run prints. */
import type { Gap, Line } from './bench.ts';
import { isOver } from './bench.ts';

const digits = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)}×`;

function cells(line: Line | Gap): string[] {
  if ('missing' in line) return [line.row, line.what, '–', '', '', 'not measured', line.missing];
  const { ratio, target, atLeast = false, note = '' } = line;
  const goal = target === null ? '' : `${atLeast ? '≥' : '≤'} ${digits(target)}`;
  const verdict = target === null ? '' : isOver(line) ? 'over' : 'ok';
  return [line.row, line.what, digits(ratio.value), `${digits(ratio.low)}–${digits(ratio.high)}`, goal, verdict, note];
}

export function printTable(lines: readonly (Line | Gap)[]): void {
  const table = [['row', 'what', 'ratio', 'rounds', 'target', '', ''], ...lines.map(cells)];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
