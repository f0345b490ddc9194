import { endpoints } from '@vitrine/contract/contract.ts';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld({ environment: { docs: true } });
const closed = await openWorld();
afterAll(async () => {
  await world.close();
  await closed.close();
});

test('describes every endpoint of the contract', async () => {
  const response = await world.browser().inject({ url: '/docs/openapi.json' });
  const { paths } = response.json<{ paths: Record<string, Record<string, { summary: string }>> }>();
  for (const { endpoint } of endpoints) {
    const path = endpoint.path.replaceAll(/:([a-z_]+)/g, '{$1}');
    expect(paths[path]?.[endpoint.method.toLowerCase()]?.summary, path).toBe(endpoint.summary);
  }
});

test('is a page of its own rules', async () => {
  const page = await world.browser().inject({ url: '/docs/' });
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toContain("script-src 'self' 'unsafe-inline'");
  expect((await world.browser().inject({ url: '/api/health/alive' })).headers['content-security-policy']).toContain("script-src 'self';");
});

test('is not there unless it is wanted', async () => {
  for (const url of ['/docs', '/docs/', '/docs/openapi.json']) expect((await closed.browser().inject({ url })).statusCode).toBe(404);
});
