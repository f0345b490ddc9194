/** Queries of every kind, one by one, against SQL written by hand, or against what the language is known to answer. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { context } from '../../test/dax/context.ts';
import { desktop } from '../../test/dax/desktop.ts';
import { refusals } from '../../test/dax/refusals.ts';
import { relationships } from '../../test/dax/relationships.ts';
import { scalars } from '../../test/dax/scalars.ts';
import { subtotals } from '../../test/dax/subtotals.ts';
import { tables } from '../../test/dax/tables.ts';
import { time } from '../../test/dax/time.ts';
import { windows } from '../../test/dax/windows.ts';
import { days, goals, openShop, products, sales, shopId, stores } from '../../test/shop.ts';

/** Which only USERELATIONSHIP follows: the number of a product is also that of a store. */
const byProduct = { from: { table: 'Sales', column: 'product' }, to: { table: 'Store', column: 'code' }, active: false };
const measures = { ByProduct: 'CALCULATE([Total], USERELATIONSHIP(Sales[product], Store[code]))' };
const shop = openShop({ relationships: [byProduct], measures });
const directory = mkdtempSync(join(tmpdir(), 'dax-'));
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();

beforeAll(async () => {
  for (const [name, rows] of Object.entries({ sales, stores, products, goals, days: days.map((date) => ({ date })) })) {
    const file = join(directory, `${name}.json`);
    writeFileSync(file, JSON.stringify(rows));
    await connection.run(`CREATE TABLE ${name} AS SELECT * FROM read_json_auto('${file}')`);
  }
});
afterAll(() => {
  shop.close();
  connection.closeSync();
  instance.closeSync();
  rmSync(directory, { recursive: true });
});

const queries = [...context, ...relationships, ...time, ...scalars, ...tables, ...desktop, ...subtotals, ...windows, ...refusals];

const rounded = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value;
};

const lines = (rows: unknown[][]): string[] => rows.map((row) => JSON.stringify(row.map(rounded)));

test.each(queries)('%s', async (dax, expected) => {
  const answer = shop.engine.evaluate(shopId, dax, { includeNulls: true });
  if (typeof expected === 'object' && 'refused' in expected) {
    const error = await answer.then(String, String);
    // With the place where it stands, unless only the data tell.
    expect(error).toMatch(/^(DaxError: \(\d+, \d+\)|QueryError:) /);
    expect(error).toContain(expected.refused);
    return;
  }
  const wanted = lines(typeof expected === 'string' ? (await connection.runAndReadAll(expected)).getRowsJS() : expected);
  const got = lines((await answer).rows.map((row) => Object.values(row)));
  const isOrdered = / ORDER BY /.test(dax);
  expect(isOrdered ? got : got.toSorted()).toEqual(isOrdered ? wanted : wanted.toSorted());
});

test('every function that is said to be known is asked here', () => {
  const known = readFileSync(new URL('../../dax.md', import.meta.url), 'utf8').matchAll(/`([A-Z][A-Z0-9]+)`/g);
  const asked = queries.map(([dax]) => dax).join(' ');
  const missing = [...known].flatMap(([, name = '']) => (new RegExp(`\\b${name}\\b`).test(asked) ? [] : [name]));
  // A piece of a date's format.
  expect(missing).toEqual(['HH']);
});

test('a relationship that is not the active one is refused to readers whose rows are restricted', async () => {
  const roles = [{ name: 'South', filters: [{ table: 'Store', expression: 'Store[region] = "Sul"' }] }];
  const restricted = openShop({ relationships: [byProduct], roles });
  try {
    const query = 'EVALUATE ROW("x", CALCULATE([Total], USERELATIONSHIP(Sales[product], Store[code])))';
    const identity = { username: 'ana', roles: ['South'] };
    await expect(restricted.engine.evaluate(shopId, query, { identity })).rejects.toThrow(
      /constrained by row-level security defined on 'Store'/,
    );
  } finally {
    restricted.close();
  }
});
