import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { run } from './run.ts';
import { trusted } from './sql.ts';

const connection = await (await DuckDBInstance.create(':memory:')).connect();

test('answers numbers, text, truths and blanks', async () => {
  expect(await run(connection, trusted(`SELECT 1.5::DOUBLE, 'a', TRUE, NULL, 'NaN'::DOUBLE, '-inf'::DOUBLE`), 60_000)).toEqual([
    [1.5, 'a', true, null, null, null],
  ]);
});

test('stops a question that takes too long', async () => {
  const endless = trusted('SELECT sum(a.range * b.range) FROM range(1000000) AS a, range(1000000) AS b');
  await expect(run(connection, endless, 50)).rejects.toMatchObject({ errorCode: 'QueryExceededResources' });
  expect(await run(connection, trusted(`SELECT 'well'`), 60_000)).toEqual([['well']]);
});

test('tells what data make impossible from mistakes of the program', async () => {
  await expect(run(connection, trusted('SELECT 9223372036854775807::BIGINT * 2::BIGINT'), 60_000)).rejects.toMatchObject({
    errorCode: 'InvalidExpression',
  });
  await expect(run(connection, trusted(`SELECT CAST('x' AS BIGINT)`), 60_000)).rejects.toMatchObject({ errorCode: 'InvalidExpression' });
  await expect(run(connection, trusted('SELECT nothing'), 60_000)).rejects.toThrow(/Binder Error/);
});
