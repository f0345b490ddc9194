import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { renderSchema } from '../../scripts/renderSchema.ts';
import { renderSql } from '../../scripts/renderSql.ts';
import { testDatabase } from '../harness/database.ts';

const { ownerUrl, close } = await testDatabase();
afterAll(close);

test.each([
  ['src/platform/database/schema.ts', renderSchema],
  ['schema.sql', renderSql],
])('apps/api/%s matches the migrated database: after a migration, run npm run schema', async (file, render) => {
  const written = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(written === (await render(ownerUrl)), `apps/api/${file} is not what the migrations make: run npm run schema`).toBe(true);
});
