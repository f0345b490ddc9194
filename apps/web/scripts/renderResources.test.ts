import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderResources, resourcesFile } from './renderResources.ts';

test('every catalogue of the browser is known to the types: run `npm run resources` when this fails', () => {
  expect(readFileSync(resourcesFile, 'utf8')).toBe(renderResources());
});
