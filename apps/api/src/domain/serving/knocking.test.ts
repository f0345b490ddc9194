import * as playlists from '@vitrine/contract/playlists/playlists.ts';
import * as registration from '@vitrine/contract/signIn/registration.ts';
import * as steps from '@vitrine/contract/signIn/secondFactor.ts';
import { forgotPassword, login, newPassword } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

let subnet = 0;
const stranger = () => world.browser({ ip: `203.0.${++subnet}.7` });
const keyOf = ({ ip }: Browser, rule = 'network') => `${rule}:${ip.split('.').slice(0, 3).join('.')}.0/24`;
const fill = (browser: Browser, rule: string, count: number) =>
  world.owner.run(
    sql`insert into attempt (key, window_started_at, count) values (${keyOf(browser, rule)}, ${world.services.now()}, ${count})
      on conflict (key) do update set count = excluded.count`,
  );
const countOf = async (browser: Browser) =>
  (await world.owner.run(sql<{ count: number }>`select count from attempt where key = ${keyOf(browser)}`))[0]?.count ?? 0;

/** A body that tells whether anybody read it. */
function watchedBody() {
  const state = { read: false };
  const payload = Readable.from(
    (function* () {
      state.read = true;
      yield '{"broken":';
    })(),
  );
  return { state, payload };
}

const headers = { 'content-type': 'application/json' };
const send = (browser: Browser, { path: url }: { path: string }, payload: Readable | string) =>
  browser.inject({ method: 'POST', url, headers, payload });

test.each([
  ['signing in', login, 'network', 'error_user_or_password'],
  ['a code', steps.verifyCode, 'network', 'throttled'],
  ['a passkey', steps.passkeySignIn, 'network', 'throttled'],
  ['a set-up', steps.setupApp, 'network', 'throttled'],
  ['a new password', newPassword, 'network', 'throttled'],
  ['a mail for a new password', forgotPassword, 'reset_network', 'throttled'],
  ['registering', registration.register, 'register_network', 'throttled'],
  ['ending a registration', registration.registerFinish, 'network', 'throttled'],
] as const)('a network without attempts left is refused %s before its body is read', async (_, endpoint, rule, word) => {
  const browser = stranger();
  const before = watchedBody();
  expect((await send(browser, endpoint, before.payload)).statusCode).toBe(400);
  expect(before.state.read).toBe(true);
  expect(await countOf(browser)).toBe(1);
  await fill(browser, rule, 100);
  const { state, payload } = watchedBody();
  const answer = await send(browser, endpoint, payload);
  expect([answer.statusCode, answer.json<{ status: string }>().status]).toEqual([429, word]);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(state.read).toBe(false);
});

test('a known device behind a full network is let in', async () => {
  const ana = await (await world.unit()).person('user');
  const browser = stranger();
  await browser.login(ana);
  browser.token = null;
  await fill(browser, 'network', 100);
  await browser.login(ana);
});

test.each([
  ['that is no JSON', login, '{"email":'],
  ['with other fields', login, '{"made":"up"}'],
  ['that is too large', steps.verifyCode, `"${'x'.repeat(9000)}"`],
  ['of a display that is no JSON', playlists.loginPlaylist, '['],
] as const)('a body %s counts as an attempt of its network, and of no known device', async (_, endpoint, body) => {
  const browser = stranger();
  for (let sent = 1; sent <= 3; sent++) {
    expect((await send(browser, endpoint, body)).statusCode).toBeLessThan(429);
    expect(await countOf(browser)).toBe(sent);
  }
  const ana = await (await world.unit()).person('user');
  const known = stranger();
  await known.login(ana);
  known.token = null;
  const before = await countOf(known);
  await send(known, endpoint, body);
  expect(await countOf(known)).toBe(before);
});
