import { login } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, expect, test } from 'vitest';
import { openPasswordHasher } from '#platform/secrets/passwordHasher.ts';
import { openWorld } from '#test/harness/world.ts';

// One core, so that the crowd is one on a large machine as well.
const world = await openWorld({ services: { passwords: openPasswordHasher({ parallel: 1 }) } });
afterAll(world.close);

test('two hundred strangers who sign in keep no known device waiting, and are told when to come back', async () => {
  const ana = await (await world.unit()).person('user');
  const known = world.browser();
  await known.login(ana);
  known.token = null;
  const answers: number[] = [];
  const crowd = Array.from({ length: 200 }, async (_, n) => {
    const payload = { email: `nobody${n}@example.com`, password: `a wrong guess ${n}` };
    const answer = await world.browser({ ip: `198.51.${n}.7` }).inject({ method: 'POST', url: login.path, payload });
    answers.push(answer.statusCode);
    return answer;
  });
  await expect.poll(() => answers.filter((status) => status === 503).length).toBeGreaterThan(50);
  const before = answers.filter((status) => status === 401).length;
  await known.login(ana);
  // The one that was at work, and those that end while the session is written.
  expect(answers.filter((status) => status === 401).length - before).toBeLessThan(30);
  const refused = (await Promise.all(crowd)).filter(({ statusCode }) => statusCode === 503);
  for (const { headers, body } of refused) {
    expect(headers['retry-after']).toBe('2');
    expect(body).toContain('O serviço está temporariamente indisponível. Tente novamente em instantes.');
  }
  expect(new Set(answers)).toEqual(new Set([401, 503]));
});
