import { changePassword } from '@vitrine/contract/signIn/account.ts';
import { changeCompany, logout, refreshLog, refreshToken } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openBrowser } from '#test/harness/browser.ts';
import type { Person } from '#test/harness/population.ts';
import { isServed, sessionLinesOf, sessionsOf } from '#test/harness/sessions.ts';
import { openWorld } from '#test/harness/world.ts';
import { buildApp } from '#app.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);

const hour = 3_600_000;

const fromPlaylist = { referer: 'https://portal.example/0199a000-0000-7000-8000-000000000001/playlist/view' };
const refresh = async (browser: Browser, headers: Record<string, string> = fromPlaylist) => {
  const response = await browser.inject({ method: 'POST', url: refreshToken.path, headers });
  return response.statusCode === 200
    ? response.json<{ token: string }>().token
    : `${response.statusCode} ${response.json<{ message: string }>().message}`;
};
async function signedIn() {
  const ana = await (await world.unit()).person('user');
  const browser = await world.signIn(ana);
  return { ana, browser, old: browser.token };
}

describe('a new token for a playlist screen', () => {
  test('is given to pages that show one, and replaces the old token', async () => {
    const { browser, old } = await signedIn();
    const token = await refresh(browser);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await isServed(browser)).toBe(false);
    browser.token = token;
    expect(await isServed(browser)).toBe(true);
    expect(token).not.toBe(old);
    await browser.call(refreshLog, {});
  });

  test('is not given to a session that calls itself a playlist’s and has no screen', async () => {
    const { ana, browser } = await signedIn();
    await world.owner.run(query.updateTable('session').set({ auth_type: 'playlist' }).where('person_id', '=', ana.id));
    expect(await refresh(browser)).toBe('401 O link desta tela foi encerrado. Conecte a tela de novo.');
  });

  test.each<Record<string, string>>([
    {},
    { referer: 'https://portal.example/reports' },
    { referer: 'https://portal.example/?x=/playlist/view' },
    { referer: 'nonsense' },
  ])('is not given to a page that came from %j', async (headers) => {
    expect(await refresh((await signedIn()).browser, headers)).toBe('401 Token is Expired');
  });

  test('is not given for a token alone', async () => {
    const { browser } = await signedIn();
    const thief = world.browser();
    thief.token = browser.token;
    expect(await refresh(thief)).toBe('401 Token is Invalid');
  });

  test('is given up to 24 hours after the end, and for 90 days in all', async () => {
    const start = Date.now();
    world.setTime(new Date(start));
    const { browser } = await signedIn();
    const at = (ms: number) => world.setTime(new Date(start + ms));
    at(32 * hour);
    browser.token = await refresh(browser);
    expect(await isServed(browser)).toBe(true);
    at((32 + 8 + 24) * hour + 1);
    expect(await refresh(browser)).toBe('401 Token is Expired');
    const { browser: patient } = await signedIn();
    const began = start + (32 + 8 + 24) * hour + 1;
    let day = 0;
    for (; day < 100; day++) {
      world.setTime(new Date(began + day * 24 * hour));
      const token = await refresh(patient);
      if (token.startsWith('401')) break;
      patient.token = token;
    }
    expect(day).toBe(91);
    world.setTime(null);
  });

  test('of twenty refreshes at once there is one successor', async () => {
    const { ana, browser } = await signedIn();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => refresh(browser)));
    expect(new Set(tokens).size).toBe(1);
    const sessions = await sessionsOf(world, ana);
    expect(new Set(sessions.map(({ end_reason }) => end_reason))).toEqual(new Set([null, 'refreshed']));
    expect(sessions).toHaveLength(2);
  });

  test('a lost answer is given again for ten seconds; later the whole chain ends', async () => {
    const start = Date.now();
    world.setTime(new Date(start));
    const { ana, browser, old } = await signedIn();
    const token = await refresh(browser);
    world.setTime(new Date(start + 10_000));
    expect(await refresh(browser)).toBe(token);
    world.setTime(new Date(start + 10_001));
    browser.token = old;
    expect(await refresh(browser)).toBe('401 Token is Invalid');
    browser.token = token;
    expect(await isServed(browser)).toBe(false);
    expect((await sessionLinesOf(world, ana)).map(({ action }) => action)).toContain('session.token_reuse');
    world.setTime(null);
  });
});

describe('a chain of tokens that has ended', () => {
  test('is refused after logging out, after blocking, and from an address that is not allowed', async () => {
    const left = await signedIn();
    await left.browser.inject({ method: 'POST', url: logout.path });
    left.browser.enter({ token: left.old ?? '', cookie: 'x' });
    expect(await refresh(left.browser)).toBe('401 Token is Invalid');
    const blocked = await signedIn();
    await world.owner.run(query.updateTable('membership').set({ state: 'blocked' }).where('person_id', '=', blocked.ana.id));
    expect(await refresh(blocked.browser)).toBe('401 Token is Invalid');
    const elsewhere = await signedIn();
    const value = JSON.stringify({ ip: true, allowed_addresses: [{ address: '203.0.113.1', note: '' }] });
    await world.owner.run(query.updateTable('tenant_setting').set({ value }).where('tenant_id', '=', elsewhere.ana.tenant_id));
    expect(await refresh(elsewhere.browser)).toBe('403 ip_not_allowed');
  });

  const tenantOf = (ana: Person) => ana.tenant_id ?? '';
  const past = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const chosen = 'Girassol-amarelo-7';
  const changes: [string, (ana: Person) => Promise<unknown>][] = [
    [
      'a new password',
      async (ana) => (await world.signIn(ana)).call(changePassword, { body: { current: ana.password, password: chosen } }),
    ],
    ['another role', (ana) => world.owner.run(query.updateTable('membership').set({ role: 'admin' }).where('person_id', '=', ana.id))],
    [
      'the end of the trial of the unit',
      (ana) => world.owner.run(query.updateTable('tenant').set({ state: 'trial', trial_ends_on: past }).where('id', '=', tenantOf(ana))),
    ],
    ['closing the unit', (ana) => world.owner.run(query.updateTable('tenant').set({ state: 'closed' }).where('id', '=', tenantOf(ana)))],
    [
      'a forced logout',
      (ana) =>
        world.owner.run(query.updateTable('session').set({ ended_at: new Date(), end_reason: 'forced' }).where('person_id', '=', ana.id)),
    ],
  ];
  test.each(changes)('is refused after %s', async (_, change) => {
    const { ana, browser } = await signedIn();
    browser.token = await refresh(browser);
    await change(ana);
    expect(await refresh(browser)).toBe('401 Token is Invalid');
    expect(await isServed(browser)).toBe(false);
  });

  test('a chain that was ended stays ended when the portal is started anew, and a reused token ends it there as well', async () => {
    const { ana, browser, old } = await signedIn();
    const start = Date.now();
    world.setTime(new Date(start));
    const next = await refresh(browser);
    const restarted = await buildApp(world.services);
    const again = openBrowser({ app: restarted, log: world.log });
    again.enter({ token: old ?? '', cookie: browser.cookies.get('__Host-vitrine') ?? '' });
    world.setTime(new Date(start + 11_000));
    expect(await refresh(again)).toBe('401 Token is Invalid');
    for (const one of [again, browser]) {
      one.token = next;
      expect(await isServed(one)).toBe(false);
      expect(await refresh(one)).toBe('401 Token is Invalid');
    }
    expect((await sessionsOf(world, ana)).map(({ end_reason }) => end_reason)).toEqual(['refreshed', 'token_reuse']);
    world.setTime(null);
    await restarted.close();
  });

  test('changing the unit begins a chain of its own: the old one is not renewed, and its reuse does not end the new one', async () => {
    const { ana, browser, old } = await signedIn();
    const cookie = browser.cookies.get('__Host-vitrine') ?? '';
    const other = await world.unit();
    await world.join(ana, other);
    const moved = await browser.call(changeCompany, { body: { tenant_id: other.id } });
    browser.token = 'token' in moved ? moved.token : null;
    expect(browser.cookies.get('__Host-vitrine')).not.toBe(cookie);
    const former = world.browser();
    former.enter({ token: old ?? '', cookie });
    expect(await refresh(former)).toBe('401 Token is Invalid');
    expect(await isServed(browser)).toBe(true);
  });
});
