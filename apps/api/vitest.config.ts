import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'api',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/harness/globalSetup.ts'],
    pool: 'threads',
    // Loading the portal costs more than most files' tests. What it keeps in modules is the same for every world.
    isolate: false,
    // Generous, because a slow machine is not a failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
