/** Whatever was set up is asked for before anything new is set up, also where it is not enough or does not work. */
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import * as contract from '@vitrine/contract/signIn/secondFactor.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { secondStepsIn } from '#test/harness/secondSteps.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));
const { begin, beginSetup, codeOf, codesIn, later, mailedCode, strictUnit, withApp } = secondStepsIn(world);

/** Somebody with a code by mail and recovery codes, of whom an app is asked from now on. */
async function outgrown() {
  const ana = await (await strictUnit()).person('user');
  const { browser, token } = await beginSetup(ana);
  await browser.call(contract.setupEmailStart, { body: { token } });
  const { recovery_codes } = await browser.call(contract.setupEmail, { body: { token, code: await mailedCode(ana.email) } });
  await world.owner.run(query.updateTable('membership').set({ authentication_level: 'app' }).where('person_id', '=', ana.id));
  later(120);
  return { ana, recovery_codes };
}

test('where more is asked for than what was set up, that is asked for first: the password alone sets up nothing', async () => {
  const { ana } = await outgrown();
  const browser = world.browser();
  const { challenge, method, methods, may_trust } = await begin(browser, ana);
  expect({ method, methods, may_trust }).toEqual({ method: 'email', methods: ['email', 'recovery'], may_trust: false });
  for (const endpoint of [contract.setupForm, contract.setupAppStart])
    expect((await browser.refusal(endpoint, { body: { token: challenge } })).body.status).toBe('step_expired');
  await expect.poll(async () => (await codesIn(ana.email)).length).toBe(2);
  const code = await mailedCode(ana.email);
  const { body } = await browser.refusal(contract.verifyCode, { body: { challenge, code } });
  expect(body.status).toBe('redirect_two_factor');
  expect((await browser.refusal(getConfig, {})).status).toBe(401);
  expect((await browser.refusal(contract.verifyCode, { body: { challenge, code } })).body.status).toBe('step_expired');

  const token = body.token ?? '';
  expect((await browser.call(contract.setupForm, { body: { token } })).methods).toEqual(['app', 'passkey']);
  const { secret } = await browser.call(contract.setupAppStart, { body: { token } });
  await browser.call(contract.setupApp, { body: { token, code: codeOf(secret) } });
  expect((await browser.call(contract.setupFinish, { body: { token } })).user.id).toBe(ana.id);
  expect((await begin(world.browser(), ana)).methods).toEqual(['app', 'recovery']);
});

test('a recovery code proves what was set up as well, and once', async () => {
  const { ana, recovery_codes } = await outgrown();
  const browser = world.browser();
  const { challenge } = await begin(browser, ana);
  const body = { challenge, code: recovery_codes[0] ?? '' };
  expect((await browser.refusal(contract.verifyCode, { body })).body.status).toBe('redirect_two_factor');
  const again = await begin(browser, ana);
  expect((await browser.refusal(contract.verifyCode, { body: { ...body, challenge: again.challenge } })).status).toBe(422);
});

test.each([
  ['asked for', 'inherit'],
  ['not asked for', 'none'],
] as const)('a passkey of another site protects the account here too, where a second factor is %s', async (_, authentication_level) => {
  const unit = authentication_level === 'none' ? await world.unit() : await strictUnit();
  const ana = await unit.person('user');
  await world.owner.run(
    query.insertInto('passkey').values({
      id: uuidv7(),
      person_id: ana.id,
      rp_id: 'elsewhere.example',
      credential_id: uuidv7(),
      public_key: Buffer.from('its key'),
      name: 'Phone',
    }),
  );
  const browser = world.browser();
  const { challenge, method, methods } = await begin(browser, ana);
  expect([method, methods]).toEqual(['recovery', ['recovery']]);
  expect((await browser.refusal(contract.verifyCode, { body: { challenge, code: 'AAAAA-AAAAA' } })).status).toBe(422);
  expect((await browser.refusal(contract.setupAppStart, { body: { token: challenge } })).body.status).toBe('step_expired');
});

test.each(['app', 'passkey'] as const)(
  'a set-up that another browser opened before ends as soon as there is something to prove: %s',
  async (what) => {
    const ana = await (await strictUnit()).person('user');
    const former = await beginSetup(ana);
    const { secret } = await former.browser.call(contract.setupAppStart, { body: { token: former.token } });
    later(60);
    if (what === 'app') await withApp(ana);
    else
      await world.owner.run(
        query.insertInto('passkey').values({
          id: uuidv7(),
          person_id: ana.id,
          rp_id: 'localhost',
          credential_id: uuidv7(),
          public_key: Buffer.from('its key'),
          name: 'Phone',
          created_at: world.services.now(),
        }),
      );
    const { browser, token } = former;
    for (const refused of [
      browser.refusal(contract.setupForm, { body: { token } }),
      browser.refusal(contract.setupAppStart, { body: { token } }),
      browser.refusal(contract.setupApp, { body: { token, code: codeOf(secret) } }),
      browser.refusal(contract.setupPasskeyOptions, { body: { token } }),
      browser.refusal(contract.setupFinish, { body: { token } }),
    ])
      expect((await refused).body.status).toBe('step_expired');
    expect((await begin(world.browser(), ana)).status).toBe('two_factor');
  },
);

test('who has set something up in this step may set up more and finish it', async () => {
  const ana = await (await strictUnit()).person('user');
  const { browser, token } = await withApp(ana);
  later(60);
  await browser.call(contract.setupEmailStart, { body: { token } });
  await browser.call(contract.setupEmail, { body: { token, code: await mailedCode(ana.email) } });
  expect((await browser.call(contract.setupFinish, { body: { token } })).user.id).toBe(ana.id);
});
