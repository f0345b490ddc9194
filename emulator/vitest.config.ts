import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'emulator',
    // Generous, because a slow machine is not a failure, and to print a report is work.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Loading the models' engine costs more than most files' tests.
    isolate: false,
  },
});
