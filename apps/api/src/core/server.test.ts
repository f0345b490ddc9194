import { alive } from '@vitrine/contract/features/health.ts';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '../../test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

test('answers that it is alive', async () => {
  expect(await world.browser().call(alive, {})).toEqual({ status: 'ok' });
});

test('refuses a host that nobody registered', async () => {
  const refused = await world.browser({ host: 'evil.example' }).refusal(alive, {});
  expect(refused.status).toBe(404);
  expect(refused.body.status).toBe('domain_not_found');
});
