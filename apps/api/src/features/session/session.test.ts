import { getConfig } from '@vitrine/contract/features/configuration.ts';
import {
  changeCompany,
  changeLanguage,
  eventLogout,
  login,
  loginConfig,
  logout,
  refreshLog,
  refreshToken,
  timezones,
} from '@vitrine/contract/features/session.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/harness/browser.ts';
import type { Person } from '../../../test/harness/population.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { query } from '../../core/database/query.ts';

const world = await openWorld();
afterAll(world.close);

const hour = 3_600_000;
const isServed = async (browser: Browser) => (await browser.inject({ url: getConfig.path })).statusCode === 200;
const sessionsOf = (person: Person) =>
  world.owner.run(query.selectFrom('session').select(['id', 'end_reason', 'tenant_id']).where('person_id', '=', person.id).orderBy('id'));
const linesOf = (person: Person) =>
  world.owner.run(
    query
      .selectFrom('audit_log')
      .select(['action', 'after', 'tenant_id'])
      .where('person_id', '=', person.id)
      .where('action', 'like', 'session.%')
      .orderBy('id'),
  );

describe('logging out', () => {
  test('ends the session and clears its cookies, not the known browser', async () => {
    const ana = await (await world.unit()).person('user');
    const browser = world.browser();
    await browser.login(ana);
    await browser.call(logout, {});
    expect(await sessionsOf(ana)).toMatchObject([{ end_reason: 'logout' }]);
    expect([...browser.cookies.keys()]).toEqual(['__Host-vitrine-device']);
    expect((await linesOf(ana)).at(-1)).toMatchObject({ action: 'session.sign_out' });
  });

  test('succeeds without a session, with an ended one and with nonsense', async () => {
    const browser = await world.signIn(await (await world.unit()).person('user'));
    const { token } = browser;
    for (let times = 0; times < 2; times++) expect((await browser.inject({ method: 'POST', url: logout.path })).statusCode).toBe(204);
    for (const authorization of ['', 'nonsense', `Bearer ${token ?? ''}`]) {
      expect((await world.browser().inject({ method: 'POST', url: logout.path, headers: { authorization } })).statusCode).toBe(204);
    }
  });

  test('takes more than a token that was copied', async () => {
    const browser = await world.signIn(await (await world.unit()).person('user'));
    const thief = world.browser();
    thief.token = browser.token;
    await thief.call(logout, {});
    expect(await isServed(browser)).toBe(true);
  });
});

describe('what a browser tells about its lost session', () => {
  const body = {
    origem: 'frontend',
    status: 401,
    message: 'Token is Invalid',
    rota: '/new/password/a-secret-token?x=1',
    user_id: 'somebody',
    email: 'claimed@example.com',
    tenant_id: 'x',
    parceiro_id: null,
  } as const;
  const lost = () =>
    world.owner.run(query.selectFrom('audit_log').selectAll().where('action', '=', 'session.lost').orderBy('id', 'desc').limit(1));

  test('is kept apart from who it is, and a path as its screen', async () => {
    const ana = await (await world.unit()).person('user');
    await (await world.signIn(ana)).call(eventLogout, { body });
    expect(await lost()).toMatchObject([
      {
        person_id: ana.id,
        tenant_id: ana.tenant_id,
        after: {
          status: 401,
          message: 'Token is Invalid',
          route: '/new/password/$token',
          claimed: { user_id: 'somebody', email: 'claimed@example.com', tenant_id: 'x', parceiro_id: null },
        },
      },
    ]);
  });

  test('is taken from strangers too, who are nobody', async () => {
    await world.browser().call(eventLogout, { body: { origem: 'frontend' } });
    expect(await lost()).toMatchObject([{ person_id: null, tenant_id: null }]);
  });

  test('is never an error, and not written down without end', async () => {
    const browser = world.browser({ ip: '203.0.113.77' });
    const count = async () =>
      (await world.owner.run(query.selectFrom('audit_log').select('id').where('action', '=', 'session.lost'))).length;
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => browser.inject({ method: 'POST', url: eventLogout.path, payload: body })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
    expect((await count()) - before).toBe(60);
  });
});

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
    const sessions = await sessionsOf(ana);
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
    expect((await linesOf(ana)).map(({ action }) => action)).toContain('session.token_reuse');
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

describe('changing the unit', () => {
  test('begins a new session there and ends the old one', async () => {
    const [one, other] = [await world.unit(), await world.unit()];
    const carla = await one.person('user');
    await world.join(carla, other, 'admin');
    const browser = await world.signIn(carla);
    const before = browser.token;
    const answer = await browser.call(changeCompany, { body: { tenant_id: other.id } });
    expect(answer).toMatchObject({ status: 'ok', tenant_id: other.id, user: { id: carla.id, perfil_usuario: 'admin' } });
    expect(await isServed(browser)).toBe(false);
    browser.token = 'token' in answer ? answer.token : null;
    expect((await browser.call(getConfig, {})).companies.find(({ current }) => current)?.tenant_id).toBe(other.id);
    expect(browser.token).not.toBe(before);
    expect(await sessionsOf(carla)).toMatchObject([
      { end_reason: 'company_change', tenant_id: one.id },
      { end_reason: null, tenant_id: other.id },
    ]);
    expect((await world.browser().login(carla)).tenant_id).toBe(other.id);
  });

  test("does not know a unit the person is not in, nor another partner's", async () => {
    const [mine, foreign] = [await world.unit(), await world.unit()];
    const partner = await world.partner();
    const people = [await mine.person('admin'), await partner.person({ unit: await partner.unit() })];
    for (const person of people) {
      const refused = await (await world.signIn(person)).refusal(changeCompany, { body: { tenant_id: foreign.id } });
      expect([refused.status, refused.body.status]).toEqual([404, 'not_found']);
    }
  });

  test('asks the rules of the target', async () => {
    const [one, closed, strict] = [
      await world.unit(),
      await world.unit({ tenant: { state: 'closed' } }),
      await world.unit({ settings: { ip: true, listIp: [{ address: '203.0.113.1', note: '' }] } }),
    ];
    const carla = await one.person('user');
    await world.join(carla, closed);
    await world.join(carla, strict);
    const browser = await world.signIn(carla);
    expect((await browser.refusal(changeCompany, { body: { tenant_id: closed.id } })).body.status).toBe('not_found_companies');
    expect((await browser.refusal(changeCompany, { body: { tenant_id: strict.id } })).body).toMatchObject({
      status: 'ip_not_allowed',
      ip: '198.51.100.7',
    });
    expect(await isServed(browser)).toBe(true);
  });

  test("stays on the domain of a unit, and a member's state counts", async () => {
    const [here, other] = [await world.unit({ host: 'here.example' }), await world.unit()];
    const carla = await here.person('user');
    await world.join(carla, other);
    const browser = await world.signIn(carla, { host: 'here.example' });
    expect((await browser.refusal(changeCompany, { body: { tenant_id: other.id } })).body.status).toBe('domain_not_allowed');
    const blocked = await (await world.unit()).person('user');
    await world.join(blocked, other, 'user', { state: 'B' });
    expect((await (await world.signIn(blocked)).refusal(changeCompany, { body: { tenant_id: other.id } })).body.status).toBe('blocked');
  });

  test('takes a partner into the first unit and from one to the next', async () => {
    const partner = await world.partner();
    const pedro = await partner.person();
    const browser = await world.signIn(pedro);
    const [one, two] = [await partner.unit(), await partner.unit()];
    for (const { id } of [one, two, one]) {
      const answer = await browser.call(changeCompany, { body: { tenant_id: id } });
      browser.token = 'token' in answer ? answer.token : null;
      expect((await browser.call(getConfig, {})).companies).toEqual(
        [
          { tenant_id: one.id, name: one.name, current: id === one.id },
          { tenant_id: two.id, name: two.name, current: id === two.id },
        ].sort((a, b) => (a.name < b.name ? -1 : 1)),
      );
    }
  });

  test('does not make the sign-in last longer', async () => {
    const [one, other] = [await world.unit(), await world.unit({ settings: { login_timeout: 2 } })];
    const carla = await one.person('user');
    await world.join(carla, other);
    const start = Date.now();
    world.setTime(new Date(start));
    const browser = await world.signIn(carla);
    world.setTime(new Date(start + 3 * hour));
    expect((await browser.refusal(changeCompany, { body: { tenant_id: other.id } })).body.status).toBe('token_expired');
    world.setTime(null);
  });
});

describe('the look of a host', () => {
  const colours = { ...defaultColours, button: '#123456' };
  const theme = { name: 'Own', colours, logo: null, favicon: null, show_background_image: false };

  test("is the platform's, a partner's or a unit's", async () => {
    const partner = await world.partner({ host: 'look-partner.example' });
    const unit = await partner.unit({ host: 'look-unit.example', tenant: { name: 'A unit' } });
    await world.owner.run(
      query
        .updateTable('tenant_setting')
        .set({ title: 'Own title', theme: JSON.stringify(theme) })
        .where('tenant_id', '=', unit.id),
    );
    const lookOf = (host: string) => world.browser({ host }).call(loginConfig, { body: {} });
    expect(await lookOf('portal.example')).toMatchObject({ title: 'Vitrine', unit_name: null, methods: ['password'], register: false });
    expect(await lookOf('look-partner.example')).toMatchObject({ title: 'Vitrine', unit_name: null });
    expect(await lookOf('look-unit.example')).toMatchObject({
      title: 'Own title',
      unit_name: 'A unit',
      theme: { name: 'Own', colours: { button: '#123456' } },
    });
    expect(await world.browser().call(loginConfig, { body: { host: 'look-unit.example' } })).toMatchObject({ title: 'Own title' });
    expect((await world.browser().refusal(loginConfig, { body: { host: 'unknown.example' } })).status).toBe(404);
  });

  test('is that of the unit once somebody is signed in', async () => {
    const unit = await world.unit();
    await world.owner.run(query.updateTable('tenant_setting').set({ title: 'Inside' }).where('tenant_id', '=', unit.id));
    const browser = await world.signIn(await unit.person('user'));
    expect(await browser.call(loginConfig, { body: {} })).toMatchObject({ title: 'Inside', unit_name: unit.name });
    await browser.call(logout, {});
    expect(await browser.call(loginConfig, { body: {} })).toMatchObject({ title: 'Vitrine' });
  });
});

test('time zones come with their offsets of now', async () => {
  const browser = await world.signIn(await (await world.unit()).person('user'));
  const zones = await browser.call(timezones, {});
  expect(zones).toContainEqual({ id: 'America/Sao_Paulo', offset: '-03:00' });
  expect(zones).toContainEqual({ id: 'Asia/Calcutta', offset: '+05:30' });
  expect(zones).toContainEqual({ id: 'UTC', offset: '+00:00' });
});

test('the language is remembered, and only for oneself', async () => {
  const unit = await world.unit();
  const [ana, bruno] = [await unit.person('user'), await unit.person('user')];
  const browser = await world.signIn(ana);
  await browser.call(changeLanguage, { body: { language: 'es' } });
  const rows = await world.owner.run(
    query.selectFrom('person').select('language').where('id', 'in', [ana.id, bruno.id]).orderBy('language'),
  );
  expect(rows).toEqual([{ language: 'es' }, { language: 'pt-BR' }]);
  expect((await browser.inject({ method: 'PUT', url: changeLanguage.path, payload: { language: 'fr' } })).statusCode).toBe(422);
  expect((await world.browser().refusal(login, { body: { email: ana.email, password: 'wrong' } })).status).toBe(401);
});
