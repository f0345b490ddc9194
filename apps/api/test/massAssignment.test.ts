import { endpoints } from '@vitrine/contract/contract.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from './harness/database.ts';
import { asOwner } from './harness/server.ts';
import { exampleOf } from './matrix/slots.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

let columns: string[] = [];
let close = async () => {};
beforeAll(async () => {
  const { ownerUrl, close: drop } = await testDatabase();
  close = drop;
  const { rows } = await asOwner(ownerUrl, (client) =>
    client.query<{ name: string }>("select distinct column_name as name from information_schema.columns where table_schema = 'public'"),
  );
  columns = rows.map(({ name }) => name);
});
afterAll(() => close());

const anything = fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.uuid(), fc.string(), fc.constant({}), fc.constant([]));

test.each(endpoints.filter(({ endpoint }) => endpoint.body instanceof z.ZodObject))(
  '$name takes no field that it does not name',
  ({ endpoint }) => {
    const { body } = exampleOf(endpoint, 'text', () => uuidv7());
    const known = new Set(Object.keys((endpoint.body as z.ZodObject).shape));
    const others = columns.filter((column) => !known.has(column));
    expect(others.length).toBeGreaterThan(50);
    fc.assert(
      fc.property(fc.constantFrom(...others), anything, (column, value) => {
        const parsed = endpoint.body.safeParse({ ...(body as object), [column]: value });
        expect(parsed.error?.issues).toContainEqual(expect.objectContaining({ code: 'unrecognized_keys', keys: [column] }));
      }),
    );
  },
);
