import { expect, test } from 'vitest';
import { layColumns, padding } from './gridColumns.ts';
import type { GridColumn, GridRow } from './gridColumns.ts';
import { textWidth } from './textWidth.ts';

const text = (name: string): GridColumn => ({ name, numeric: false });
const number = (name: string): GridColumn => ({ name, numeric: true });
const row = (...cells: string[]): GridRow => ({ cells });
const total = (widths: number[]) => widths.reduce((sum, width) => sum + width, 0);

test('columns share the room that is left over', () => {
  const { size, widths, missing } = layColumns([text('Loja'), number('Valor')], [row('Recife', 'R$ 10')], 600);
  expect([size, missing]).toEqual([11.5, 0]);
  expect(total(widths)).toBeCloseTo(600);
});

test.each([700, 500, 300, 120])('in %d pixels every number that is shown is shown in full', (room) => {
  const columns = [text('Categoria'), ...Array.from({ length: 8 }, (_, at) => number(`Ano ${at}`))];
  const rows = [row('Beleza e saúde', ...Array.from({ length: 8 }, () => 'R$ 120.298.250'))];
  const { size, widths, missing } = layColumns(columns, rows, room);
  expect(size).toBeGreaterThanOrEqual(8);
  expect(widths.length + missing).toBe(columns.length);
  expect(total(widths)).toBeLessThanOrEqual(room + 0.5);
  const needed = textWidth('R$ 120.298.250', size, true) + 2 * padding;
  for (const width of widths.slice(1)) expect(width).toBeGreaterThanOrEqual(needed);
});

test('texts give way before a column is left out', () => {
  const long = 'Um nome que ninguém precisa ler até o fim para saber de quem se fala';
  const { widths, missing } = layColumns([text('Loja'), text('Gerente'), number('Valor')], [row(long, long, 'R$ 1.234')], 240);
  expect(missing).toBe(0);
  expect(widths[2]).toBeGreaterThan(40);
});
