import { invite } from '@vitrine/contract/people/users.ts';
import { forgotPassword, login, newPassword, newPasswordForm } from '@vitrine/contract/signIn/signIn.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openMailbox } from '#test/harness/mailbox.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { mailPasswordPlace } from '#domain/settings/mailSender.ts';

const mailbox = await openMailbox();
const smtp = {
  host: '127.0.0.1',
  port: mailbox.port,
  protocol: 'none' as const,
  user: null,
  password: null,
  from: 'portal@platform.example',
};
const world = await openWorld({ environment: { smtp } });
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

let subnet = 0;
let browser = world.browser();
beforeEach(() => {
  browser = world.browser({ ip: `203.0.${++subnet}.7` });
});

const chosen = 'Quatro-palavras-9-novas';
const person = async () => (await world.unit()).person('user');
/** The mail to this address, once everything on its way has arrived. */
async function mailTo(email: string, count = 1) {
  await world.runJobs();
  const mails = mailbox.received.filter(({ to }) => to.includes(email));
  expect(mails).toHaveLength(count);
  return mails.at(-1)?.mail;
}
const linkIn = (text: string | undefined) => /https?:\/\/\S+\/new\/password\/([\w-]+)/.exec(text ?? '') ?? ['', ''];
async function requestLink(email: string, asking = browser): Promise<string> {
  const before = mailbox.received.filter(({ to }) => to.includes(email)).length;
  await asking.call(forgotPassword, { body: { email } });
  return linkIn((await mailTo(email, before + 1))?.text)[1] ?? '';
}

describe('asking for a new password', () => {
  test('mails a link in the language of the person, to the address that is stored', async () => {
    const unit = await world.unit();
    const ana = await unit.person('user', { person: { language: 'en-US' } });
    await browser.call(forgotPassword, { body: { email: ana.email.toUpperCase() } });
    const mail = await mailTo(ana.email);
    expect(mail?.subject).toBe('New password for Vitrine');
    expect(mail?.text).toMatch(/https:\/\/portal\.example\/new\/password\/[\w-]{43}/);
  });

  test('answers the same for an address that nobody has, and mails nothing', async () => {
    const ana = await person();
    const before = mailbox.received.length;
    const answers = [];
    for (const email of [ana.email, 'nobody@example.com']) {
      const response = await browser.inject({ method: 'POST', url: forgotPassword.path, payload: { email } });
      answers.push([response.statusCode, response.body, Object.keys(response.headers).sort()]);
    }
    expect(answers[0]).toEqual(answers[1]);
    await world.runJobs();
    expect(mailbox.received).toHaveLength(before + 1);
  });

  test.each([
    ['Host', { host: 'evil.example' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }],
    ['Forwarded', { forwarded: 'host=evil.example;proto=http' }],
    ['Origin', { origin: 'https://evil.example', referer: 'https://evil.example/forgot' }],
  ])('builds the link from what is registered, never from %s', async (_, headers) => {
    const ana = await person();
    const response = await browser.inject({ method: 'POST', url: forgotPassword.path, payload: { email: ana.email }, headers });
    if (response.statusCode === 404) return;
    expect((await mailTo(ana.email))?.text).toContain('https://portal.example/new/password/');
    expect(mailbox.received.at(-1)?.raw).not.toContain('evil');
  });

  test("leads to the unit's own host when asked there, by the unit's own server", async () => {
    const unit = await world.unit({
      host: 'mail-unit.example',
      settings: { enable: true, name: 'Unit Mail', host: '127.0.0.1', port: mailbox.port, protocol: 'none', email: 'us@unit.example' },
    });
    const ana = await unit.person('user');
    browser.host = 'mail-unit.example';
    await browser.call(forgotPassword, { body: { email: ana.email } });
    expect((await mailTo(ana.email))?.text).toContain('https://mail-unit.example/new/password/');
    expect(mailbox.received.at(-1)?.from).toBe('us@unit.example');
  });

  test("opens the password of the unit's server only for that unit", async () => {
    const { secrets } = world.services;
    const unit = await world.unit({
      host: 'secret-unit.example',
      settings: { enable: true, host: '127.0.0.1', port: mailbox.port, protocol: 'none', email: 'us@unit.example' },
    });
    const moved = secrets.encrypt('smtp-password', mailPasswordPlace('tenant', '0199a000-0000-7000-8000-000000000001'));
    await world.owner.run(query.updateTable('tenant_setting').set({ mail_password: moved }).where('tenant_id', '=', unit.id));
    browser.host = 'secret-unit.example';
    const refused = await browser.refusal(forgotPassword, { body: { email: (await unit.person('user')).email } });
    expect(refused.status).toBe(500);
  });

  test('explains to people who sign in elsewhere where their password is', async () => {
    const ana = await (await world.unit()).person('user', { person: { auth_method: 'saml' } });
    await browser.call(forgotPassword, { body: { email: ana.email } });
    const mail = await mailTo(ana.email);
    expect(mail?.subject).toBe('Como entrar em Vitrine');
    expect(mail?.text).not.toContain('/new/password/');
  });

  test('mails nothing to people who could not sign in anyway', async () => {
    const ana = await (await world.unit()).person('user', { membership: { state: 'blocked' } });
    await browser.call(forgotPassword, { body: { email: ana.email } });
    await mailTo(ana.email, 0);
  });

  test('three times an hour for an address, silently', async () => {
    const ana = await person();
    for (let times = 0; times < 5; times++) await browser.call(forgotPassword, { body: { email: ana.email } });
    await mailTo(ana.email, 3);
  });

  test('twenty times an hour from a network', async () => {
    const ask = (index: number) =>
      browser.inject({ method: 'POST', url: forgotPassword.path, payload: { email: `nobody-${index}@example.com` } });
    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => ask(index)));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  });

  test('says so when mail cannot be sent, to everybody alike', async () => {
    const broken = await openWorld({ environment: { smtp: { ...smtp, port: 1 } } });
    const ana = await (await broken.unit()).person('user');
    for (const email of [ana.email, 'nobody@example.com']) {
      const refused = await broken.browser().refusal(forgotPassword, { body: { email } });
      expect([refused.status, refused.body.message]).toEqual([502, 'Erro ao enviar o e-mail de recuperação de senha!']);
    }
    await broken.close();
  });
});

test('a link works on the host that its mail names, and on no other', async () => {
  const unit = await world.unit({ host: 'bound.example' });
  await world.unit({ host: 'elsewhere.example' });
  const ana = await unit.person('user');
  const [here, there] = ['bound.example', 'elsewhere.example'].map((host) => world.browser({ host }));
  if (!here || !there) throw new Error('two hosts');
  for (const [asking, others] of [
    [here, [there, browser]],
    [browser, [here, there]],
  ] as const) {
    const token = await requestLink(ana.email, asking);
    for (const other of others) {
      expect((await other.refusal(newPasswordForm, { body: { token } })).body.status).toBe('link_used');
      expect((await other.refusal(newPassword, { body: { token, password: chosen } })).body.status).toBe('link_used');
    }
    await asking.call(newPasswordForm, { body: { token } });
  }
  const admin = await world.signIn(await unit.person('admin'), { host: 'bound.example' });
  await admin.call(invite, { params: { id: ana.membership_id ?? '' }, body: {} });
  const invited = linkIn((await mailTo(ana.email, 3))?.text)[1] ?? '';
  expect((await browser.refusal(newPasswordForm, { body: { token: invited } })).body.status).toBe('link_used');
  await here.call(newPasswordForm, { body: { token: invited } });
});

describe('the link', () => {
  test('says whose it is and which rules hold, and is not used up by that', async () => {
    const unit = await world.unit({ settings: { enable_password: true, min_character: 14, special_characters: true } });
    const ana = await unit.person('user');
    const token = await requestLink(ana.email);
    const answer = {
      email: ana.email,
      name: ana.name,
      purpose: 'reset',
      rules: { min_character: 14, max_character: 128, capital_letter: false, special_characters: true },
    };
    expect(await browser.call(newPasswordForm, { body: { token } })).toEqual(answer);
    expect(await browser.call(newPasswordForm, { body: { token } })).toEqual(answer);
  });

  test('sets the password once', async () => {
    const ana = await person();
    const token = await requestLink(ana.email);
    await browser.call(newPassword, { body: { token, password: chosen } });
    await browser.login({ email: ana.email, password: chosen });
    const again = await browser.refusal(newPassword, { body: { token, password: `${chosen}-again` } });
    expect([again.status, again.body.status]).toEqual([410, 'link_used']);
    expect((await world.browser().refusal(login, { body: ana })).status).toBe(422);
    expect((await world.browser().refusal(login, { body: { email: ana.email, password: ana.password } })).status).toBe(401);
  });

  test('of two uses at the same time one succeeds', async () => {
    const ana = await person();
    const token = await requestLink(ana.email);
    const uses = await Promise.allSettled(
      [1, 2].map((number) => browser.call(newPassword, { body: { token, password: `${chosen}-${number}` } })),
    );
    expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('is void after sixty minutes, and when a newer one was asked for', async () => {
    const ana = await person();
    const [first, second] = [await requestLink(ana.email), await requestLink(ana.email)];
    expect((await browser.refusal(newPasswordForm, { body: { token: first } })).body.status).toBe('link_used');
    const start = Date.now();
    world.setTime(new Date(start + 59 * 60_000));
    await browser.call(newPasswordForm, { body: { token: second } });
    world.setTime(new Date(start + 61 * 60_000));
    expect((await browser.refusal(newPassword, { body: { token: second, password: chosen } })).body.status).toBe('link_used');
    world.setTime(null);
  });

  test('a refused password does not use it up, and every reason is told', async () => {
    const ana = await (await world.unit()).person('user', { person: { language: 'es' } });
    const token = await requestLink(ana.email);
    const refused = await browser.refusal(newPassword, { body: { token, password: 'password' } });
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.password).toEqual([
      'A senha precisa de pelo menos 12 caracteres.',
      'Esta senha é muito comum e fácil de adivinhar.',
    ]);
    await browser.call(newPassword, { body: { token, password: chosen } });
  });

  test('the old password does not come back', async () => {
    const ana = await person();
    const token = await requestLink(ana.email);
    const refused = await browser.refusal(newPassword, { body: { token, password: ana.password } });
    expect(refused.body.errors?.password).toEqual(['Esta senha já foi usada. Escolha outra.']);
  });

  test('where passwords expire the last five do not come back', async () => {
    const ana = await (await world.unit({ settings: { enable_password: true, expiry_time_password: 90 } })).person('user');
    const passwords = ['um', 'dois', 'tres', 'quatro', 'cinco'].map((word) => `${chosen}-${word}`);
    const set = async (password: string) => {
      const token = await issueFor(ana.id);
      return browser.inject({ method: 'POST', url: newPassword.path, payload: { token, password } });
    };
    for (const password of passwords) expect((await set(password)).statusCode).toBe(204);
    for (const password of passwords) expect((await set(password)).statusCode).toBe(422);
    expect((await set(ana.password)).statusCode).toBe(204);
  });

  test('ends every session and forgets every known browser, and tells the person', async () => {
    const ana = await person();
    const [here, elsewhere] = [await world.signIn(ana), world.browser({ ip: '198.18.0.1' })];
    await elsewhere.login(ana);
    await browser.call(newPassword, { body: { token: await requestLink(ana.email), password: chosen } });
    for (const open of [here, elsewhere]) expect((await open.refusal(getConfig, {})).body.status).toBe('token_invalid');
    expect(await world.owner.run(query.selectFrom('device').select('id').where('person_id', '=', ana.id))).toHaveLength(1);
    expect((await mailTo(ana.email, 2))?.subject).toBe('A sua senha de Vitrine foi alterada');
  });

  test('lets its holder in on this browser while others are guessing', async () => {
    const ana = await person();
    for (let tries = 0; tries < 12; tries++)
      await world.browser({ ip: `198.19.${tries}.1` }).refusal(login, { body: { email: ana.email, password: 'a wrong password' } });
    await browser.call(newPassword, { body: { token: await requestLink(ana.email), password: chosen } });
    await browser.login({ email: ana.email, password: chosen });
  });

  test('that came with a forced change works, and the next sign-in goes through', async () => {
    const ana = await (await world.unit()).person('user', { person: { must_change_password: true } });
    const { body } = await browser.refusal(login, { body: { email: ana.email, password: ana.password } });
    const token = body.token ?? '';
    expect(await browser.call(newPasswordForm, { body: { token } })).toMatchObject({ purpose: 'must_change' });
    await browser.call(newPassword, { body: { token, password: chosen } });
    await browser.login({ email: ana.email, password: chosen });
  });

  test('does not work for people whose password is elsewhere by now', async () => {
    const ana = await person();
    const token = await requestLink(ana.email);
    await world.owner.run(query.updateTable('person').set({ auth_method: 'azure' }).where('id', '=', ana.id));
    const refused = await browser.refusal(newPassword, { body: { token, password: chosen } });
    expect([refused.status, refused.body.message]).toEqual([403, 'Seu método de autenticação não permite alterar a senha!']);
  });

  test.each(['', ':token', 'undefined', 'null', '../', 'x'.repeat(43)])('%j opens nothing', async (token) => {
    const refused = await browser.refusal(newPasswordForm, { body: { token } });
    expect([refused.status, refused.body.status]).toEqual([410, 'link_used']);
  });

  test('guesses of links count like guesses of passwords', async () => {
    const answers = await Promise.all(
      Array.from({ length: 105 }, (_, index) =>
        browser.inject({ method: 'POST', url: newPasswordForm.path, payload: { token: `guess-${index}` } }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  });
});

test('no password and no link ever stands in the log', () => {
  const log = world.log.join();
  expect(log).not.toContain(chosen);
  expect(log).not.toContain('a wrong password');
  for (const { mail } of mailbox.received) {
    const token = linkIn(mail.text)[1];
    if (token) expect(log).not.toContain(token);
  }
});

/** A link without a mail: more of them than anybody may ask for. */
async function issueFor(person_id: string): Promise<string> {
  const { issueLink } = await import('./links.ts');
  const link = issueLink({ purpose: 'invitation', person_id, host: 'portal.example', now: new Date() });
  for (const statement of link.statements) await world.owner.run(statement);
  return link.token;
}
