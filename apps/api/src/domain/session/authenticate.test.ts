import { fillPath } from '@vitrine/contract/client.ts';
import { endpoints } from '@vitrine/contract/contract.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { changeLanguage, timezones } from '@vitrine/contract/signIn/signIn.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { Person, Unit } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';
import { buildApp } from '#app.ts';
import { query } from '#platform/database/query.ts';
import { newToken } from '#platform/secrets/tokens.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const world = await openWorld();
afterAll(world.close);

const hour = 3_600_000;
// In every time zone.
const past = new Date(Date.now() - 48 * hour).toISOString().slice(0, 10);
const outcome = async (browser: Browser) => {
  const answer = await browser.inject({ url: '/api/auth/config/getConfig' });
  return answer.statusCode === 200 ? 'served' : `${answer.statusCode} ${answer.json<{ message: string }>().message}`;
};
async function signedIn(options?: {
  settings?: Record<string, unknown>;
  host?: string;
}): Promise<{ unit: Unit; ana: Person; browser: Browser }> {
  const unit = await world.unit(options);
  const ana = await unit.person('user');
  return { unit, ana, browser: await world.signIn(ana) };
}

describe('token and cookie', () => {
  test('serve together', async () => {
    const { browser } = await signedIn();
    expect(await outcome(browser)).toBe('served');
  });

  test('a token copied elsewhere is worth nothing', async () => {
    const { browser } = await signedIn();
    const thief = world.browser();
    thief.token = browser.token;
    expect(await outcome(thief)).toBe('401 Token is Invalid');
    thief.cookies.set('__Host-vitrine', newToken());
    expect(await outcome(thief)).toBe('401 Token is Invalid');
  });

  test("another session's cookie does not serve, not even the same person's", async () => {
    const { ana, browser } = await signedIn();
    const other = await world.signIn(ana);
    other.token = browser.token;
    expect(await outcome(other)).toBe('401 Token is Invalid');
  });

  test('the cookie alone is nobody', async () => {
    const { browser } = await signedIn();
    browser.token = null;
    expect(await outcome(browser)).toBe('401 Token absent');
  });

  test.each([
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Bearer null',
    'Bearer undefined',
    `Bearer ${'x'.repeat(43)}`,
    `bearer ${'é'.repeat(20)}`,
    'Bearer a b',
  ])('takes %j for no token of ours', async (authorization) => {
    const { browser } = await signedIn();
    const response = await browser.inject({ url: '/api/auth/config/getConfig', headers: { authorization } });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([401, 'Token is Invalid']);
  });

  test('the texts are the same in every language', async () => {
    const response = await world.browser().inject({ url: '/api/auth/config/getConfig', headers: { lang: 'es' } });
    expect(response.json()).toMatchObject({ status: 'token_absent', message: 'Token absent' });
  });

  test("a session of one host is nobody on another unit's host", async () => {
    await world.unit({ host: 'unit-x.example' });
    const { browser } = await signedIn();
    browser.host = 'unit-x.example';
    expect(await outcome(browser)).toBe('401 Token is Invalid');
  });

  test('expires after the hours of the unit', async () => {
    const { ana } = await signedIn({ settings: { login_timeout: 2 } });
    const start = Date.now();
    const browser = world.browser();
    world.setTime(new Date(start));
    await browser.login(ana);
    world.setTime(new Date(start + 2 * hour - 1));
    expect(await outcome(browser)).toBe('served');
    world.setTime(new Date(start + 2 * hour));
    expect(await outcome(browser)).toBe('401 Token is Expired');
    world.setTime(null);
  });
});

describe('changes', () => {
  test('need the XSRF value of the own session', async () => {
    const { browser } = await signedIn();
    const change = (headers: Record<string, string>) =>
      browser.inject({
        method: 'PUT',
        url: changeLanguage.path,
        payload: { language: 'es' },
        headers: { 'content-type': 'application/json', ...headers },
      });
    expect((await change({})).statusCode).toBe(204);
    const { browser: other } = await signedIn();
    for (const value of ['', 'x', other.cookies.get('XSRF-TOKEN') ?? '']) {
      const refused = await change({ 'x-xsrf-token': value });
      expect([refused.statusCode, refused.json<{ status: string }>().status]).toEqual([403, 'csrf']);
    }
  });

  const changing = endpoints.filter(({ endpoint }) => endpoint.can !== 'public' && endpoint.method !== 'GET');

  test.each([...new Set(changing.map(({ endpoint }) => endpoint.method))])('need it whatever is changed by %s', async (method) => {
    const { browser } = await signedIn();
    browser.cookies.delete('XSRF-TOKEN');
    const answers = changing
      .filter(({ endpoint }) => endpoint.method === method)
      .map(async ({ name, endpoint }) => {
        const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, key]) => [key, uuidv7()]));
        const { statusCode, body } = await browser.inject({ method, url: fillPath(endpoint.path, params) });
        return `${name}: ${statusCode} ${(JSON.parse(body) as { status: string }).status}`;
      });
    const told = await Promise.all(answers);
    expect(told.filter((answer) => !answer.endsWith(': 403 csrf'))).toEqual([]);
  });

  test('reading needs none', async () => {
    const { browser } = await signedIn();
    browser.cookies.delete('XSRF-TOKEN');
    expect((await browser.call(timezones, {})).length).toBeGreaterThan(100);
  });
});

describe('what changes counts with the next call', () => {
  const owner = world.owner;
  const changes: [string, (of: { unit: Unit; ana: Person }) => Promise<unknown>][] = [
    ['blocking', ({ ana }) => owner.run(query.updateTable('membership').set({ state: 'blocked' }).where('person_id', '=', ana.id))],
    ['deactivating', ({ ana }) => owner.run(query.updateTable('membership').set({ state: 'deactivated' }).where('person_id', '=', ana.id))],
    ['another role', ({ ana }) => owner.run(query.updateTable('membership').set({ role: 'admin' }).where('person_id', '=', ana.id))],
    ['the end of the membership', ({ ana }) => owner.run(query.deleteFrom('membership').where('person_id', '=', ana.id))],
    [
      'the end of a trial',
      ({ unit }) => owner.run(query.updateTable('tenant').set({ state: 'trial', trial_ends_on: past }).where('id', '=', unit.id)),
    ],
    ['closing the unit', ({ unit }) => owner.run(query.updateTable('tenant').set({ state: 'closed' }).where('id', '=', unit.id))],
    ['suspending the unit', ({ unit }) => owner.run(query.updateTable('tenant').set({ state: 'suspended' }).where('id', '=', unit.id))],
    ['force logout', ({ ana }) => owner.run(query.updateTable('session').set({ ended_at: new Date() }).where('person_id', '=', ana.id))],
  ];
  test.each(changes)('%s', async (_, change) => {
    const known = await signedIn();
    expect(await outcome(known.browser)).toBe('served');
    await change(known);
    expect(await outcome(known.browser)).toBe('401 Token is Invalid');
  });

  test.each(['suspended', 'closed'])("a partner's person when the partner is %s, and nobody of its units", async (state) => {
    const partner = await world.partner();
    const unit = await partner.unit();
    const [staff, reader] = [await world.signIn(await partner.person({ unit })), await world.signIn(await unit.person('user'))];
    await owner.run(query.updateTable('partner').set({ state }).where('id', '=', partner.id));
    expect([await outcome(staff), await outcome(reader)]).toEqual(['401 Token is Invalid', 'served']);
  });

  test("a partner's person who leaves the partner, or whose unit does", async () => {
    const [partner, other] = [await world.partner(), await world.partner()];
    const unit = await partner.unit();
    const [pedro, marina] = [await partner.person({ unit }), await partner.person({ unit })];
    const browsers = [await world.signIn(pedro), await world.signIn(marina)];
    for (const browser of browsers) expect(await outcome(browser)).toBe('served');
    await owner.run(query.updateTable('staff').set({ state: 'inactive' }).where('person_id', '=', pedro.id));
    await owner.run(query.updateTable('tenant').set({ partner_id: other.id }).where('id', '=', unit.id));
    for (const browser of browsers) expect(await outcome(browser)).toBe('401 Token is Invalid');
  });
});

describe('lists of addresses', () => {
  const listOf = (...addresses: string[]) =>
    JSON.stringify({ ip: true, allowed_addresses: addresses.map((address) => ({ address, note: '' })) });
  const setList = (unit: Unit, value: string) =>
    world.owner.run(query.updateTable('tenant_setting').set({ value }).where('tenant_id', '=', unit.id));

  test('hold from the next call on, and end the session', async () => {
    const { unit, browser } = await signedIn();
    await setList(unit, listOf('203.0.113.5'));
    expect(await outcome(browser)).toBe('403 ip_not_allowed');
    expect(await outcome(browser)).toBe('403 ip_not_allowed');
    await setList(unit, '{}');
    expect(await outcome(browser)).not.toBe('served');
  });

  test('do not hold for whoever is exempt', async () => {
    const unit = await world.unit();
    const browser = await world.signIn(await unit.person('user', { membership: { ip_exempt: true } }));
    await setList(unit, listOf('203.0.113.5'));
    expect(await outcome(browser)).toBe('served');
  });

  test('a rule that cannot be read lets nobody in', async () => {
    const { unit, browser } = await signedIn();
    await setList(unit, listOf('nonsense'));
    expect(await outcome(browser)).toBe('403 ip_not_allowed');
  });

  test('can be switched off for the whole installation', async () => {
    const relaxed = await openWorld({ environment: { ipListsOff: true } });
    const unit = await relaxed.unit({ settings: { ip: true, allowed_addresses: [{ address: '203.0.113.5', note: '' }] } });
    const browser = await relaxed.signIn(await unit.person('user'));
    expect(await outcome(browser)).toBe('served');
    await relaxed.close();
  });
});

test('what was ended stays ended after a restart', async () => {
  const { ana, browser } = await signedIn();
  await world.owner.run(query.updateTable('session').set({ ended_at: new Date() }).where('person_id', '=', ana.id));
  const restarted = await buildApp(world.services);
  const response = await restarted.inject({
    url: '/api/auth/config/getConfig',
    headers: {
      host: browser.host,
      authorization: `Bearer ${browser.token ?? ''}`,
      cookie: `__Host-vitrine=${browser.cookies.get('__Host-vitrine') ?? ''}`,
    },
  });
  expect(response.json()).toMatchObject({ status: 'token_invalid' });
  await restarted.close();
});

test('two people at once are never taken for one another, in a thousand calls of which half change something', async () => {
  const people = [await signedIn(), await signedIn()] as const;
  const languages = ['es', 'en-US'] as const;
  for (let wave = 0; wave < 25; wave++) {
    const rounds = Array.from({ length: 20 }, async (_, index) => {
      const { browser, unit } = people[index % 2] ?? people[0];
      await browser.call(changeLanguage, { body: { language: languages[index % 2] ?? 'es' } });
      const { companies } = await browser.call(getConfig, {});
      return companies.length === 1 && companies[0]?.tenant_id === unit.id;
    });
    expect((await Promise.all(rounds)).every(Boolean)).toBe(true);
    for (const [index, { ana }] of people.entries()) {
      const [row] = await world.owner.run(query.selectFrom('person').select('language').where('id', '=', ana.id));
      expect(row?.language).toBe(languages[index]);
    }
  }
});

test('a session made before signing in is never taken over', async () => {
  const { ana, browser } = await signedIn();
  const before = { token: browser.token, cookie: browser.cookies.get('__Host-vitrine') };
  const { token } = await browser.login(ana);
  expect(token).not.toBe(before.token);
  expect(browser.cookies.get('__Host-vitrine')).not.toBe(before.cookie);
});

const guarded = endpoints.filter(({ endpoint }) => endpoint.can !== 'public');
const anyPath = (path: string) =>
  fillPath(path, Object.fromEntries([...path.matchAll(/:([a-z_]+)/g)].map(([, name]) => [name, '0199a000-0000-7000-8000-000000000001'])));

test('whatever stands in cookie and Authorization, nobody is somebody: every guarded endpoint says so', async () => {
  const { browser } = await signedIn();
  const right = { token: browser.token ?? '', cookie: browser.cookies.get('__Host-vitrine') ?? '' };
  const junk = fc.oneof(
    fc.constantFrom('', ' ', ',', ';', '"', 'null', 'undefined', '%00', 'Bearer', 'Bearer null', 'Basic YTpi', '__Host-vitrine', '=', '{}'),
    fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '')),
    fc.constantFrom(newToken(), newToken().slice(1), right.token.slice(1), `${right.token}x`, right.token.toUpperCase()),
  );
  const authorization = fc.oneof(
    junk,
    junk.map((text) => `Bearer ${text}`),
    fc.constantFrom(
      `Bearer ${right.token}, Bearer x`,
      `Basic ${right.token}`,
      right.token,
      `Bearer ${right.token} x`,
      `Bearer  ${right.token}`,
    ),
  );
  const cookie = fc.oneof(
    junk,
    junk.map((text) => `__Host-vitrine=${text}`),
    fc.constantFrom(`__host-vitrine=${right.cookie}`, `vitrine=${right.cookie}`, `__Host-vitrine=x; __Host-vitrine=${right.cookie}`),
  );
  const half = fc.oneof(
    fc.record({ authorization, cookie }),
    fc.record({ authorization, cookie: fc.constant(`__Host-vitrine=${right.cookie}`) }),
    fc.record({ authorization: fc.constant(`Bearer ${right.token}`), cookie }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...guarded), half, async ({ endpoint: { method, path } }, headers) => {
      const response = await world.app.inject({ method, url: anyPath(path), headers: { host: browser.host, ...headers } });
      expect(response.statusCode, `${method} ${path} ${JSON.stringify(headers)} ${response.body}`).toBe(401);
    }),
    { numRuns: 500 },
  );
  expect(await outcome(browser)).toBe('served');
});
