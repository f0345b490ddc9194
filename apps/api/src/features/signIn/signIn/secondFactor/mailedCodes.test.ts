/** Codes by mail: whose they are, how long they are good, and what strangers can do to them. */
import * as account from '@vitrine/contract/signIn/account.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import * as contract from '@vitrine/contract/signIn/secondFactor.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { secondStepsIn } from '#test/harness/secondSteps.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const { begin, beginSetup, codesIn, later, mailedCode, strictUnit } = secondStepsIn(world);

test('a code by mail: set up at the sign-in, mailed at the next one, and used once', async () => {
  const ana = await (await strictUnit()).person('user');
  const { browser, token } = await beginSetup(ana);
  expect(await browser.call(contract.setupForm, { body: { token } })).toMatchObject({
    email: ana.email,
    methods: ['app', 'passkey', 'email'],
  });
  expect(await browser.call(contract.setupEmailStart, { body: { token } })).toEqual({ resend_in: 60 });
  const first = await mailedCode(ana.email);
  await browser.call(contract.setupEmail, { body: { token, code: first } });
  await browser.call(contract.setupFinish, { body: { token } });

  later(120);
  const other = world.browser();
  const { challenge, method, email } = await begin(other, ana);
  expect([method, email.startsWith(`${ana.email[0]}…@`)]).toEqual(['email', true]);
  await expect.poll(async () => (await codesIn(ana.email)).length).toBe(2);
  const code = await mailedCode(ana.email);
  expect((await other.refusal(contract.verifyCode, { body: { challenge, code: first } })).status).toBe(422);
  expect(await other.call(contract.sendCode, { body: { challenge } })).toEqual({ resend_in: 60 });
  expect((await codesIn(ana.email)).length).toBe(2);
  expect((await other.call(contract.verifyCode, { body: { challenge, code } })).user.id).toBe(ana.id);

  const third = world.browser();
  const again = await begin(third, ana);
  expect((await third.refusal(contract.verifyCode, { body: { challenge: again.challenge, code } })).status).toBe(422);
});

test('a mailed code ends after ten minutes and after five tries', async () => {
  const ana = await (await strictUnit()).person('user');
  const { browser, token } = await beginSetup(ana);
  await browser.call(contract.setupEmailStart, { body: { token } });
  const code = await mailedCode(ana.email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  later(601);
  expect((await browser.refusal(contract.setupEmail, { body: { token, code } })).status).toBe(422);
  await browser.call(contract.setupEmailStart, { body: { token } });
  await expect.poll(async () => (await codesIn(ana.email)).length).toBe(2);
  for (let tries = 0; tries < 4; tries++) await browser.refusal(contract.setupEmail, { body: { token, code: wrong } });
  await world.owner.run(query.updateTable('mailed_code').set({ tries: 5 }).where('person_id', '=', ana.id));
  world.setTime(new Date(world.services.now().getTime() + 9 * 60_000));
  expect((await browser.refusal(contract.setupEmail, { body: { token, code: await mailedCode(ana.email) } })).status).not.toBe(200);
});

/** Somebody with codes by mail, in a browser that is known, a while later. */
async function withMailedCodes() {
  const ana = await (await strictUnit()).person('user');
  const { browser, token } = await beginSetup(ana);
  await browser.call(contract.setupEmailStart, { body: { token } });
  await browser.call(contract.setupEmail, { body: { token, code: await mailedCode(ana.email) } });
  const { token: session } = await browser.call(contract.setupFinish, { body: { token } });
  later(900);
  const mailsNow = async (count: number) => expect.poll(async () => (await codesIn(ana.email)).length).toBe(count);
  return { ana, browser, session, mailsNow };
}

test('strangers who know the password hold up no code of a known browser, and use up no try of it', async () => {
  const { ana, browser, mailsNow } = await withMailedCodes();
  const stranger = world.browser({ ip: '203.0.113.9' });
  const { challenge } = await begin(stranger, ana);
  await mailsNow(2);
  for (let tries = 0; tries < 5; tries++)
    expect((await stranger.refusal(contract.verifyCode, { body: { challenge, code: '000000' } })).status).toBe(422);
  browser.token = null;
  const own = await begin(browser, ana);
  await mailsNow(3);
  for (let more = 0; more < 7; more++) {
    later(61);
    await begin(world.browser({ ip: '203.0.113.9' }), ana);
  }
  // Five in ten minutes; after that the last code, or a recovery code, is asked for as before.
  await mailsNow(3 + 4);
  const code = (await codesIn(ana.email))[2] ?? '';
  expect((await browser.call(contract.verifyCode, { body: { challenge: own.challenge, code } })).user.id).toBe(ana.id);
});

test('a code that was mailed for one browser opens no other', async () => {
  const { ana, browser, mailsNow } = await withMailedCodes();
  const stranger = world.browser({ ip: '203.0.113.9' });
  const { challenge } = await begin(stranger, ana);
  await mailsNow(2);
  browser.token = null;
  await begin(browser, ana);
  await mailsNow(3);
  const [, strangers = '', own = ''] = await codesIn(ana.email);
  if (own === strangers) return;
  expect((await stranger.refusal(contract.verifyCode, { body: { challenge, code: own } })).status).toBe(422);
});

test('strangers hold up no code that a session asks for', async () => {
  const { ana, browser, session, mailsNow } = await withMailedCodes();
  await begin(world.browser({ ip: '203.0.113.9' }), ana);
  await mailsNow(2);
  browser.token = session;
  await world.owner.run(query.updateTable('session').set({ confirmed_at: world.services.now() }).where('person_id', '=', ana.id));
  expect(await browser.call(account.emailStart, {})).toEqual({ resend_in: 60 });
  await mailsNow(3);
});

test('who knows the address alone causes no mail and learns nothing, whether a code is on its way or not', async () => {
  const { ana, browser, mailsNow } = await withMailedCodes();
  const guess = async (email: string) => {
    const { status, body } = await world.browser({ ip: '198.51.100.9' }).refusal(login, { body: { email, password: `wrong ${email}` } });
    return { status, said: body.message };
  };
  const before = await guess(ana.email);
  browser.token = null;
  await begin(browser, ana);
  await mailsNow(2);
  expect(await guess(ana.email)).toEqual(before);
  expect(await guess('nobody@example.com')).toEqual(before);
  for (const challenge of ['made-up', ana.id])
    expect((await world.browser().refusal(contract.sendCode, { body: { challenge } })).body.status).toBe('step_expired');
  await mailsNow(2);
});

test('where more is asked for, a code by mail is not offered and not taken', async () => {
  const ana = await (await world.unit()).person('user', { membership: { authentication_level: 'app' } });
  const { browser, token } = await beginSetup(ana);
  expect((await browser.call(contract.setupForm, { body: { token } })).methods).toEqual(['app', 'passkey']);
  expect((await browser.refusal(contract.setupEmailStart, { body: { token } })).status).toBe(403);
  expect((await browser.refusal(contract.setupEmail, { body: { token, code: '123456' } })).status).toBe(403);
});
