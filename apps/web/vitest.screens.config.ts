import { defineProject } from 'vitest/config';

/** Screens on a real portal in the same process: `apps/web/test/harness/openScreens.ts`. */
export default defineProject({
  test: {
    name: 'screens',
    include: ['test/**/*.test.ts'],
    globalSetup: ['../api/test/harness/globalSetup.ts'],
    setupFiles: ['test/harness/setup.ts'],
    pool: 'threads',
    // Loading portal and web costs more than most files' tests. Whatever a page remembers, `openScreen` begins without it.
    isolate: false,
    // Generous, because a slow machine is not a failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
