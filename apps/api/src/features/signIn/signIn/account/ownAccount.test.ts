import * as contract from '@vitrine/contract/signIn/account.ts';
import { list } from '@vitrine/contract/audit/audit.ts';
import { changeCompany, login } from '@vitrine/contract/signIn/signIn.ts';
import * as steps from '@vitrine/contract/signIn/secondFactor.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Authenticator } from '#test/harness/authenticator.ts';
import { openAuthenticator } from '#test/harness/authenticator.ts';
import type { Browser } from '#test/harness/browser.ts';
import type { Person } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const chosen = 'Girassol-amarelo-7';
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: world.services.now().getTime() });
const later = (seconds: number) => world.setTime(new Date(world.services.now().getTime() + seconds * 1000));
const subjectsTo = async (email: string) => (await world.mailsTo(email)).map((mail) => mail.subject ?? '');

async function someone(settings: Record<string, unknown> = {}) {
  const ana = await (await world.unit({ settings })).person('user');
  return { ana, browser: await world.signIn(ana) };
}

async function withApp(browser: Browser): Promise<{ secret: string; recovery_codes: string[] }> {
  const { secret } = await browser.call(contract.appStart, {});
  const { recovery_codes } = await browser.call(contract.appConfirm, { body: { code: codeOf(secret) } });
  return { secret, recovery_codes };
}

async function withPasskey(browser: Browser, name = 'Laptop'): Promise<Authenticator> {
  const authenticator = openAuthenticator();
  const { challenge } = await browser.call(contract.passkeyStart, {});
  await browser.call(contract.passkeyAdd, { body: { name, response: authenticator.make({ challenge }) } });
  return authenticator;
}

const passkeySignIn = async (browser: Browser, authenticator: Authenticator, changed: object = {}) => {
  const { challenge } = await browser.call(steps.passkeySignInOptions, {});
  return { body: { response: authenticator.answer({ challenge, counter: 1, ...changed }) } };
};

const asked = async (browser: Browser, { email, password }: Person) => {
  const answer = await browser.call(login, { body: { email, password } });
  return 'status' in answer ? answer : null;
};

describe('keys of the account', () => {
  test('an app is added, comes with recovery codes once, and is told by mail', async () => {
    const { ana, browser } = await someone();
    expect((await withApp(browser)).recovery_codes).toHaveLength(10);
    expect((await withApp(browser)).recovery_codes).toEqual([]);
    const { second_factor } = await browser.call(contract.overview, {});
    expect(second_factor).toMatchObject({ requirement: 'none', by: null, email: null, recovery_left: 10 });
    expect(second_factor.app).not.toBeNull();
    await expect.poll(async () => (await subjectsTo(ana.email)).length).toBe(2);
    expect((await asked(world.browser(), ana))?.methods).toEqual(['app', 'recovery']);
  });

  test('a secret of an app is told once and counts once a code has proven it; until then the one before works', async () => {
    const { ana, browser } = await someone();
    const { secret: unproven } = await browser.call(contract.appStart, {});
    expect(await asked(world.browser(), ana)).toBeNull();
    const { secret } = await withApp(browser);
    const { secret: another } = await browser.call(contract.appStart, {});
    expect(new Set([unproven, secret, another]).size).toBe(3);
    expect((await browser.refusal(contract.appConfirm, { body: { code: codeOf(unproven) } })).status).toBe(422);
    const told = JSON.stringify(await browser.call(contract.overview, {}));
    for (const seed of [unproven, secret, another]) expect(told).not.toContain(seed);
    later(60);
    const other = world.browser();
    const challenge = (await asked(other, ana))?.challenge ?? '';
    expect((await other.refusal(steps.verifyCode, { body: { challenge, code: codeOf(another) } })).status).toBe(422);
    await other.call(steps.verifyCode, { body: { challenge, code: codeOf(secret) } });
  });

  test('are touched only by whoever has just shown who they are', async () => {
    const { ana, browser } = await someone();
    const { secret } = await withApp(browser);
    later(660);
    const refused = await browser.refusal(contract.appStart, {});
    expect([refused.status, refused.body.status]).toEqual([403, 'confirm_identity']);
    for (const endpoint of [contract.appRemove, contract.emailStart, contract.newRecoveryCodes, contract.passkeyStart] as const) {
      expect((await browser.refusal(endpoint, {})).body.status).toBe('confirm_identity');
    }
    expect(
      (await browser.refusal(contract.confirmIdentity, { body: { password: 'wrong', code: codeOf(secret) } })).body.errors,
    ).toHaveProperty('password');
    expect((await browser.refusal(contract.confirmIdentity, { body: { password: ana.password } })).body.errors).toHaveProperty('code');
    await browser.call(contract.confirmIdentity, { body: { password: ana.password, code: codeOf(secret) } });
    await browser.call(contract.newRecoveryCodes, {});
  });

  test('fifty guesses at the password of a session at once get five tries', async () => {
    const { ana, browser } = await someone();
    const guesses = await Promise.allSettled(
      Array.from({ length: 50 }, () => browser.call(contract.confirmIdentity, { body: { password: 'a wrong guess' } })),
    );
    expect(guesses.filter(({ reason }: { reason?: { status?: number } } & object) => reason?.status === 422)).toHaveLength(5);
    expect((await browser.refusal(contract.confirmIdentity, { body: { password: ana.password } })).status).toBe(429);
    expect((await browser.refusal(contract.changePassword, { body: { current: ana.password, password: chosen } })).status).toBe(429);
  });

  test('new recovery codes void the old ones', async () => {
    const { ana, browser } = await someone();
    const { recovery_codes: old } = await withApp(browser);
    const { recovery_codes } = await browser.call(contract.newRecoveryCodes, {});
    expect(recovery_codes).toHaveLength(10);
    const other = world.browser();
    const step = await asked(other, ana);
    const challenge = step?.challenge ?? '';
    expect((await other.refusal(steps.verifyCode, { body: { challenge, code: old[0] ?? '' } })).status).toBe(422);
    await other.call(steps.verifyCode, { body: { challenge, code: recovery_codes[0] ?? '' } });
  });

  test('whoever has nothing to recover gets no recovery codes', async () => {
    const { browser } = await someone();
    expect((await browser.refusal(contract.newRecoveryCodes, {})).status).toBe(404);
  });

  test('the last way of somebody who needs one stays, also when two go at once', async () => {
    const { browser } = await someone({ require_second_factor: true });
    await withApp(browser);
    const refused = await browser.refusal(contract.appRemove, {});
    expect([refused.status, refused.body.status]).toEqual([409, 'second_factor_required']);
    await withPasskey(browser);
    const [passkey] = (await browser.call(contract.overview, {})).passkeys;
    const answers = await Promise.allSettled([
      browser.call(contract.appRemove, {}),
      browser.call(contract.passkeyRemove, { params: { id: passkey?.id ?? '' } }),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('whoever needs none gives up the last way, and its recovery codes with it', async () => {
    const { ana, browser } = await someone();
    await withApp(browser);
    await browser.call(contract.appRemove, {});
    expect((await browser.call(contract.overview, {})).second_factor).toMatchObject({
      app: null,
      recovery_left: 0,
      recovery_made_at: null,
    });
    expect(await asked(world.browser(), ana)).toBeNull();
  });
});

describe('passkeys', () => {
  test('a session and its line in the log say whether a password or a passkey began it, also in the next unit', async () => {
    const unit = await world.unit();
    const [ana, boss] = [await unit.person('user'), await unit.person('admin')];
    const next = await world.unit();
    await world.join(ana, next, 'user');
    const browser = world.browser();
    browser.token = (await browser.login(ana)).token;
    const authenticator = await withPasskey(browser);
    const other = world.browser();
    other.token = (await other.call(steps.passkeySignIn, await passkeySignIn(other, authenticator))).token;
    const waysOf = async (one: Browser) => (await one.call(contract.overview, {})).sessions.map(({ by }) => by);
    expect([await waysOf(browser), await waysOf(other)]).toEqual([
      ['password', 'passkey'],
      ['passkey', 'password'],
    ]);
    const log = await world.signIn(boss);
    for (const way of ['password', 'passkey', 'azure'] as const) {
      const { data } = await log.call(list, { query: { way } });
      expect(data.map(({ actor, after }) => [actor?.name, after?.['method']])).toEqual(way === 'azure' ? [] : [[ana.name, way]]);
    }
    await other.call(changeCompany, { body: { tenant_id: next.id } });
    expect((await waysOf(browser))[1]).toBe('passkey');
  });

  test('one alone signs in', async () => {
    const { ana, browser } = await someone();
    const authenticator = await withPasskey(browser);
    const other = world.browser();
    const signedIn = await other.call(steps.passkeySignIn, await passkeySignIn(other, authenticator));
    expect(signedIn.user.id).toBe(ana.id);
    other.token = signedIn.token;
    expect(await other.call(getConfig, {})).toMatchObject({ intended: '/' });

    // The browser that is known by now stays the same one.
    const device = other.cookies.get('__Host-vitrine-device');
    other.token = null;
    await other.call(steps.passkeySignIn, await passkeySignIn(other, authenticator, { counter: 9 }));
    expect(device).toBeDefined();
    expect(other.cookies.get('__Host-vitrine-device')).toBe(device);
  });

  test('one is the second step after the password', async () => {
    const { ana, browser } = await someone();
    const authenticator = await withPasskey(browser);
    const other = world.browser();
    const step = await asked(other, ana);
    expect(step?.methods).toEqual(['passkey', 'recovery']);
    const challenge = step?.challenge ?? '';
    const options = await other.call(steps.verifyPasskeyOptions, { body: { challenge } });
    const response = authenticator.answer({ challenge: options.challenge, counter: 1 });
    expect((await other.call(steps.verifyPasskey, { body: { challenge, response } })).user.id).toBe(ana.id);
  });

  test.each([
    ['of another site', { origin: 'https://portal.example.evil' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without the person in front of it', { verified: false }],
    ['to a challenge that nobody gave', { challenge: 'bWFkZSB1cA' }],
  ])('an answer %s is refused', async (_, changed) => {
    const { browser } = await someone();
    const authenticator = await withPasskey(browser);
    const other = world.browser();
    const refused = await other.refusal(steps.passkeySignIn, await passkeySignIn(other, authenticator, changed));
    expect([refused.status, refused.body.status]).toEqual([422, 'passkey_refused']);
  });

  test('an answer counts once, and a counter that went back is a copy', async () => {
    const { browser } = await someone();
    const authenticator = await withPasskey(browser);
    const other = world.browser();
    const answer = await passkeySignIn(other, authenticator, { counter: 5 });
    const twice = await Promise.allSettled([other.call(steps.passkeySignIn, answer), other.call(steps.passkeySignIn, answer)]);
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await other.refusal(steps.passkeySignIn, await passkeySignIn(other, authenticator, { counter: 5 }))).status).toBe(422);
    await other.call(steps.passkeySignIn, await passkeySignIn(other, authenticator, { counter: 6 }));
  });

  test('a key that is not known signs nobody in, and one of somebody else is no second step', async () => {
    const { ana, browser } = await someone();
    await withPasskey(browser);
    const stranger = openAuthenticator();
    const other = world.browser();
    expect((await other.refusal(steps.passkeySignIn, await passkeySignIn(other, stranger))).status).toBe(422);
    const { browser: bruno } = await someone();
    const ofBruno = await withPasskey(bruno);
    const challenge = (await asked(other, ana))?.challenge ?? '';
    const options = await other.call(steps.verifyPasskeyOptions, { body: { challenge } });
    const response = ofBruno.answer({ challenge: options.challenge, counter: 1 });
    expect((await other.refusal(steps.verifyPasskey, { body: { challenge, response } })).body.status).toBe('passkey_refused');
  });

  test('who is blocked does not come in with one', async () => {
    const { ana, browser } = await someone();
    const authenticator = await withPasskey(browser);
    await world.owner.run(query.updateTable('membership').set({ state: 'blocked' }).where('person_id', '=', ana.id));
    const other = world.browser();
    expect((await other.refusal(steps.passkeySignIn, await passkeySignIn(other, authenticator))).body.status).toBe('blocked');
  });

  test('a registration made for another person or answered twice is refused', async () => {
    const { browser } = await someone();
    const { browser: bruno } = await someone();
    const authenticator = openAuthenticator();
    const { challenge } = await browser.call(contract.passkeyStart, {});
    const response = authenticator.make({ challenge });
    expect((await bruno.refusal(contract.passkeyAdd, { body: { name: 'Stolen', response } })).body.status).toBe('passkey_refused');
    await browser.call(contract.passkeyAdd, { body: { name: 'Mine', response } });
    expect((await browser.refusal(contract.passkeyAdd, { body: { name: 'Again', response } })).body.status).toBe('passkey_refused');
  });

  test('they are named, renamed and given up by their owner alone', async () => {
    const { browser } = await someone();
    await withPasskey(browser, 'Laptop');
    const { browser: bruno } = await someone();
    const [passkey] = (await browser.call(contract.overview, {})).passkeys;
    const params = { id: passkey?.id ?? '' };
    expect(passkey).toMatchObject({ name: 'Laptop', here: true, site: 'portal.example' });
    expect((await bruno.refusal(contract.passkeyRename, { params, body: { name: 'Mine now' } })).status).toBe(404);
    expect((await bruno.refusal(contract.passkeyRemove, { params })).status).toBe(404);
    await browser.call(contract.passkeyRename, { params, body: { name: 'Notebook do trabalho' } });
    expect((await browser.call(contract.overview, {})).passkeys[0]?.name).toBe('Notebook do trabalho');
    await browser.call(contract.passkeyRemove, { params });
    expect((await browser.call(contract.overview, {})).passkeys).toEqual([]);
  });
});

describe('sessions and browsers', () => {
  test('one sees the own ones and ends them, here and elsewhere', async () => {
    const { ana, browser } = await someone();
    const [elsewhere, third] = [await world.signIn(ana, { ip: '203.0.113.9' }), await world.signIn(ana)];
    const { sessions } = await browser.call(contract.overview, {});
    expect(sessions.map(({ current }) => current)).toEqual([true, false, false]);
    const far = sessions.find(({ ip }) => ip === '203.0.113.9');
    await browser.call(contract.endSession, { params: { id: far?.id ?? '' } });
    expect((await elsewhere.refusal(getConfig, {})).status).toBe(401);
    await browser.call(contract.endOtherSessions, {});
    expect((await third.refusal(getConfig, {})).status).toBe(401);
    expect((await browser.call(contract.overview, {})).sessions).toHaveLength(1);
  });

  test('nobody ends or forgets what is somebody else’s', async () => {
    const { ana, browser } = await someone();
    await world.browser().login(ana);
    const { browser: bruno } = await someone();
    const { sessions, devices } = await browser.call(contract.overview, {});
    for (const { id } of sessions) expect((await bruno.refusal(contract.endSession, { params: { id } })).status).toBe(404);
    for (const { id } of devices) expect((await bruno.refusal(contract.forgetDevice, { params: { id } })).status).toBe(404);
    await browser.call(contract.forgetDevice, { params: { id: devices[0]?.id ?? '' } });
    expect((await browser.call(contract.overview, {})).devices).toEqual([]);
  });
});

describe('the password', () => {
  const change = (browser: Browser, current: string, password: string) =>
    browser.refusal(contract.changePassword, { body: { current, password } });

  test('is changed with the old one; other sessions end, this one stays, a mail tells', async () => {
    const { ana, browser } = await someone();
    const elsewhere = await world.signIn(ana);
    await browser.call(contract.changePassword, { body: { current: ana.password, password: chosen } });
    expect((await elsewhere.refusal(getConfig, {})).status).toBe(401);
    expect((await browser.call(contract.overview, {})).sessions).toHaveLength(1);
    expect((await world.browser().login({ email: ana.email, password: chosen })).user.id).toBe(ana.id);
    await expect.poll(() => subjectsTo(ana.email)).toEqual(['A sua senha de Vitrine foi alterada']);
  });

  test('once changed, no browser is trusted any more, not even this one', async () => {
    const { ana, browser } = await someone();
    for (const where of [world.browser(), world.browser()]) await where.login(ana);
    await world.owner.run(sql`update device set trusted_until = now() + interval '20 days' where person_id = ${ana.id}`);
    await browser.call(contract.changePassword, { body: { current: ana.password, password: chosen } });
    expect((await browser.call(contract.overview, {})).devices.map(({ trusted_until }) => trusted_until)).toEqual([null, null]);
  });

  test('of staff has fifteen characters, of somebody with a second factor as few as the unit takes', async () => {
    const partner = await world.partner();
    const unit = await partner.unit({ settings: { enable_password: true, min_character: 8 } });
    const ana = await unit.person('user');
    const least = async (who: Person) => (await (await world.signIn(who)).call(contract.overview, {})).password.rules.min_character;
    expect(await least(ana)).toBe(12);
    await world.owner.run(query.insertInto('second_factor').values({ person_id: ana.id, email_confirmed_at: new Date() }));
    expect(await least(ana)).toBe(8);
    for (const staff of [await partner.person({ unit }), await world.operator()]) {
      expect(await least(staff)).toBe(15);
      const browser = await world.signIn(staff);
      expect((await change(browser, staff.password, 'Grampo-azul-7x')).body.errors?.['password']).toEqual([expect.stringContaining('15')]);
      await browser.call(contract.changePassword, { body: { current: staff.password, password: 'Grampo-azul-7xy' } });
    }
  });

  test('keeps every rule, and the old one has to be right', async () => {
    const { ana, browser } = await someone({ enable_password: true, special_characters: true });
    expect((await change(browser, 'not mine', chosen)).body.errors).toEqual({ current: ['A senha atual está incorreta.'] });
    expect((await change(browser, ana.password, 'curta')).body.errors?.['password']?.length).toBeGreaterThan(1);
    expect((await change(browser, ana.password, ana.password)).body.errors).toEqual({
      password: ['Esta senha já foi usada. Escolha outra.'],
    });
  });

  test('of two changes at once one is made', async () => {
    const { ana, browser } = await someone();
    const answers = await Promise.allSettled(
      [chosen, 'Outra-escolha-de-senha-9'].map((password) =>
        browser.call(contract.changePassword, { body: { current: ana.password, password } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('of people who sign in elsewhere is not here to be changed', async () => {
    const ana = await (await world.unit()).person('user', { person: { auth_method: 'saml' } });
    const browser = await world.signIn(ana);
    expect((await change(browser, ana.password, chosen)).body.status).toBe('password_not_changeable');
    expect((await browser.call(contract.overview, {})).password.changeable).toBe(false);
  });
});
