import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'packages/*/vitest.config.ts',
      'apps/*/vitest.config.ts',
      'apps/web/vitest.screens.config.ts',
      'emulator/vitest.config.ts',
      'house/vitest.config.ts',
    ],
  },
});
