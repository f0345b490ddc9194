import { expect, test } from 'vitest';
import type { FormatColumn } from '../format/format.ts';
import { isNumeric } from './numeric.ts';

const column = (type: FormatColumn['type'], more: Partial<FormatColumn> = {}): FormatColumn => ({
  field: { table: 'T', column: 'c' },
  type,
  ...more,
});

test.each<[string, FormatColumn, boolean]>([
  ['a decimal', column('number'), true],
  ['a year', column('integer', { format: '0' }), false],
  ['a code without a format', column('integer'), false],
  ['a quantity of each row', column('integer', { format: '#,0' }), true],
  ['a count', column('integer', { field: { table: 'T', measure: 'Count' } }), true],
  ['a sum of whole numbers', column('integer', { field: { table: 'T', column: 'c', aggregation: 'sum' } }), true],
  ['a text', column('text'), false],
  ['a day', column('date'), false],
])('%s: %j', (_, given, expected) => expect(isNumeric(given)).toBe(expected));
