import { getConfig } from '@vitrine/contract/settings/settings.ts';
import * as contract from '@vitrine/contract/signIn/secondFactorPolicy.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, expect, test } from 'vitest';
import type { Person } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);

const rules = { require_second_factor: true, admins_set_second_factor: true, trusted_devices: false };
const asked = async ({ email, password }: Person) => (await world.browser().refusal(login, { body: { email, password } })).body.status;
const giveApp = (person: Person) =>
  world.owner.run(
    query.insertInto('second_factor').values({ person_id: person.id, totp_secret: 'encrypted', totp_confirmed_at: new Date() }),
  );
const giveEmail = (person: Person) =>
  world.owner.run(query.insertInto('second_factor').values({ person_id: person.id, email_confirmed_at: new Date() }));

test('an administrator decides for the unit where the partner lets it, and it holds from the next sign-in on', async () => {
  const unit = await world.unit({ settings: { admins_set_second_factor: true } });
  const [admin, ana] = [await unit.person('admin'), await unit.person('user')];
  const [browser, inside] = [await world.signIn(admin), await world.signIn(ana)];
  const { unit: before } = await browser.call(contract.getPolicy, {});
  expect(before).toMatchObject({ require_second_factor: false, admins_set_second_factor: true });
  await browser.call(contract.savePolicy, { body: { ...rules, version: before.version } });
  expect(await asked(ana)).toBe('redirect_two_factor');
  await inside.call(getConfig, {});
  expect((await browser.refusal(contract.savePolicy, { body: { ...rules, version: before.version } })).body.status).toBe('conflict');
  const refused = await browser.refusal(contract.savePolicy, {
    body: { ...rules, admins_set_second_factor: false, version: before.version + 1 },
  });
  expect(refused.body.status).toBe('functionality_not_allowed');
});

test('without the permission an administrator neither sees nor changes it', async () => {
  const admin = await (await world.unit()).person('admin');
  const browser = await world.signIn(admin);
  expect((await browser.refusal(contract.getPolicy, {})).status).toBe(403);
  expect((await browser.refusal(contract.savePolicy, { body: { ...rules, version: 1 } })).status).toBe(403);
  expect((await browser.refusal(contract.listStopped, {})).status).toBe(403);
});

test('a partner asks for it in all its units, and in no other partner’s', async () => {
  const partner = await world.partner();
  const [one, two, foreign] = [
    await partner.unit(),
    await partner.unit({ settings: { require_second_factor: false } }),
    await world.unit(),
  ];
  const browser = await world.signIn(await partner.person({ unit: one }));
  const { partner: before } = await browser.call(contract.getPolicy, {});
  expect(before).toMatchObject({ require_second_factor: false, may_change: true });
  await browser.call(contract.savePartnerPolicy, { body: { require_second_factor: true, version: before.version } });
  for (const unit of [one, two]) expect(await asked(await unit.person('user'))).toBe('redirect_two_factor');
  const stranger = await foreign.person('user');
  expect((await world.browser().login(stranger)).user.id).toBe(stranger.id);
  const admin = await world.signIn(await one.person('admin'));
  expect(
    (await admin.refusal(contract.savePartnerPolicy, { body: { require_second_factor: false, version: before.version + 1 } })).status,
  ).toBe(403);
});

test('says before it is asked for who would be stopped by it tomorrow', async () => {
  const unit = await world.unit({ settings: { admins_set_second_factor: true } });
  const admin = await unit.person('admin');
  const [withApp, withMail, mailOnlyButApp, , sso, blocked] = [
    await unit.person('user'),
    await unit.person('user'),
    await unit.person('user', { membership: { authentication_level: 'app' } }),
    await unit.person('user', { person: { name: 'Zélia Ninguém' } }),
    await unit.person('user', { person: { auth_method: 'saml' } }),
    await unit.person('user', { membership: { state: 'blocked' } }),
  ];
  await giveApp(withApp);
  await giveEmail(withMail);
  await giveEmail(mailOnlyButApp);
  await (await world.unit()).person('user');
  const browser = await world.signIn(admin);
  const { data } = await browser.call(contract.listStopped, {});
  const emails = data.map(({ email }) => email);
  expect(emails).toHaveLength(3);
  expect(emails).toEqual(expect.arrayContaining([admin.email, mailOnlyButApp.email]));
  for (const person of [withApp, withMail, sso, blocked]) expect(emails).not.toContain(person.email);
  expect((await browser.call(contract.listStopped, { query: { q: 'zelia' } })).data).toHaveLength(1);
  expect((await browser.call(contract.getPolicy, {})).people).toEqual({ total: 6, strong: 1, email: 2, none: 2, elsewhere: 1 });
});

test('a partner is told how many it would be in each unit, and everybody once in all', async () => {
  const partner = await world.partner();
  const settings = { admins_set_second_factor: true };
  const [one, two] = [await partner.unit({ settings }), await partner.unit({ settings })];
  const [both, admin] = [await one.person('user'), await one.person('admin')];
  await two.person('user');
  await world.join(both, two);
  await giveApp(await two.person('user'));
  await (await partner.unit({ tenant: { state: 'closed' } })).person('user');
  await (await world.unit()).person('user');
  const partnerStaff = await world.signIn(await partner.person({ unit: one }));
  const told = (await partnerStaff.call(contract.getPolicy, {})).partner;
  expect(told.none).toBe(3);
  expect(new Map(told.units.map(({ name, none }) => [name, none]))).toEqual(
    new Map([
      [one.name, 2],
      [two.name, 2],
    ]),
  );
  expect((await (await world.signIn(admin)).call(contract.getPolicy, {})).partner).toMatchObject({ none: null, units: [] });
});

test('a lost second factor is taken away by an administrator: every session ends and a mail tells who did it', async () => {
  const unit = await world.unit();
  const [admin, ana] = [await unit.person('admin'), await unit.person('user')];
  await giveApp(ana);
  const [browser, inside] = [await world.signIn(admin), await world.signIn(ana)];
  await browser.call(contract.resetSecondFactor, { params: { id: ana.membership_id ?? '' } });
  expect((await inside.refusal(getConfig, {})).status).toBe(401);
  expect((await world.browser().login(ana)).user.id).toBe(ana.id);
  const mails = () => world.mailsTo(ana.email);
  await expect.poll(async () => (await mails())[0]?.text ?? '').toContain(admin.name);
  expect((await mails())[0]?.text).toContain('fale com o administrador da sua unidade');
  const lines = await world.owner.run(
    query
      .selectFrom('audit_log')
      .select(['actor_id', 'person_id', 'tenant_id'])
      .where('action', '=', 'second_factor.reset')
      .where('person_id', '=', ana.id),
  );
  expect(lines).toEqual([{ actor_id: admin.id, person_id: ana.id, tenant_id: unit.id }]);
});

test('nobody takes away the own one, one of another unit, or one that protects another unit too', async () => {
  const unit = await world.unit();
  const [admin, ana, both] = [await unit.person('admin'), await unit.person('user'), await unit.person('user')];
  await world.join(both, await world.unit());
  const browser = await world.signIn(admin);
  const reset = async (id: string | null) => (await browser.refusal(contract.resetSecondFactor, { params: { id: id ?? '' } })).body.status;
  expect(await reset(admin.membership_id)).toBe('not_yourself');
  expect(await reset(both.membership_id)).toBe('functionality_not_allowed');
  expect(await reset((await (await world.unit()).person('user')).membership_id)).toBe('not_found');
  // Whoever works for a partner stands above, also as a member of the unit.
  const above = await world.join(await (await world.partner()).person(), unit);
  expect(await reset(above.membership_id)).toBe('functionality_not_allowed');
  const reader = await world.signIn(ana);
  expect((await reader.refusal(contract.resetSecondFactor, { params: { id: both.membership_id ?? '' } })).status).toBe(403);
});
