import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import * as contract from '@vitrine/contract/signIn/secondFactor.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { Refused } from '#test/harness/browser.ts';
import { secondStepsIn } from '#test/harness/secondSteps.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const { begin, beginSetup, codeOf, credentials, later, strictUnit, withApp } = secondStepsIn(world);
const wrongCode = (secret: string) => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');

test('nobody is asked for more than a password where nobody wants more', async () => {
  const ana = await (await world.unit()).person('user');
  expect(await world.browser().login(ana)).toMatchObject({ user: { id: ana.id } });
});

test.each([
  ['its unit', async () => (await strictUnit()).person('user')],
  [
    'the partner of its unit',
    async () =>
      (
        await (await world.partner({ settings: { require_second_factor: true } })).unit({ settings: { require_second_factor: false } })
      ).person('user'),
  ],
  ['the own level', async () => (await world.unit()).person('user', { membership: { authentication_level: 'email' } })],
  ['another unit of theirs', async () => world.join(await (await world.unit()).person('user'), await strictUnit())],
  ['the role of a partner', async () => (await world.partner()).person({ staff: { authentication_level: 'required' } })],
  ['the role of an operator', async () => world.operator({ staff: { authentication_level: 'required' } })],
])('a second factor is asked for by %s, also of whoever is at the level none', async (_, make) => {
  const person = await make();
  await world.owner.run(
    query
      .updateTable('membership')
      .set({ authentication_level: 'none' })
      .where('person_id', '=', person.id)
      .where('authentication_level', '=', 'inherit'),
  );
  const { token } = await beginSetup(person);
  expect(token).toMatch(/^[\w-]{43}$/);
});

test('an app is set up at the sign-in, which then goes on', async () => {
  const ana = await (await strictUnit()).person('user');
  const { browser, token, recovery_codes } = await withApp(ana);
  expect(recovery_codes).toHaveLength(10);
  expect(new Set(recovery_codes).size).toBe(10);
  const signedIn = await browser.call(contract.setupFinish, { body: { token } });
  browser.token = signedIn.token;
  expect(await browser.call(getConfig, {})).toMatchObject({ intended: '/' });
  expect((await browser.refusal(contract.setupFinish, { body: { token } })).body.status).toBe('step_expired');
});

test('seeds and codes are stored so that the database alone gives none of them away', async () => {
  const ana = await (await strictUnit()).person('user');
  const { secret, recovery_codes } = await withApp(ana);
  const rows = await world.owner.run(query.selectFrom('second_factor').selectAll().where('person_id', '=', ana.id));
  const codes = await world.owner.run(query.selectFrom('recovery_code').selectAll().where('person_id', '=', ana.id));
  const stored = JSON.stringify([rows, codes]);
  for (const given of [secret, ...recovery_codes, ...recovery_codes.map((code) => code.replaceAll('-', ''))])
    expect(stored).not.toContain(given);
});

test('a code of the app finishes a sign-in, and works once', async () => {
  const ana = await (await strictUnit()).person('user');
  const { secret } = await withApp(ana);
  later(60);
  const browser = world.browser();
  const { challenge, method, methods } = await begin(browser, ana);
  expect([method, methods]).toEqual(['app', ['app', 'recovery']]);
  const code = codeOf(secret);
  expect((await browser.refusal(getConfig, {})).status).toBe(401);
  const signedIn = await browser.call(contract.verifyCode, { body: { challenge, code: `${code.slice(0, 3)} ${code.slice(3)}` } });
  expect(signedIn.user.id).toBe(ana.id);
  expect((await browser.refusal(contract.verifyCode, { body: { challenge, code } })).body.status).toBe('step_expired');

  const other = world.browser();
  const again = await begin(other, ana);
  const refused = await other.refusal(contract.verifyCode, { body: { challenge: again.challenge, code } });
  expect([refused.status, refused.body.errors]).toEqual([422, { code: ['O código está incorreto ou já foi usado.'] }]);
});

test('a code of a step before the last one is refused', async () => {
  const ana = await (await strictUnit()).person('user');
  const { secret } = await withApp(ana);
  later(90);
  const earlier = codeOf(secret, new Date(world.services.now().getTime() - 30_000));
  const [first, second] = [world.browser(), world.browser()];
  const steps = [await begin(first, ana), await begin(second, ana)];
  await first.call(contract.verifyCode, { body: { challenge: steps[0]?.challenge ?? '', code: codeOf(secret) } });
  expect((await second.refusal(contract.verifyCode, { body: { challenge: steps[1]?.challenge ?? '', code: earlier } })).status).toBe(422);
});

test('of fifty who send the same code at once, one comes in', async () => {
  const ana = await (await strictUnit()).person('user');
  const { secret } = await withApp(ana);
  later(60);
  const code = codeOf(secret);
  const open: { browser: Browser; challenge: string }[] = [];
  for (let begun = 0; begun < 10; begun++) {
    const browser = world.browser({ ip: `198.18.${begun}.1` });
    open.push({ browser, challenge: (await begin(browser, ana)).challenge });
  }
  const fifty = Array.from({ length: 5 }, () => open).flat();
  const answers = await Promise.allSettled(
    fifty.map(({ browser, challenge }) => browser.call(contract.verifyCode, { body: { challenge, code } })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('fifty wrong codes at once get five tries, and the right one waits as well', async () => {
  const ana = await (await strictUnit()).person('user');
  const { secret } = await withApp(ana);
  later(60);
  const browser = world.browser();
  const { challenge } = await begin(browser, ana);
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () => browser.call(contract.verifyCode, { body: { challenge, code: wrongCode(secret) } })),
  );
  const statuses = answers.map((answer) => (answer.status === 'rejected' && answer.reason instanceof Refused ? answer.reason.status : 0));
  expect([statuses.filter((status) => status === 422).length, statuses.filter((status) => status === 429).length]).toEqual([5, 45]);
  const right = await browser.refusal(contract.verifyCode, { body: { challenge, code: codeOf(secret) } });
  expect([right.status, Number(right.headers['retry-after']) > 0]).toEqual([429, true]);
});

test('who has the password gets no more guesses by beginning again, and the owner still comes in where they are known', async () => {
  const ana = await (await strictUnit()).person('user');
  const { browser: known, token, secret } = await withApp(ana);
  await known.call(contract.setupFinish, { body: { token } });
  later(60);
  let refused = 0;
  for (let begun = 0; begun < 6; begun++) {
    const thief = world.browser({ ip: `198.18.${begun}.9` });
    const { challenge } = await begin(thief, ana);
    for (let tries = 0; tries < 5; tries++) {
      if ((await thief.refusal(contract.verifyCode, { body: { challenge, code: wrongCode(secret) } })).status === 429) refused++;
    }
  }
  expect(refused).toBe(10);
  const { challenge } = await begin(known, ana);
  expect((await known.call(contract.verifyCode, { body: { challenge, code: codeOf(secret) } })).user.id).toBe(ana.id);
});

test('a recovery code works once, however it is typed, also for ten at once', async () => {
  const ana = await (await strictUnit()).person('user');
  const { recovery_codes } = await withApp(ana);
  const code = recovery_codes[3] ?? '';
  const browser = world.browser();
  const { challenge } = await begin(browser, ana);
  expect(
    (await browser.call(contract.verifyCode, { body: { challenge, code: ` ${code.toUpperCase().replaceAll('-', ' ')}` } })).user.id,
  ).toBe(ana.id);

  const next = recovery_codes[4] ?? '';
  const open: { other: Browser; challenge: string }[] = [];
  for (let begun = 0; begun < 10; begun++) {
    const other = world.browser({ ip: `198.18.${begun}.2` });
    open.push({ other, challenge: (await begin(other, ana)).challenge });
  }
  const answers = await Promise.allSettled(
    open.map((one) => one.other.call(contract.verifyCode, { body: { challenge: one.challenge, code: next } })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const last = open[0];
  expect((await last?.other.refusal(contract.verifyCode, { body: { challenge: last.challenge, code } }))?.status).not.toBe(200);
});

test('no step can be left out, and each belongs to the browser where it began', async () => {
  const ana = await (await strictUnit()).person('user');
  const { browser, token } = await beginSetup(ana);
  expect((await browser.refusal(contract.setupFinish, { body: { token } })).body.status).toBe('step_expired');
  expect((await browser.refusal(contract.verifyCode, { body: { challenge: token, code: '123456' } })).body.status).toBe('step_expired');
  for (const challenge of ['', 'made-up', token.slice(1)]) {
    expect((await browser.refusal(contract.verifyCode, { body: { challenge, code: '123456' } })).body.status).toBe('step_expired');
    expect((await browser.refusal(contract.setupApp, { body: { token: challenge, code: '123456' } })).body.status).toBe('step_expired');
  }
  const { secret, recovery_codes } = await withApp(ana);
  expect((await browser.refusal(contract.setupApp, { body: { token, code: codeOf(secret) } })).body.status).toBe('step_expired');
  const { challenge } = await begin(browser, ana);
  const elsewhere = world.browser();
  const code = recovery_codes[0] ?? '';
  expect((await elsewhere.refusal(contract.verifyCode, { body: { challenge, code } })).body.status).toBe('step_expired');
  expect((await browser.refusal(contract.setupAppStart, { body: { token: challenge } })).body.status).toBe('step_expired');
  later(601);
  expect((await browser.refusal(contract.verifyCode, { body: { challenge, code } })).body.status).toBe('step_expired');
});

test('who is blocked between the steps does not come in', async () => {
  const unit = await strictUnit();
  const ana = await unit.person('user');
  const { recovery_codes } = await withApp(ana);
  const browser = world.browser();
  const { challenge } = await begin(browser, ana);
  await world.owner.run(query.updateTable('membership').set({ state: 'blocked' }).where('person_id', '=', ana.id));
  expect((await browser.refusal(contract.verifyCode, { body: { challenge, code: recovery_codes[0] ?? '' } })).body.status).toBe('blocked');
});

test('a password that has to change is changed after the second step, not instead of it', async () => {
  const ana = await (await strictUnit()).person('user');
  const { recovery_codes } = await withApp(ana);
  await world.owner.run(query.updateTable('person').set({ must_change_password: true }).where('id', '=', ana.id));
  const browser = world.browser();
  const { challenge } = await begin(browser, ana);
  const { body } = await browser.refusal(contract.verifyCode, { body: { challenge, code: recovery_codes[0] ?? '' } });
  expect([body.status, typeof body.token]).toEqual(['user_change_password', 'string']);
});

test('a browser is trusted for thirty days where the unit allows it, and only there', async () => {
  const unit = await strictUnit();
  const ana = await unit.person('user');
  const { browser, token, recovery_codes } = await withApp(ana);
  await browser.call(contract.setupFinish, { body: { token } });
  const finish = async (index: number, trust_device: boolean) => {
    const { challenge } = await begin(browser, ana);
    await browser.call(contract.verifyCode, { body: { challenge, code: recovery_codes[index] ?? '', trust_device } });
  };
  await finish(0, true);
  expect((await begin(browser, ana)).may_trust).toBe(false);
  await world.owner.run(query.updateTable('tenant_setting').set({ trusted_devices: true }).where('tenant_id', '=', unit.id));
  await finish(1, false);
  await finish(2, true);
  expect(await browser.call(login, credentials(ana))).toMatchObject({ user: { id: ana.id } });
  await begin(world.browser(), ana);
  later(30 * 86_400 + 60);
  await begin(browser, ana);
});

test('people who sign in elsewhere keep what their provider asks for', async () => {
  const ana = await (await strictUnit()).person('user', { person: { auth_method: 'azure' } });
  expect((await world.browser().refusal(login, credentials(ana))).body.status).toBe('error_user_or_password');
});

test('who chose a second factor is asked for it also where nobody wants more', async () => {
  const unit = await strictUnit();
  const ana = await unit.person('user');
  await withApp(ana);
  await world.owner.run(query.updateTable('tenant_setting').set({ value: '{}' }).where('tenant_id', '=', unit.id));
  expect((await begin(world.browser(), ana)).methods).toEqual(['app', 'recovery']);
});
