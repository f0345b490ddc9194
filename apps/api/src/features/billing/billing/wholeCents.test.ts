import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../../../..');
const files = [
  'apps/api/src/{features,domain}/billing/**/*.ts',
  'packages/contract/src/billing/*.ts',
  'packages/contract/src/money.ts',
].flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (name) => name.endsWith('.test.ts') }));

/** What makes a fraction of an amount. A division of BigInt has none, and a colour is no amount. */
const fractions = /parseFloat|toFixed|Math\.(?:round|floor|ceil|trunc)|\b\d+\.\d+\b| \/ /;
const allowed = [/product \/ whole/, /Number\.parseInt\(hex/, /extract\(epoch from/, /color: rgb\(/];

test('no amount of an invoice is ever a fraction', () => {
  expect(files.length).toBeGreaterThan(10);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => fractions.test(line.replace(/\/\/.*|^\s*\*.*|\/\*.*\*\//, '')) && !allowed.some((known) => known.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('every amount in the database is a bigint', () => {
  const sql = readFileSync(join(root, 'apps/api/migrations/0052_invoices.sql'), 'utf8');
  const amounts = sql.match(/^\s+\w*cents (\w+)/gm) ?? [];
  expect(amounts.length).toBeGreaterThan(5);
  expect(amounts.filter((line) => !line.endsWith(' bigint'))).toEqual([]);
});
