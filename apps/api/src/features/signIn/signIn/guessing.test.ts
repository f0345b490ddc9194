/** Every way in counts guesses with the same guard, and answers known and unknown addresses alike. */
import * as account from '@vitrine/contract/signIn/account.ts';
import * as playlists from '@vitrine/contract/playlists/playlists.ts';
import * as registration from '@vitrine/contract/signIn/registration.ts';
import { forgotPassword, login, newPassword, newPasswordForm } from '@vitrine/contract/signIn/signIn.ts';
import * as steps from '@vitrine/contract/signIn/secondFactor.ts';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { openAuthenticator } from '#test/harness/authenticator.ts';
import type { Browser } from '#test/harness/browser.ts';
import { addPlaylist } from '#test/harness/playlists.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const host = 'door.example';
const unit = await world.unit({ host, settings: { enable_auto_register: true } });
const administrator = await unit.person('admin');
const admin = await world.signIn(administrator);
let subnet = 0;
const stranger = () => world.browser({ host, ip: `203.0.${++subnet}.9` });
const linkIn = async (email: string, path: RegExp) => path.exec((await world.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';

/** Right secrets of every kind that opens something from outside, each as a call that has to pass. */
async function rightSecrets() {
  const [ana, coded, keyed] = [await unit.person('user'), await unit.person('user'), await unit.person('user')];
  await stranger().call(forgotPassword, { body: { email: ana.email } });
  const reset = await linkIn(ana.email, /\/new\/password\/([\w-]+)/);
  await stranger().call(registration.register, { body: { email: 'newcomer@example.com', language: 'pt-BR' } });
  const door = await linkIn('newcomer@example.com', /\/register#([\w-]+)/);
  const playlist = await addPlaylist(admin, [], { shared: true });
  const body = { name: 'Recepção', membership_id: administrator.membership_id ?? '' };
  const screen = await admin.call(playlists.addLink, { params: { id: playlist.id }, body });
  const atHost = async (person: typeof coded) => world.signIn(person, { host });
  const withApp = await atHost(coded);
  const { secret } = await withApp.call(account.appStart, {});
  const code = () => new TOTP({ secret }).generate({ timestamp: world.services.now().getTime() });
  await withApp.call(account.appConfirm, { body: { code: code() } });
  world.setTime(new Date(Date.now() + 60_000));
  const authenticator = openAuthenticator({ origin: `https://${host}`, rpId: host });
  const withKey = await atHost(keyed);
  const { challenge } = await withKey.call(account.passkeyStart, {});
  await withKey.call(account.passkeyAdd, { body: { name: 'Laptop', response: authenticator.make({ challenge }) } });

  const send = async (browser: Browser, { path: url }: { path: string }, payload: object) =>
    (await browser.inject({ method: 'POST', url, payload })).statusCode;
  const signIn = (browser: Browser, { email, password }: typeof ana) => browser.call(login, { body: { email, password } });
  return {
    /** What is done before the limit is reached, and the call itself. */
    password: {
      before: () => Promise.resolve(null),
      use: (browser: Browser) => send(browser, login, { email: ana.email, password: ana.password }),
    },
    'a code': {
      before: async (browser: Browser) => {
        const step = await signIn(browser, coded);
        return 'challenge' in step ? step.challenge : '';
      },
      use: (browser: Browser, given: unknown) => send(browser, steps.verifyCode, { challenge: given, code: code() }),
    },
    'a link for a password': {
      before: () => Promise.resolve(null),
      use: (browser: Browser) => send(browser, newPasswordForm, { token: reset }),
    },
    'a link of the registration': {
      before: () => Promise.resolve(null),
      use: (browser: Browser) => send(browser, registration.registerForm, { token: door }),
    },
    'a link of a screen': {
      before: () => Promise.resolve(null),
      use: (browser: Browser) => send(browser, playlists.loginPlaylist, { token: screen.token }),
    },
    'a passkey': {
      before: async (browser: Browser) => (await browser.call(steps.passkeySignInOptions, {})).challenge,
      use: (browser: Browser, given: unknown) =>
        send(browser, steps.passkeySignIn, { response: authenticator.answer({ challenge: String(given), counter: 1 }) }),
    },
  };
}

const wrong: Record<string, [{ path: string }, object]> = {
  'a password': [login, { email: 'nobody@example.com', password: 'a wrong guess' }],
  'a code': [steps.verifyCode, { challenge: 'made-up', code: '123456' }],
  'a set-up': [steps.setupForm, { token: 'made-up' }],
  'a link for a password': [newPassword, { token: 'made-up', password: 'Girassol-amarelo-7' }],
  'a look at one': [newPasswordForm, { token: 'made-up' }],
  'a link of the registration': [registration.registerForm, { token: 'made-up' }],
  'a link of a screen': [playlists.loginPlaylist, { token: 'made-up' }],
  'a key of a screen': [playlists.loginPlaylist, { key: 'made-up' }],
  'a passkey': [steps.passkeySignIn, { response: { id: 'made-up', response: {} } }],
};

test.each(Object.entries(wrong))('%s that is wrong counts as one guess of the network', async (_, [{ path: url }, payload]) => {
  const browser = stranger();
  const { statusCode } = await browser.inject({ method: 'POST', url, payload });
  expect(statusCode).toBeGreaterThanOrEqual(400);
  const network = `network:${browser.ip.split('.').slice(0, 3).join('.')}.%`;
  const counted = await world.owner.run(sql<{ count: number }>`select count from attempt where key like ${network}`);
  expect(counted).toEqual([{ count: 1 }]);
});

test('a network without tries left opens nothing with the right secret either, by whichever way', async () => {
  const secrets = await rightSecrets();
  const attacker = stranger();
  const prepared = new Map<string, unknown>();
  for (const [name, { before }] of Object.entries(secrets)) prepared.set(name, await before(attacker));
  for (let tries = 0; tries < 100; tries++)
    await attacker.inject({ method: 'POST', url: newPasswordForm.path, payload: { token: `guess-${tries}` } });
  for (const [name, { use }] of Object.entries(secrets)) expect(await use(attacker, prepared.get(name)), name).toBe(429);
  for (const [name, { before, use }] of Object.entries(secrets)) {
    const browser = stranger();
    expect(await use(browser, await before(browser)), name).toBe(200);
  }
  world.setTime(null);
});

test('a known browser is never stopped by others behind its address, only by itself', async () => {
  const secrets = await rightSecrets();
  const ana = await unit.person('user');
  const { ip } = stranger();
  const here = () => world.browser({ host, ip });
  const send = async (browser: Browser, { path: url }: { path: string }, payload: object) =>
    (await browser.inject({ method: 'POST', url, payload })).statusCode;
  const signIn = { email: ana.email, password: ana.password };
  const known = async () => {
    const browser = here();
    await browser.login(ana);
    browser.token = null;
    return browser;
  };
  const [browser, guessing, beside, coded] = [await known(), await known(), await known(), here()];
  // The first sign-in with a code makes this browser known to its person.
  expect(await secrets['a code'].use(coded, await secrets['a code'].before(coded))).toBe(200);
  world.setTime(new Date(world.services.now().getTime() + 60_000));

  for (let tries = 0; tries <= 100; tries++) await send(here(), newPasswordForm, { token: `guess-${tries}` });
  for (let tries = 0; tries <= 60; tries++) await here().inject({ method: 'POST', url: steps.passkeySignInOptions.path });
  for (let tries = 0; tries <= 20; tries++) await send(here(), forgotPassword, { email: ana.email });
  expect(await send(here(), login, signIn)).toBe(429);
  expect(await send(here(), newPasswordForm, { token: 'one more' })).toBe(429);
  expect(await send(here(), forgotPassword, { email: ana.email })).toBe(429);
  for (const { path: url } of [steps.passkeySignInOptions, playlists.startPairing])
    expect((await here().inject({ method: 'POST', url })).statusCode, url).toBe(429);

  const mails = (await world.mailsTo(ana.email)).length;
  expect(await send(browser, login, signIn)).toBe(200);
  expect(await send(browser, forgotPassword, { email: ana.email })).toBe(204);
  expect(await world.mailsTo(ana.email)).toHaveLength(mails + 1);
  expect((await browser.inject({ method: 'POST', url: playlists.startPairing.path })).statusCode).toBe(200);
  const { 'a code': code, password: _, ...others } = secrets;
  expect(await code.use(coded, await code.before(coded))).toBe(200);
  for (const [name, { before, use }] of Object.entries(others)) expect(await use(browser, await before(browser)), name).toBe(200);

  for (let tries = 0; tries < 10; tries++) expect(await send(guessing, newPasswordForm, { token: `own-${tries}` })).toBe(410);
  expect(await send(guessing, newPasswordForm, { token: 'own' })).toBe(429);
  expect(await send(guessing, login, signIn)).toBe(429);
  expect(await send(beside, login, signIn)).toBe(200);
  world.setTime(null);
});

test('a display that has its key plays on, whatever others behind its address guess', async () => {
  const playlist = await addPlaylist(admin, [], { shared: true });
  const body = { name: 'Portaria', membership_id: administrator.membership_id ?? '' };
  const link = await admin.call(playlists.addLink, { params: { id: playlist.id }, body });
  const display = stranger();
  const { screen } = await display.call(playlists.loginPlaylist, { body: { token: link.token } });
  const here = () => world.browser({ host, ip: display.ip });
  for (let tries = 0; tries < 100; tries++) await here().refusal(playlists.loginPlaylist, { body: { key: `guess-${tries}` } });
  expect((await here().refusal(playlists.loginPlaylist, { body: { key: 'one more' } })).status).toBe(429);
  expect((await here().call(playlists.loginPlaylist, { body: { key: screen.key ?? '' } })).screen.id).toBe(screen.id);
});

test('known and unknown addresses get the same bytes for the same number of questions to the database', async () => {
  const { database } = world.services;
  const run = database.run.bind(database);
  let asked = 0;
  database.run = (caller, ...statements) => {
    // The portal asks by itself as well, whoever is there.
    if ('request_id' in caller) asked++;
    return run(caller, ...statements);
  };
  const known = [
    await unit.person('user'),
    await unit.person('user', { membership: { state: 'blocked' } }),
    await unit.person('user', { person: { auth_method: 'saml' } }),
  ];
  for (const [{ path: url }, more] of [
    [login, { password: 'a wrong guess' }],
    [forgotPassword, {}],
    [registration.register, {}],
  ] as const) {
    const answers: string[] = [];
    for (const email of [...known.map((person) => person.email), 'nobody-here@example.com', 'nobody-there@example.com']) {
      const browser = stranger();
      // The host is looked up once in five seconds.
      await browser.inject({ url: registration.isEnable.path });
      asked = 0;
      const { statusCode, headers, body } = await browser.inject({ method: 'POST', url, payload: { email, ...more } });
      const told = body.replace(/"request_id":"[^"]+"/, '');
      answers.push(JSON.stringify([statusCode, told, { ...headers, date: '', 'x-request-id': '' }, asked]));
    }
    expect(new Set(answers).size, `${url} ${answers.join('\n')}`).toBe(1);
  }
  database.run = run;
});
