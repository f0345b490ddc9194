import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onTheSecondDatabase } from '../../vitest.database.config.ts';

test('what runs on the second database is there', () => {
  const cwd = join(import.meta.dirname, '../..');
  expect(onTheSecondDatabase.filter((pattern) => globSync(pattern, { cwd }).length === 0)).toEqual([]);
});
