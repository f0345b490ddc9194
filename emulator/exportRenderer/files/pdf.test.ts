import { inflateSync } from 'node:zlib';
import { PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { themeFrom } from '../../visuals/theme/theme.ts';
import { createSheet } from '../drawing/sheet.ts';
import { pdfOf } from './pdf.ts';

const moment = new Date('2026-11-23T12:00:00Z');
const sheetOf = (text: string) => {
  const sheet = createSheet(400, 200, themeFrom(undefined, 'light'));
  sheet.text(text, 20, 40, { size: 16, color: '#000000' });
  return sheet.done();
};

/** What the pages of a document draw, as the operators of PDF. */
const operatorsOf = async (bytes: Uint8Array): Promise<string> => {
  const { context } = await PDFDocument.load(bytes);
  const streams = context.enumerateIndirectObjects().flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []));
  return streams.map(({ contents }) => inflateSync(contents).toString('latin1')).join('\n');
};

test('texts of the picture can be found in the letters of the language, and are not seen', async () => {
  const operators = await operatorsOf(await pdfOf('Ação', [sheetOf('Região: coração às três, São João – R$ 1.000')], moment));
  const [written = ''] = [...operators.matchAll(/<([0-9A-F]+)> Tj/g)].map(([, hex = '']) =>
    new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')),
  );
  expect(written).toBe('Região: coração às três, São João – R$ 1.000');
  expect(operators).toMatch(/\b3 Tr\b/);
});

test('what the font has no letter for is left out, and stops nothing', async () => {
  const operators = await operatorsOf(await pdfOf('Title', [sheetOf('Ана −5')], moment));
  expect(operators).toContain(`<${Buffer.from(' -5').toString('hex').toUpperCase()}> Tj`);
});

test('the same sheets at the same moment are the same file', async () => {
  const files = await Promise.all([1, 2].map(() => pdfOf('Vendas', [sheetOf('Faturamento')], moment)));
  expect(Buffer.from(files[0] ?? []).equals(Buffer.from(files[1] ?? []))).toBe(true);
  const kept = await PDFDocument.load(files[0] ?? '', { updateMetadata: false });
  expect([kept.getCreationDate(), kept.getModificationDate()]).toEqual([moment, moment]);
});
