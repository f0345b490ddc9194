/**
 * Journeys in a real browser, by area. They use a portal of their own with the demo, the local reporting service and an
 * embedded database; those in `embed/` use the reporting service alone.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// Workers read this file again: they find the choice of the first reading in the environment.
process.env.E2E_PORT ??= '4790';
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));

export default defineConfig({
  testMatch: '**/*.spec.ts',
  workers: 2,
  forbidOnly: true,
  // A browser on a busy machine now and then misses its moment; what fails twice is broken.
  retries: 1,
  // Room for a machine that has other work: nobody waits for it where all is well.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  outputDir: '../test-results',
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    actionTimeout: 30_000,
    // The portal's worker is looked at by the journeys that are about it.
    serviceWorkers: 'block',
    // A trace of everything costs a third of the time: the second try tells what happened.
    trace: 'on-first-retry',
    launchOptions: {
      // Without a language that has accents a browser names what it downloads “download”.
      env: { ...process.env, LANG: 'C.UTF-8' },
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'embed', testDir: 'embed' },
    { name: 'portal', testDir: '.', testIgnore: 'embed/**' },
  ],
  webServer: {
    command: `"${process.execPath}" ../apps/api/src/main.ts`,
    url: `http://localhost:${process.env.E2E_PORT}/api/health/ready`,
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: { PORT: process.env.E2E_PORT, DATA_DIR: process.env.E2E_DATA, LOG_LEVEL: 'warn', NODE_ENV: 'development' },
  },
});
