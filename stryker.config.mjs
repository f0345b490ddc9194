// One part of `npm run mutate` (scripts/mutate.mjs, docs/mutation-testing.md).
import { chosenPart } from './scripts/mutationParts.mjs';

export default {
  mutate: chosenPart.changed,
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // TypeScript 7 has no programming interface that could rewrite these, and the tests do not read them.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  ignorePatterns: ['bench', 'e2e', 'emulator', 'apps/web', 'dist', '.data', 'docs'],
  concurrency: Number(process.env.MUTATION_WORKERS ?? 1),
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `.stryker-tmp/${process.env.MUTATION_PART}.json` },
  thresholds: { high: 95, low: 90, break: 85 },
};
