/** The schema that others read is the one that is published; `npx vitest -u` in this package renews the file. */
import { expect, test } from 'vitest';
import { setupDocument, setupJsonSchema } from './setupDocument.ts';

test('the published schema is that of the contract', async () => {
  await expect(`${JSON.stringify(setupJsonSchema(), null, 2)}\n`).toMatchFileSnapshot('../../../../docs/unit-setup.schema.json');
});

test('no id of the database has a place in the document', () => {
  expect(JSON.stringify(setupJsonSchema())).not.toMatch(/uuid|_id"/);
  expect(setupDocument.safeParse({ version: 1, settings: { home_page: '/0199a000-0000-7000-8000-00000000ffff/reports' } }).success).toBe(
    false,
  );
});
