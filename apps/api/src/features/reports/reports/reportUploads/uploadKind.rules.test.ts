import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { kindOfContent } from './uploadKind.rules.ts';

const kindOf = (bytes: Buffer | Uint8Array | string) => {
  const content = Buffer.from(bytes as string);
  return kindOfContent(content, content);
};
const archive = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, strToU8('content')])));

test('a file is what its bytes say', () => {
  expect(kindOf(archive('[Content_Types].xml', 'xl/workbook.xml'))).toBe('xlsx');
  expect(kindOf(archive('Version', 'Report/Layout', 'DataModel'))).toBe('pbix');
  expect(kindOf(archive('vendas.csv', 'lojas.parquet'))).toBe('zip');
  expect(kindOf('PAR1 …columns… PAR1')).toBe('parquet');
  expect(kindOf('\uFEFF [{"loja": 1}]')).toBe('json');
  expect(kindOf('loja;valor\nA;1\n')).toBe('csv');
  expect(kindOf(Buffer.from('região;valor\nSul;1\n', 'latin1'))).toBe('csv');
  expect(kindOf(Buffer.from('\uFEFFregião\tvalor\nSul\t1\n', 'utf16le'))).toBe('csv');
  expect(kindOf(Buffer.from('\uFEFFregião\tvalor\nSul\t1\n', 'utf16le').swap16())).toBe('csv');
});

test('what cannot be a report is nothing', () => {
  expect(kindOf(archive('word/document.xml'))).toBeNull();
  expect(kindOf('PK\x03\x04 and no directory')).toBeNull();
  expect(kindOf('PAR1 cut off')).toBeNull();
  expect(kindOf('<!doctype html>\n<p>a;b</p>')).toBeNull();
  expect(kindOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]))).toBeNull();
  expect(kindOf('%PDF-1.7\n\x00\x01\n')).toBeNull();
  expect(kindOf('only one line')).toBeNull();
});

test('a letter that is cut in two at the end of a part does not make the text another one', () => {
  const text = Buffer.from('loja;cidade\n1;São');
  expect(kindOfContent(text.subarray(0, text.length - 2), text)).toBe('csv');
});

test('a text of one endless line, or of nothing but line breaks, is decided on in one pass', () => {
  expect(kindOf('x'.repeat(1_048_576))).toBeNull();
  expect(kindOf(`x${'\n'.repeat(1_048_576)}`)).toBeNull();
  expect(kindOf(`x\n${' \n'.repeat(500_000)}y`)).toBe('csv');
});
