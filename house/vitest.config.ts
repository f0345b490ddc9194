import { defineProject } from 'vitest/config';

// Generous, because a slow machine is not a failure: a whole installation is removed after its tests.
export default defineProject({ test: { name: 'house', hookTimeout: 120_000 } });
