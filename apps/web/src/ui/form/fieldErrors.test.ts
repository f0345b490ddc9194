import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import * as session from '@vitrine/contract/signIn/signIn.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from './fieldErrors.ts';

test('says nothing about a form that is fine', () => {
  expect(fieldErrors(reportGroups.reportGroupInput, { name: 'Vendas', description: '', icon: 'folder' })).toEqual({});
});

test.each(['', '   ', null, undefined])('a name that is %j is required', (name) => {
  expect(fieldErrors(reportGroups.reportGroupInput, { name })).toEqual({ name: { complaint: 'required' } });
});

test('tells the limit of a text', () => {
  expect(fieldErrors(reportGroups.reportGroupInput, { name: 'x'.repeat(121) })).toEqual({ name: { complaint: 'too_long', limit: 120 } });
});

test('an address that is none is invalid', () => {
  expect(fieldErrors(session.forgotPassword.body, { email: 'ana@' })).toEqual({ email: { complaint: 'invalid' } });
});

test('names a field within a list by its path', () => {
  const schema = z.object({ filters: z.array(z.object({ table: z.string().min(1) })) });
  expect(fieldErrors(schema, { filters: [{ table: 'Vendas' }, { table: '' }] })).toEqual({ 'filters.1.table': { complaint: 'required' } });
});

test('tells the bounds of a number', () => {
  expect(fieldErrors(z.object({ port: z.number().min(1).max(65535) }), { port: 70000 })).toEqual({
    port: { complaint: 'too_big', limit: 65535 },
  });
});

test('a rule with a word of its own is left to the answer, which has its sentence; what is missing is told here', () => {
  const address = z.object({ url: z.string().refine((text) => text.startsWith('https:'), 'webhook_address') });
  expect(fieldErrors(address, { url: 'http://estoque.example/' })).toEqual({});
  expect(fieldErrors(address, { url: '' })).toEqual({ url: { complaint: 'required' } });
  const plain = z.object({ url: z.string().refine((text) => text.startsWith('https:'), 'invalid') });
  expect(fieldErrors(plain, { url: 'http://estoque.example/' })).toEqual({ url: { complaint: 'invalid' } });
});
