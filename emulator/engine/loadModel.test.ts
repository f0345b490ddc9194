import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { modelDefinition } from '../definitions/model.ts';
import { openEngine } from './engine.ts';

const id = '11111111-2222-4333-8444-555555555556';
type TableInput = { name: string; source: object; columns: object[] };

function engineOf(files: Record<string, string>, tables: TableInput[], relationships: object[]) {
  const directory = mkdtempSync(join(tmpdir(), 'model-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const model = modelDefinition.parse({ id, name: 'Model', tables, relationships });
  const engine = openEngine({ content: [{ workspace: { id, name: 'W' }, directory, models: [model], reports: [] }] });
  onTestFinished(() => {
    engine.close();
    rmSync(directory, { recursive: true });
  });
  return engine;
}

async function rowsOf(files: Record<string, string>, tables: TableInput[], relationships: object[] = []) {
  const engine = engineOf(files, tables, relationships);
  const [first] = tables;
  const group_by = (first?.columns ?? []).map((column) => ({ table: first?.name ?? '', column: (column as { name: string }).name }));
  const [result] = await engine.query(id, [{ id: 'q', group_by, values: [], filters: [] }]);
  if (!result || 'error' in result) throw new Error(JSON.stringify(result));
  return result.rows;
}

const file = (path: string, query?: string) => ({ kind: 'file', path, ...(query ? { query } : {}) });

test('reads CSV, TSV and JSON with the types that the model gives', async () => {
  const columns = [
    { name: 'code', type: 'text' },
    { name: 'when', type: 'date' },
    { name: 'twice', type: 'number', sql: 'amount * 2' },
  ];
  const expected = [['1', '2025-01-31', 5]];
  expect(await rowsOf({ 'a.csv': 'code,when,amount\n1,2025-01-31,2.5\n' }, [{ name: 'A', source: file('a.csv'), columns }])).toEqual(
    expected,
  );
  expect(await rowsOf({ 'a.tsv': 'code\twhen\tamount\n1\t2025-01-31\t2.5\n' }, [{ name: 'A', source: file('a.tsv'), columns }])).toEqual(
    expected,
  );
  const json = JSON.stringify([{ code: 1, when: '2025-01-31', amount: 2.5 }]);
  expect(await rowsOf({ 'a.json': json }, [{ name: 'A', source: file('a.json'), columns }])).toEqual(expected);
});

test('turns files that are not one record a row with a query over the source', async () => {
  const text = JSON.stringify({ features: [{ name: 'one' }, { name: 'two' }] });
  const source = file('a.json', 'SELECT unnest(features) AS feature FROM source');
  expect(await rowsOf({ 'a.json': text }, [{ name: 'A', source, columns: [{ name: 'name', type: 'text', sql: 'feature.name' }] }])).toEqual(
    [['one'], ['two']],
  );
});

test('keeps names with quotes and accents apart from SQL', async () => {
  const name = 'it\'s "ação"; --';
  const rows = await rowsOf({ 'a.csv': 'x\n1\n' }, [{ name, source: file('a.csv'), columns: [{ name, type: 'integer', sql: 'x' }] }]);
  expect(rows).toEqual([[1]]);
});

test('refuses values that do not fit the type', async () => {
  const table = { name: 'A', source: file('a.csv'), columns: [{ name: 'x', type: 'integer' }] };
  await expect(rowsOf({ 'a.csv': 'x\nmany\n' }, [table])).rejects.toThrow(/table 'A' of the model 'Model' cannot be loaded/);
});

const many = { name: 'Many', source: file('many.csv'), columns: [{ name: 'one', type: 'integer' }] };
const one = { name: 'One', source: file('one.csv'), columns: [{ name: 'code', type: 'integer' }] };
const link = { from: { table: 'Many', column: 'one' }, to: { table: 'One', column: 'code' } };

test.each([
  ['repeat', 'code\n1\n1\n'],
  ['are blank', 'code,x\n1,\n,2\n'],
])('refuses a relationship whose one side has values that %s', async (_, text) => {
  await expect(rowsOf({ 'many.csv': 'one\n1\n', 'one.csv': text }, [many, one], [link])).rejects.toThrow(/its values repeat or are blank/);
});

test('refuses a column with several values to be sorted by', async () => {
  const columns = [
    { name: 'month', type: 'text', sort_by: 'number' },
    { name: 'number', type: 'integer' },
  ];
  await expect(rowsOf({ 'a.csv': 'month,number\njan,1\njan,2\n' }, [{ name: 'A', source: file('a.csv'), columns }])).rejects.toThrow(
    /several values of number/,
  );
});

test('reads no file that the model does not name', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'secret-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  writeFileSync(join(elsewhere, 'secret.csv'), 'x\n42\n');
  const source = file('a.csv', `SELECT * FROM read_csv('${join(elsewhere, 'secret.csv')}')`);
  const table = { name: 'A', source, columns: [{ name: 'x', type: 'text' }] };
  await expect(rowsOf({ 'a.csv': 'x\n1\n' }, [table])).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/disabled|Permission/) },
  });
});

describe('texts that differ by their case alone', () => {
  const text = (name: string) => ({ name, type: 'text' });
  const files = {
    'orders.csv': 'city,state\nRecife,pe\nRECIFE,PE\nrecife,Pe\nOlinda,sp\n,\n',
    'states.csv': 'code,name\nPE,Pernambuco\nSP,São Paulo\n',
  };
  const orders = { name: 'Orders', source: file('orders.csv'), columns: [text('city'), text('state')] };
  const states = { name: 'States', source: file('states.csv'), columns: [text('code'), text('name')] };
  const relationship = { from: { table: 'Orders', column: 'state' }, to: { table: 'States', column: 'code' } };

  test('are one value, as it comes first', async () => {
    expect(await rowsOf(files, [{ ...orders, columns: [text('city')] }])).toEqual([[null], ['Olinda'], ['Recife']]);
  });

  test('find their row on the one side of a relationship', async () => {
    const engine = engineOf(files, [orders, states], [relationship]);
    const { rows } = await engine.evaluate(
      id,
      'EVALUATE SUMMARIZECOLUMNS(States[name], "orders", COUNTROWS(Orders)) ORDER BY States[name]',
      {
        includeNulls: true,
      },
    );
    expect(rows).toEqual([
      { 'States[name]': null, '[orders]': 1 },
      { 'States[name]': 'Pernambuco', '[orders]': 3 },
      { 'States[name]': 'São Paulo', '[orders]': 1 },
    ]);
    const counted = await engine.evaluate(
      id,
      'EVALUATE ROW("cities", DISTINCTCOUNTNOBLANK(Orders[city]), "same", CALCULATE(COUNTROWS(Orders), Orders[city] = "ReCiFe"))',
    );
    expect(counted.rows).toEqual([{ '[cities]': 2, '[same]': 3 }]);
  });

  test('cannot both be on the one side', async () => {
    const twice = { ...files, 'states.csv': 'code,name\nPE,Pernambuco\npe,Outro\n' };
    await expect(rowsOf(twice, [orders, states], [relationship])).rejects.toThrow('its values repeat or are blank');
  });

  test('agree along several relationships', async () => {
    const chain = { ...files, 'regions.csv': 'code\nsp\npE\n' };
    const regions = { name: 'Regions', source: file('regions.csv'), columns: [text('code')] };
    const up = { from: { table: 'States', column: 'code' }, to: { table: 'Regions', column: 'code' } };
    const engine = engineOf(chain, [orders, states, regions], [relationship, up]);
    const { rows } = await engine.evaluate(
      id,
      'EVALUATE SUMMARIZECOLUMNS(Regions[code], "orders", COUNTROWS(Orders)) ORDER BY Regions[code]',
    );
    expect(rows).toEqual([{ '[orders]': 1 }, { 'Regions[code]': 'pE', '[orders]': 3 }, { 'Regions[code]': 'sp', '[orders]': 1 }]);
  });
});
