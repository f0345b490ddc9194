/** Passwords are off for a mail domain: who still comes in, what everybody else is told, and that one administrator always stays. */
import * as account from '@vitrine/contract/signIn/account.ts';
import * as entra from '@vitrine/contract/signIn/entra.ts';
import * as registration from '@vitrine/contract/signIn/registration.ts';
import { changeCompany, forgotPassword, login, loginConfig, newPassword } from '@vitrine/contract/signIn/signIn.ts';
import * as steps from '@vitrine/contract/signIn/secondFactor.ts';
import * as contract from '@vitrine/contract/signIn/ssoOnly.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { PlatformJob } from '#domain/jobs/defineJob.ts';
import { openAuthenticator } from '#test/harness/authenticator.ts';
import type { Browser } from '#test/harness/browser.ts';
import { openEntraWorld } from '#test/harness/entra.ts';
import type { Person } from '#test/harness/population.ts';
import { isServed } from '#test/harness/sessions.ts';
import { jobs } from '#jobs.ts';

const { world, somebody, trusting, link, signIn, close } = await openEntraWorld();
afterAll(close);
afterEach(() => world.setTime(null));

let network = 0;

/** A unit whose directory vouches for a domain, an administrator of another domain, and a reader of this one. */
async function scene() {
  const directory = await trusting({ first_time: true });
  const { unit, host, domain } = directory;
  const boss = await unit.person('admin', { person: { email: `boss@keeps-${domain}` } });
  const ana = await unit.person('user', { person: { email: `ana@${domain}` } });
  const stranger = () => world.browser({ host, ip: `203.0.${(network += 1)}.9` });
  const admin = await world.signIn(boss, { host });
  const save = async (domains: string[], keepers: Person[] = [], by: Browser = admin) => {
    const { version } = await by.call(contract.get, {});
    return { body: { domains, membership_ids: keepers.map(({ membership_id }) => membership_id ?? ''), version } };
  };
  const off = async (keepers: Person[] = []) => admin.call(contract.update, await save([domain], keepers));
  const refused = async (domains: string[], keepers: Person[] = []) =>
    (await admin.refusal(contract.update, await save(domains, keepers))).body.status;
  return { directory, unit, host, domain, boss, ana, admin, stranger, save, off, refused };
}

const wordOf = async (browser: Browser, { email, password }: { email: string; password: string }) =>
  (await browser.refusal(login, { body: { email, password } })).body.status;

test('whoever has an address of the domain comes in by the directory alone; sessions that began with a password end', async () => {
  const { directory, ana, boss, host, off, stranger } = await scene();
  const inside = await world.signIn(ana, { host });
  const shown = await off();
  expect(shown.domains).toEqual([{ domain: directory.domain, people: 1, unlinked: 1 }]);
  expect(await isServed(inside)).toBe(false);
  expect(await wordOf(stranger(), ana)).toBe('sso_required');
  const one = somebody(ana.email);
  await link(directory, ana.membership_id, one);
  const { browser, signedIn } = await signIn(directory, one);
  expect(signedIn.user.id).toBe(ana.id);
  expect((await browser.call(account.overview, {})).password.changeable).toBe(false);
  // Another domain is nobody's matter.
  expect((await stranger().login(boss)).user.id).toBe(boss.id);
});

test('the sign-in page knows the domains of its host, and no other host does', async () => {
  const { domain, off, stranger } = await scene();
  await off();
  expect((await stranger().call(loginConfig, { body: {} })).sso_domains).toEqual([domain]);
  expect((await world.browser().call(loginConfig, { body: {} })).sso_domains).toEqual([]);
});

test('the answer is the same for somebody who exists, who does not, for the right password, and for who keeps one', async () => {
  const { domain, unit, ana, off, stranger } = await scene();
  const keeper = await unit.person('admin', { person: { email: `keeper@${domain}` } });
  await off([keeper]);
  const asked = [ana, { ...ana, password: 'wrong-horse-7' }, { email: `nobody@${domain}`, password: 'x' }, { ...keeper, password: 'x' }];
  const answers = await Promise.all(asked.map(({ email, password }) => stranger().refusal(login, { body: { email, password } })));
  expect(new Set(answers.map(({ status, body }) => [status, body.status, body.message, body.retry_after].join()))).toHaveLength(1);
  expect(answers[0]?.body.status).toBe('sso_required');
  expect((await stranger().login(keeper)).user.id).toBe(keeper.id);
  // The right password counts as a guess like a wrong one: trying tells nothing.
  const browser = stranger();
  for (let tries = 0; tries < 10; tries += 1) await wordOf(browser, ana);
  const full = await browser.refusal(login, { body: { email: ana.email, password: ana.password } });
  expect([full.status, full.body.status]).toEqual([429, 'error_user_or_password']);
});

test('a passkey, a link from before, a change and a new link open nothing', async () => {
  const { admin, ana, host, off, stranger, boss } = await scene();
  const own = await world.signIn(ana, { host });
  const authenticator = openAuthenticator({ origin: `https://${host}`, rpId: host });
  const { challenge: asked } = await own.call(account.passkeyStart, {});
  await own.call(account.passkeyAdd, { body: { name: 'Laptop', response: authenticator.make({ challenge: asked }) } });
  await stranger().call(forgotPassword, { body: { email: ana.email } });
  const tokenIn = async (email: string) => /\/new\/password\/([\w-]+)/.exec((await world.mailsTo(email)).at(-1)?.text ?? '')?.[1];
  const token = (await tokenIn(ana.email)) ?? '';
  expect(token).not.toBe('');
  await off();
  const other = stranger();
  const { challenge } = await other.call(steps.passkeySignInOptions, {});
  const response = authenticator.answer({ challenge, counter: 1 });
  expect((await other.refusal(steps.passkeySignIn, { body: { response } })).body.status).toBe('sso_required');
  const chosen = { token, password: 'Girassol-amarelo-7' };
  const refusal = await stranger().refusal(newPassword, { body: chosen });
  expect(refusal.body).toMatchObject({
    status: 'password_not_changeable',
    message: 'Seu método de autenticação não permite alterar a senha!',
  });
  await stranger().call(forgotPassword, { body: { email: ana.email } });
  expect(await tokenIn(ana.email)).toBeUndefined();
  // Who has a password of another domain gets the link as ever.
  await stranger().call(forgotPassword, { body: { email: boss.email } });
  expect(await tokenIn(boss.email)).toBeDefined();
  expect(await isServed(admin)).toBe(true);
});

test('a password that another unit takes opens that one, and no way leads from there', async () => {
  const { ana, unit, off } = await scene();
  const open = await world.unit();
  await world.join(ana, open);
  await off();
  const browser = world.browser();
  expect((await browser.login(ana)).tenant_id).toBe(open.id);
  expect((await browser.refusal(changeCompany, { body: { tenant_id: unit.id } })).body.status).toBe('sso_required');
  expect((await browser.call(account.overview, {})).password.changeable).toBe(true);
});

test('whoever is added, invited again or imported is led to the directory, which knows them from then on', async () => {
  const { admin, directory, domain, off, stranger } = await scene();
  await off();
  const body = { name: 'Bia', email: `bia@${domain}`, access: 'invitation' as const };
  const refused = await admin.refusal(users.add, { body: { ...body, access: 'default_password' } });
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['access']);
  const { id, person_id } = await admin.call(users.add, { body });
  await world.runJobs();
  const mails = await world.mailsTo(body.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).not.toContain('/new/password/');
  expect(mails[0]?.text).toContain('/signin');
  const { people } = await admin.call(entra.people, { params: { id: directory.id }, query: { q: body.email } });
  expect(people).toMatchObject([{ id, state: 'invited' }]);
  expect((await signIn(directory, somebody(body.email))).signedIn.user.id).toBe(person_id);
  await admin.call(users.invite, { params: { id }, body: {} });
  await world.runJobs();
  expect((await world.mailsTo(body.email)).at(-1)?.text).not.toContain('/new/password/');
  expect(await wordOf(stranger(), { email: body.email, password: 'x' })).toBe('sso_required');
});

test('nobody registers a password of the domain', async () => {
  const { domain, unit, off, stranger } = await scene();
  await world.owner.run(sql`update tenant set self_registration = true where id = ${unit.id}`);
  await world.owner.run(sql`update tenant_setting set value = value || '{"enable_auto_register": true}' where tenant_id = ${unit.id}`);
  const email = `new@${domain}`;
  const body = { email, language: 'pt-BR' as const };
  const browser = stranger();
  await browser.call(registration.register, { body });
  const token = /#([\w-]+)/.exec((await world.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';
  await off();
  expect(Object.keys((await browser.refusal(registration.register, { body })).body.errors ?? {})).toEqual(['email']);
  expect((await browser.refusal(registration.registerForm, { body: { token } })).body.status).toBe('sso_required');
});

describe('one administrator with a password stays', () => {
  /** The only administrator whose password the unit takes, and another one of the domain who takes every step. */
  async function last() {
    const known = await scene();
    const { unit, host, domain, boss, directory, off } = known;
    const other = await unit.person('admin', { person: { email: `other@${domain}` } });
    const one = somebody(other.email);
    await link(directory, other.membership_id, one);
    await off();
    const { browser } = await signIn(directory, one);
    const params = { id: boss.membership_id ?? '' };
    const user = await browser.call(users.get, { params });
    return { ...known, host, other, browser, params, user };
  }

  test('when the domain is closed', async () => {
    const { domain, boss, unit, refused, admin, save } = await scene();
    const own = `keeps-${domain}`;
    expect(await refused([domain, own])).toBe('last_password_admin');
    // A keeper without a password keeps nothing.
    const invited = await unit.person('admin', { person: { email: `new@${own}`, password_hash: null } });
    expect(await refused([domain, own], [invited])).toBe('last_password_admin');
    await admin.call(contract.update, await save([domain, own], [boss]));
    expect(await refused([domain, own])).toBe('last_password_admin');
    await admin.call(contract.update, await save([], []));
  });

  test.each([
    ['is made a reader', (user: object) => ({ ...user, role: 'user' as const })],
    ['gets an address of the domain', (user: object, domain: string) => ({ ...user, email: `boss@${domain}` })],
  ])('when the account %s', async (_name, changed) => {
    const { browser, params, user, domain } = await last();
    const { user_group_ids = [] } = user as { user_group_ids?: string[] };
    const body = users.update.body.strip().parse({ ...changed(user, domain), user_group_ids }) as never;
    expect((await browser.refusal(users.update, { params, body })).body.status).toBe('last_password_admin');
  });

  test('when the account is blocked or erased, by hand or by a date', async () => {
    const { browser, params, boss } = await last();
    for (const action of ['blocked', 'inactive', 'deactivated'] as const)
      expect((await browser.refusal(users.bulk, { body: { action, membership_ids: [params.id] } })).body.status).toBe(
        'last_password_admin',
      );
    const confirm = boss.name.toUpperCase().replaceAll(' ', '_');
    expect((await browser.refusal(users.erase, { params, query: { confirm } })).body.status).toBe('last_password_admin');
    await world.owner.run(sql`update membership set block_on = current_date - 1 where id = ${params.id}`);
    await world.runJobs(jobs.find(({ name }) => name === 'user.scheduled') as PlatformJob);
    const [row] = await world.owner.run(sql<{ state: string }>`select state from membership where person_id = ${boss.id}`);
    expect(row?.state).toBe('active');
  });

  test.each([
    ['moves to single sign-on', sql`update person set auth_method = 'saml'`],
    ['loses its password', sql`update person set password_hash = null`],
  ])('when the account %s', async (_name, statement) => {
    const { boss } = await last();
    const moving = world.services.database.run({ kind: 'identity' } as never, sql`${statement} where id = ${boss.id}`);
    await expect(moving).rejects.toMatchObject({ code: 'VT017' });
  });

  test('two who give up their passwords at once do not both succeed', async () => {
    const { admin, unit, host, domain, boss, save } = await scene();
    const second = await unit.person('admin', { person: { email: `second@keeps-${domain}` } });
    await admin.call(contract.update, await save([domain]));
    const [one, other] = [boss, second];
    const browsers = [await world.signIn(one, { host }), await world.signIn(other, { host })];
    const demote = async (browser: Browser | undefined, whom: Person) => {
      const params = { id: whom.membership_id ?? '' };
      const user = await browser?.call(users.get, { params });
      const body = users.update.body.strip().parse({ ...user, role: 'user', user_group_ids: [] }) as never;
      return browser?.call(users.update, { params, body });
    };
    const ends = await Promise.allSettled([demote(browsers[0], other), demote(browsers[1], one)]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

test('passwords go off only where there is another way, and the last way stays while they are off', async () => {
  const { directory, domain, admin, refused, off, save } = await scene();
  const { unit: bare, admin: lonely } = await world.unitWithAdmin();
  const asked = await lonely.refusal(contract.update, { body: { domains: [domain], membership_ids: [], version: 1 } });
  expect(asked.body.status).toBe('sso_no_way');
  expect(bare.id).not.toBe(directory.unit.id);
  await off();
  const { directories } = await admin.call(entra.list, {});
  const [{ id, directory_id: _same, linked: _l, invited: _i, ...values }] = directories as [(typeof directories)[number]];
  const refusal = await admin.refusal(entra.update, { params: { id }, body: { ...values, active: false } });
  expect(refusal.body.status).toBe('sso_last_way');
  expect(refusal.body.message).toContain(domain);
  expect((await admin.refusal(entra.remove, { params: { id } })).body.status).toBe('sso_last_way');
  await admin.call(contract.update, await save([]));
  await admin.call(entra.remove, { params: { id } });
  expect(await refused([domain])).toBe('sso_no_way');
});

test('readers and other units change nothing, and a foreign administrator is nobody', async () => {
  const { ana, host, admin, domain, save } = await scene();
  const reader = await world.signIn(ana, { host });
  const body = { domains: [domain], membership_ids: [], version: 1 };
  expect((await reader.refusal(contract.update, { body })).status).toBe(403);
  expect((await reader.refusal(contract.get, {})).status).toBe(403);
  const foreign = await (await world.unit()).person('admin');
  expect((await admin.refusal(contract.update, await save([domain], [foreign]))).status).toBe(404);
  expect((await admin.call(contract.get, {})).domains).toEqual([]);
});
