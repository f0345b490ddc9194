import { expect, test } from 'vitest';
import { asFiscal, formOf, namedAs } from './fiscalDocument.rules.ts';

const note = '<?xml version="1.0" encoding="UTF-8"?>\n<nfeProc versao="4.00"><NFe/></nfeProc>';

test('a PDF and an XML are known by their bytes', () => {
  expect(formOf(Buffer.from('%PDF-1.7 nota'))).toBe('pdf');
  expect(formOf(Buffer.from(note))).toBe('xml');
  expect(formOf(Buffer.from(`\uFEFF${note}`))).toBe('xml');
  expect(formOf(Buffer.from(note.replace('UTF-8', 'ISO-8859-1'), 'latin1'))).toBe('xml');
});

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><html></html>'],
  ['a page that calls itself XML', '<?xml version="1.0"?><!DOCTYPE html><html></html>'],
  ['an XML with entities of its own', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>'],
  ['a declaration alone', '<?xml version="1.0"?>'],
  ['text', 'nota fiscal 12'],
  ['an XML with bytes of a program', `${note}\0MZ`],
])('%s is neither', (_name, text) => {
  expect(formOf(Buffer.from(text))).toBeNull();
});

test('its name ends as what it is, and so does the type that it is given out with', () => {
  expect([namedAs('nota.XML', 'xml'), namedAs('nota.pdf', 'xml'), namedAs('nota', 'pdf')]).toEqual([
    'nota.XML',
    'nota.pdf.xml',
    'nota.pdf',
  ]);
  expect(asFiscal({ name: 'nota.xml', bytes: Buffer.from(note) }).content_type).toBe('application/xml');
  expect(asFiscal({ name: 'nota.pdf', bytes: Buffer.from('%PDF-1.4') }).content_type).toBe('application/pdf');
});
