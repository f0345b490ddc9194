/** Whoever signs in at a provider has no password here, by whichever door it is asked for. */
import * as account from '@vitrine/contract/signIn/account.ts';
import { forgotPassword, login, newPassword } from '@vitrine/contract/signIn/signIn.ts';
import * as steps from '@vitrine/contract/signIn/secondFactor.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openAuthenticator } from '#test/harness/authenticator.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);

const chosen = 'Girassol-amarelo-7';
let subnet = 0;
const stranger = () => world.browser({ ip: `203.0.${++subnet}.9` });

/** Somebody who had a password, a link for a new one and a passkey, before the account moved to the provider. */
async function moved(auth_method: string) {
  const { unit, admin } = await world.unitWithAdmin();
  const ana = await unit.person('user');
  const browser = await world.signIn(ana);
  const authenticator = openAuthenticator();
  const { challenge } = await browser.call(account.passkeyStart, {});
  await browser.call(account.passkeyAdd, { body: { name: 'Laptop', response: authenticator.make({ challenge }) } });
  await stranger().call(forgotPassword, { body: { email: ana.email } });
  const token = /\/new\/password\/([\w-]+)/.exec((await world.mailsTo(ana.email)).at(-1)?.text ?? '')?.[1] ?? '';
  expect(token).not.toBe('');
  await world.owner.run(query.updateTable('person').set({ auth_method }).where('id', '=', ana.id));
  const stored = async () => (await world.owner.run(query.selectFrom('person').select('password_hash').where('id', '=', ana.id)))[0];
  return { admin, ana, browser, authenticator, token, stored };
}

describe.each(['azure', 'saml'])('of somebody who signs in by %s', (method) => {
  test('the old password, a link from before, a change, an invitation and a passkey open nothing', async () => {
    const { admin, ana, browser, authenticator, token, stored } = await moved(method);
    const before = await stored();
    expect((await stranger().refusal(login, { body: { email: ana.email, password: ana.password } })).body.status).toBe(
      'error_user_or_password',
    );
    expect((await stranger().refusal(newPassword, { body: { token, password: chosen } })).body.status).toBe('password_not_changeable');
    expect((await browser.refusal(account.changePassword, { body: { current: ana.password, password: chosen } })).body.status).toBe(
      'password_not_changeable',
    );
    const invited = await admin.refusal(users.invite, { params: { id: ana.membership_id ?? '' }, body: {} });
    expect([invited.status, Object.keys(invited.body.errors ?? {})]).toEqual([422, ['email']]);
    const other = stranger();
    const { challenge } = await other.call(steps.passkeySignInOptions, {});
    const response = authenticator.answer({ challenge, counter: 1 });
    expect((await other.refusal(steps.passkeySignIn, { body: { response } })).body.status).toBe('passkey_refused');
    expect(await stored()).toEqual(before);
  });

  test('who forgot a password is told by mail where to go, and gets no link', async () => {
    const { ana } = await moved(method);
    const before = (await world.mailsTo(ana.email)).length;
    await stranger().call(forgotPassword, { body: { email: ana.email } });
    const mails = await world.mailsTo(ana.email);
    expect(mails).toHaveLength(before + 1);
    expect(mails.at(-1)?.text).not.toContain('/new/password/');
  });

  test('whoever is made after them has an account of their own and not their password', async () => {
    const { admin, ana, stored } = await moved(method);
    const before = await stored();
    const made = await admin.call(users.add, {
      body: { name: 'Bia', email: `bia-${method}@example.com`, clone_of: ana.membership_id ?? '', access: 'default_password' },
    });
    expect(made.person_id).not.toBe(ana.id);
    expect(await stored()).toEqual(before);
    expect((await stranger().refusal(login, { body: { email: made.email, password: ana.password } })).status).toBe(401);
  });
});
