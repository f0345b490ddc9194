import { expect, test } from 'vitest';
import { createFormatter } from '../format/format.ts';
import type { FormatColumn } from '../format/format.ts';
import { sayIn, wordsOf } from '../words/words.ts';
import { changeOf } from './kpiChange.ts';

const format = createFormatter('pt-BR', wordsOf('pt-BR'));
const column = (pattern: string): FormatColumn => ({ field: { table: 'Vendas', measure: 'M' }, type: 'number', format: pattern });
const change = (value: number, base: number | null, pattern = 'R$ #,0') => changeOf(value, base, column(pattern), format, sayIn('pt-BR'));

test('says by how much a number grew or shrank', () => {
  expect(change(110, 100)).toEqual({ text: '+10,0%', arrow: '▲ ', good: true });
  expect(change(90, 100)).toEqual({ text: '-10,0%', arrow: '▼ ', good: false });
  expect(change(-50, -100)).toMatchObject({ text: '+50,0%', good: true });
});

test('percentages differ by points', () => {
  expect(change(0.363, 0.369, '0.0%')).toMatchObject({ text: '-0,6 p.p.', good: false });
});

test('what rounds to nothing is neither good nor bad', () => {
  expect(change(0.3601, 0.3604, '0.0%')).toEqual({ text: '0,0 p.p.', arrow: '' });
});

test('says nothing where there is nothing to compare with', () => {
  expect(change(5, null)).toBeUndefined();
  expect(change(5, 0)).toBeUndefined();
  expect(change(0.5, 0, '0%')).toMatchObject({ text: '+50,0 p.p.' });
});
