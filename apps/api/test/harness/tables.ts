/** Files that the portal wrote, read as it reads what people send. */
import { readSpreadsheet as readInPieces } from '#platform/spreadsheet/readSpreadsheet.ts';

type Row = { line: number; cells: string[] };

/** The whole table, of its pieces. */
export async function readSpreadsheet(...given: Parameters<typeof readInPieces>) {
  const { pieces, ...table } = await readInPieces(...given);
  const rows = pieces.flatMap((piece) => JSON.parse(piece) as Row[]);
  return { ...table, rows: rows.map(({ cells }) => cells), lines: rows.map(({ line }) => line) };
}
