/** The tests of one part of `npm run mutate`. They run in a copy of the project, in which the code under test is changed. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { chosenPart } from './scripts/mutationParts.mjs';

export default defineConfig({
  // The linked workspace is the code as it was; the copy counts.
  resolve: { alias: [{ find: /^@vitrine\/contract\//, replacement: fileURLToPath(new URL('packages/contract/src/', import.meta.url)) }] },
  test: { include: chosenPart.tests, pool: 'threads', isolate: false, testTimeout: 60_000 },
});
