import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { renderSchema } from '../../scripts/render-schema.ts';
import { testDatabase } from '../harness/database.ts';

const { ownerUrl, close } = await testDatabase();
afterAll(close);

test('the generated schema matches the migrated database: run node apps/api/scripts/generate-schema.ts', async () => {
  const written = await readFile(new URL('../../src/core/database/schema.ts', import.meta.url), 'utf8');
  expect(written).toBe(await renderSchema(ownerUrl));
});
