import { defineConfig } from 'vitest/config';

// Every core works: nobody sits in front of a test run.
export default defineConfig({ test: { projects: ['packages/*/vitest.config.ts', 'apps/*/vitest.config.ts'], maxWorkers: '100%' } });
