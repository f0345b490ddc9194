import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { encodeValue } from '#platform/database/values.ts';
import { parseTimestamp } from '#platform/database/types.ts';
import { scratchDatabase } from './scratch.ts';

const { url, close } = await scratchDatabase('');
const database = openDatabase({ url });
afterAll(async () => {
  await database.close();
  await close();
});

async function valueOf(type: string, value: unknown): Promise<unknown> {
  const [row] = await database.run({ kind: 'operator' }, sql<{ value: unknown }>`select ${value}::${sql.raw(type)} as value`);
  return row?.value;
}

test.each([
  ['text', 'quote \' " \\ {,} ü 😀'],
  ['uuid', '01a1fc91-2c92-7c83-b14f-72721991c62b'],
  ['boolean', true],
  ['integer', -7],
  ['bigint', Number.MAX_SAFE_INTEGER],
  ['double precision', 0.1],
  ['numeric', '0.10'],
  ['date', '2026-02-28'],
  ['timestamptz', '2026-11-21T05:30:38.875Z'],
  ['timestamptz', '2026-11-21T05:30:38.875272Z'],
  ['timestamptz', '2026-11-21T05:30:38.000Z'],
  ['interval', '1 day 02:00:00'],
  ['inet', '2001:db8::1'],
  ['bytea', Buffer.from([0, 1, 255])],
  ['jsonb', { a: [1, null, 'x'] }],
  ['text[]', ['a', 'b"\\,{}', '', 'NULL']],
  ['text[]', []],
  ['uuid[]', ['01a1fc91-2c92-7c83-b14f-72721991c62b']],
  ['bigint[]', [1, null, 3]],
  [
    'integer[]',
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['timestamptz[]', ['2026-11-21T05:30:38.875Z']],
  ['date[]', ['2026-02-28']],
  ['text', null],
])('%s %j comes back as it went', async (type, value) => {
  expect(await valueOf(type, value)).toEqual(value);
});

test('dates, bigints and JSON text are taken as well', async () => {
  expect(await valueOf('timestamptz', new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  expect(await valueOf('bigint', 12n)).toBe(12);
  expect(await valueOf('jsonb', JSON.stringify(['an', 'array']))).toEqual(['an', 'array']);
});

test('refuses a bigint that a number cannot hold', async () => {
  await expect(valueOf('bigint', '9007199254740993')).rejects.toThrow('does not fit');
  expect(await valueOf('bigint', 1)).toBe(1);
});

test.each([undefined, Symbol('x'), () => 1])('refuses %s as a parameter', (value) => {
  expect(() => encodeValue(value)).toThrow(TypeError);
});

describe('times', () => {
  test.each([
    ['2026-11-21 05:30:38+00', '2026-11-21T05:30:38.000Z'],
    ['2026-11-21 05:30:38.1+00', '2026-11-21T05:30:38.100Z'],
    ['2026-11-21 05:30:38.1234+00', '2026-11-21T05:30:38.123400Z'],
    ['2026-11-21 02:30:38.875272-03', '2026-11-21T05:30:38.875272Z'],
    ['2026-11-21 11:00:38+05:30', '2026-11-21T05:30:38.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(parseTimestamp(text)).toBe(iso);
  });

  test.each(['infinity', '0044-03-15 00:00:00+00 BC'])('refuses %s', (text) => {
    expect(() => parseTimestamp(text)).toThrow('no ISO form');
  });
});
