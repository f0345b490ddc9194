import { logout, refreshLog, refreshToken } from '@vitrine/contract/features/session.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/harness/browser.ts';
import { isServed, sessionLinesOf, sessionsOf } from '../../../test/harness/sessions.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { query } from '../../core/database/query.ts';

const world = await openWorld();
afterAll(world.close);

const hour = 3_600_000;

describe('a new token for a playlist screen', () => {
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
    expect(await refresh(browser)).toBe('401 Token is Invalid');
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

  test('is refused after logging out, after blocking, and from an address that is not allowed', async () => {
    const left = await signedIn();
    await left.browser.inject({ method: 'POST', url: logout.path });
    left.browser.enter({ token: left.old ?? '', cookie: 'x' });
    expect(await refresh(left.browser)).toBe('401 Token is Invalid');
    const blocked = await signedIn();
    await world.owner.run(query.updateTable('membership').set({ state: 'B' }).where('person_id', '=', blocked.ana.id));
    expect(await refresh(blocked.browser)).toBe('401 Token is Invalid');
    const elsewhere = await signedIn();
    const value = JSON.stringify({ ip: true, listIp: [{ address: '203.0.113.1', note: '' }] });
    await world.owner.run(query.updateTable('tenant_setting').set({ value }).where('tenant_id', '=', elsewhere.ana.tenant_id));
    expect(await refresh(elsewhere.browser)).toBe('403 ip_not_allowed');
  });
});
