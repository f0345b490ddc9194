import { getConfig, updateConfig } from '@vitrine/contract/settings/settings.ts';
import { changeLanguage, eventLogout, login, loginConfig, logout, timezones } from '@vitrine/contract/signIn/signIn.ts';
import { lostSessionCodec } from '@vitrine/contract/wire.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { isServed, sessionLinesOf, sessionsOf } from '#test/harness/sessions.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { giveTheme } from '#test/harness/themes.ts';

const world = await openWorld();
afterAll(world.close);

test('the cookies of a session live as long as the session', async () => {
  const ana = await (await world.unit({ settings: { login_timeout: 3 } })).person('user');
  const browser = world.browser();
  const { cookies } = await browser.inject({ method: 'POST', url: login.path, payload: { email: ana.email, password: ana.password } });
  const lives = cookies.map(({ name, maxAge }) => [name, maxAge]);
  expect(lives).toContainEqual(['__Host-vitrine', 3 * 3600]);
  expect(lives).toContainEqual(['XSRF-TOKEN', 3 * 3600]);
});

describe('logging out', () => {
  test('ends the session and clears its cookies, not the known browser', async () => {
    const ana = await (await world.unit()).person('user');
    const browser = world.browser();
    await browser.login(ana);
    await browser.call(logout, {});
    expect(await sessionsOf(world, ana)).toMatchObject([{ end_reason: 'logout' }]);
    expect([...browser.cookies.keys()]).toEqual(['__Host-vitrine-device']);
    expect((await sessionLinesOf(world, ana)).at(-1)).toMatchObject({ action: 'session.sign_out' });
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
    source: 'frontend',
    status: 401,
    message: 'Token is Invalid',
    route: '/new/password/a-secret-token?x=1',
    user_id: 'somebody',
    email: 'claimed@example.com',
    tenant_id: 'x',
    partner_id: null,
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
          claimed: { user_id: 'somebody', email: 'claimed@example.com', tenant_id: 'x', partner_id: null },
        },
      },
    ]);
  });

  test('is taken from strangers too, who are nobody', async () => {
    await world.browser().call(eventLogout, { body: { source: 'frontend' } });
    expect(await lost()).toMatchObject([{ person_id: null, tenant_id: null }]);
  });

  test('is never an error, and not written down without end', async () => {
    const browser = world.browser({ ip: '203.0.113.77' });
    const count = async () =>
      (await world.owner.run(query.selectFrom('audit_log').select('id').where('action', '=', 'session.lost'))).length;
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 80 }, () =>
        browser.inject({ method: 'POST', url: eventLogout.path, payload: lostSessionCodec.toWire(body) as object }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
    expect((await count()) - before).toBe(60);
  });
});

describe('the look of a host', () => {
  const colours = { ...defaultColours, button: '#123456' };

  test("is the platform's, a partner's or a unit's", async () => {
    const partner = await world.partner({ host: 'look-partner.example' });
    const unit = await partner.unit({ host: 'look-unit.example', tenant: { name: 'A unit' } });
    await giveTheme(world.owner, unit.id, { own: ['colours', 'words'], title: 'Own title', colours });
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
    await giveTheme(world.owner, unit.id, { own: ['words'], title: 'Inside' });
    const browser = await world.signIn(await unit.person('user'));
    expect(await browser.call(loginConfig, { body: {} })).toMatchObject({ title: 'Inside', unit_name: unit.name });
    await browser.call(logout, {});
    expect(await browser.call(loginConfig, { body: {} })).toMatchObject({ title: 'Vitrine' });
  });
});

test('time zones come with their offsets of now', async () => {
  const browser = await world.signIn(await (await world.unit()).person('user'));
  const zones = await browser.call(timezones, {});
  expect(zones).toContainEqual({ id: 'America/Sao_Paulo', name: 'Horário de Brasília', offset: '-03:00' });
  expect(zones).toContainEqual(expect.objectContaining({ id: 'Asia/Calcutta', offset: '+05:30' }));
  expect(zones).toContainEqual(expect.objectContaining({ id: 'UTC', offset: '+00:00' }));
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

describe('a session that nobody uses', () => {
  const minute = 60_000;
  const begin = async (settings: Record<string, unknown>) => {
    const start = Date.now();
    world.setTime(new Date(start));
    const unit = await world.unit({ settings });
    const ana = await unit.person('user');
    const browser = world.browser();
    await browser.login(ana);
    return { unit, ana, browser, at: (minutes: number) => world.setTime(new Date(start + minutes * minute)) };
  };

  test('ends after the time of the unit, counted from the last use', async () => {
    const { ana, browser, at } = await begin({ user_timeout: 30 });
    at(29);
    expect(await isServed(browser)).toBe(true);
    at(58);
    expect(await isServed(browser)).toBe(true);
    at(88);
    expect((await browser.refusal(getConfig, {})).body.status).toBe('token_expired');
    expect(await sessionsOf(world, ana)).toMatchObject([{ end_reason: 'unused' }]);
    world.setTime(null);
  });

  test('lasts as long as any other where the unit says nothing', async () => {
    const { browser, at } = await begin({});
    at(7 * 60);
    expect(await isServed(browser)).toBe(true);
    world.setTime(null);
  });

  test('begins to count when the rule does', async () => {
    const { unit, browser, at } = await begin({});
    at(60);
    const ruler = await world.signIn(await unit.person('admin'));
    await ruler.call(updateConfig, { body: { user_timeout: 30, version: 1 } });
    expect(await isServed(browser)).toBe(true);
    world.setTime(null);
  });
});

describe('sessions at once', () => {
  const left = async (settings: Record<string, unknown>) => {
    const ana = await (await world.unit({ settings })).person('user');
    for (let count = 0; count < 7; count++) await world.browser().login(ana);
    return (await sessionsOf(world, ana)).filter(({ end_reason }) => end_reason === null).length;
  };
  test.each([
    [{}, 5],
    [{ sessions_per_person: 1 }, 1],
    [{ sessions_per_person: 0 }, 7],
  ])('are as many as the unit allows: %j', async (settings, expected) => {
    expect(await left(settings)).toBe(expected);
  });
});
