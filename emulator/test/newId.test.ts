import { globSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { newId } from '../embedPage/protocol/newId.ts';

test('makes ids where a page has no https, each its own', () => {
  const real = crypto;
  vi.stubGlobal('crypto', { getRandomValues: (array: Uint8Array<ArrayBuffer>) => real.getRandomValues(array) });
  try {
    const ids = Array.from({ length: 50 }, newId);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('the page uses nothing else that needs https', () => {
  const directory = new URL('../embedPage/', import.meta.url).pathname;
  const files = globSync('**/*.ts', { cwd: directory, exclude: ['**/*.test.ts', '**/newId.ts'] });
  expect(files.length).toBeGreaterThan(20);
  const found = files.filter((file) =>
    /randomUUID|crypto\.subtle|navigator\.(?:clipboard|serviceWorker|share|locks)/.test(readFileSync(`${directory}${file}`, 'utf8')),
  );
  expect(found).toEqual([]);
});
