import type { TestProject } from 'vitest/node';
import { openTestServer } from './server.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { close, ...server } = await openTestServer();
  project.provide('databaseServer', server);
  return close;
}
