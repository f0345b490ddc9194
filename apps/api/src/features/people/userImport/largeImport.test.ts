import * as contract from '@vitrine/contract/people/userImport.ts';
import { afterAll, expect, test } from 'vitest';
import { rowsOf, upload } from '#test/harness/imports.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

test('rows far from each other with one e-mail fail both, however few are looked at together', async () => {
  const { admin } = await world.unitWithAdmin();
  const count = 1300;
  const lines = Array.from({ length: count }, (_, n) => `Pessoa ${n};p${n % (count - 1)}@large.example;${'n'.repeat(400)}`);
  const { status, body } = await upload(admin, `Nome;E-mail;Nota\n${lines.join('\n')}`);
  expect([status, body]).toMatchObject([201, { rows: count, with_problems: 2 }]);
  const { data: wrong } = await admin.call(contract.rows, { params: { id: body.id }, query: { only: 'problems' } });
  expect(wrong.map(({ line, problems }) => [line, problems])).toEqual([
    [2, { 1: 'duplicate' }],
    [count + 1, { 1: 'duplicate' }],
  ]);
  const [first] = await rowsOf(admin, body.id);
  expect(first?.cells[0]).toBe('Pessoa 0');
});
