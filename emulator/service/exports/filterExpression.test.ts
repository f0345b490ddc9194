import { expect, test } from 'vitest';
import { parseFilterText } from './filterExpression.ts';

const basic = (operator: string, values: unknown[]) => ({ filterType: 1, target: { table: 'Geo', column: 'Region' }, operator, values });
const advanced = (operator: string, value: unknown) => ({
  filterType: 0,
  target: { table: 'Geo', column: 'Region' },
  conditions: [{ operator, value }],
});

test.each([
  ["Geo/Region eq 'East'", [basic('In', ['East'])]],
  ["Geo/Region eq 'd''Ávila and (so, on)'", [basic('In', ["d'Ávila and (so, on)"])]],
  ["Geo/Region in ('A','B') and Geo/Region ne 'C'", [basic('In', ['A', 'B']), basic('NotIn', ['C'])]],
  ['Geo/Region gt -1.5', [advanced('GreaterThan', -1.5)]],
  ['Geo/Region le 2026-01-31', [advanced('LessThanOrEqual', '2026-01-31')]],
  ["contains(Geo/Region,'a')", [advanced('Contains', 'a')]],
  ['Geo/Region eq true', [basic('In', [true])]],
])('reads %s', (text, filters) => {
  expect(parseFilterText(text)).toMatchObject(filters);
});

test('names may hold any letter', () => {
  expect(parseFilterText("My_x0020_Table/Área_x002F_m2 eq 'x'")).toMatchObject([{ target: { table: 'My Table', column: 'Área/m2' } }]);
});

test.each([
  '',
  'Geo/Region',
  'Geo/Region eq',
  "Region eq 'x'",
  "Geo/Region in ('a'",
  "Geo/Region eq 'a' or Geo/Region eq 'b'",
  "Geo/Region eq 'a",
])('refuses %j', (text) => {
  expect(() => parseFilterText(text)).toThrow(/not valid/);
});
