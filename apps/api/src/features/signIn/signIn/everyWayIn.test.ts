/**
 * Every way in obeys one order of checks (docs/reference/product-rules.md 2.1): state, domain, trial, maintenance, address, hours, terms.
 * The state is put into the database after the proof began, so that what decides is the last step of each way.
 */
import * as account from '@vitrine/contract/signIn/account.ts';
import { embeddedReports, enter as embed } from '@vitrine/contract/embedding/embedding.ts';
import { finish } from '@vitrine/contract/signIn/entra.ts';
import { finish as finishSaml } from '@vitrine/contract/signIn/saml.ts';
import * as playlists from '@vitrine/contract/playlists/playlists.ts';
import * as registration from '@vitrine/contract/signIn/registration.ts';
import * as remote from '@vitrine/contract/signIn/remoteAccess.ts';
import { arriveFromOtherDomain, changeCompany, forgotPassword, login, newPassword, timezones } from '@vitrine/contract/signIn/signIn.ts';
import { passkeySignIn, passkeySignInOptions, verifyCode } from '@vitrine/contract/signIn/secondFactor.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { openAuthenticator } from '#test/harness/authenticator.ts';
import type { Browser } from '#test/harness/browser.ts';
import { Refused } from '#test/harness/browser.ts';
import { embeddingScene } from '#test/harness/embedding.ts';
import { openEntraWorld } from '#test/harness/entra.ts';
import type { Person, Unit } from '#test/harness/population.ts';
import { openSamlWorld } from '#test/harness/saml.ts';
import { sessionsOf } from '#test/harness/sessions.ts';
import { query } from '#platform/database/query.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world, somebody, trusting, link, comeBack, close } = await openEntraWorld();
const saml = await openSamlWorld(world);
afterAll(close);

type Begun = { unit: Unit; person: Person; goOn: () => Promise<unknown> };

let network = 0;
const stranger = (host?: string) => world.browser({ ...(host === undefined ? {} : { host }), ip: `203.0.${(network += 1)}.7` });

/** The first call of whoever came in. */
async function look(browser: Browser, answer: unknown): Promise<void> {
  browser.token = (answer as { token: string }).token;
  await browser.call(timezones, {});
}

/** A unit on a host of its own that trusts a directory, and a reader of it. */
async function scene() {
  const directory = await trusting({}, { settings: { allow_access_remote: true } });
  const { unit, host, domain } = directory;
  const person = await unit.person('user', { person: { email: `ana@${domain}` } });
  return { directory, unit, host, person };
}

/** Somebody of two units who is signed in to the other one, with a password. */
async function elsewhere() {
  const made = await scene();
  const from = `other.${made.host}`;
  const other = await (await world.unit({ host: from })).person('admin');
  await world.join(other, made.unit);
  const browser = await world.signIn(other, { host: from });
  const [row] = await world.owner.run(
    sql<{ id: string }>`select id from membership where person_id = ${other.id} and tenant_id = ${made.unit.id}`,
  );
  return { ...made, browser, person: { ...other, membership_id: row?.id ?? '' } };
}

const ways = {
  async password() {
    const { unit, host, person } = await scene();
    const browser = stranger(host);
    const body = { email: person.email, password: person.password };
    return { unit, person, goOn: async () => look(browser, await browser.call(login, { body })) };
  },
  async second_factor() {
    const { unit, host, person } = await scene();
    const own = await world.signIn(person, { host });
    const { secret } = await own.call(account.appStart, {});
    const code = new TOTP({ secret }).generate({ timestamp: world.services.now().getTime() });
    const { recovery_codes } = await own.call(account.appConfirm, { body: { code } });
    const browser = stranger(host);
    const step = await browser.call(login, { body: { email: person.email, password: person.password } });
    const challenge = 'challenge' in step ? step.challenge : '';
    const body = { challenge, code: recovery_codes[0] ?? '', trust_device: false };
    return { unit, person, goOn: async () => look(browser, await browser.call(verifyCode, { body })) };
  },
  async passkey() {
    const { unit, host, person } = await scene();
    const own = await world.signIn(person, { host });
    const authenticator = openAuthenticator({ origin: `https://${host}`, rpId: host });
    const made = await own.call(account.passkeyStart, {});
    await own.call(account.passkeyAdd, { body: { name: 'Laptop', response: authenticator.make(made) } });
    const browser = stranger(host);
    const { challenge } = await browser.call(passkeySignInOptions, {});
    const body = { response: authenticator.answer({ challenge, counter: 1 }) };
    return { unit, person, goOn: async () => look(browser, await browser.call(passkeySignIn, { body })) };
  },
  async entra() {
    const { directory, unit, host, person } = await scene();
    const one = somebody(`somebody-${person.id}@elsewhere.example`);
    await link(directory, person.membership_id, one);
    const browser = stranger(host);
    const body = await comeBack(browser, directory, one);
    return { unit, person, goOn: async () => look(browser, await browser.call(finish, { body })) };
  },
  async saml() {
    const app = await saml.trusting();
    const person = await app.unit.person('user', { person: { email: `ana@${app.domain}` } });
    const browser = stranger(app.host);
    const body = { code: await saml.comeBack(browser, app, person.email) };
    return { unit: app.unit, person, goOn: async () => look(browser, await browser.call(finishSaml, { body })) };
  },
  async change() {
    const { unit, person, browser } = await elsewhere();
    return { unit, person, goOn: () => browser.call(changeCompany, { body: { tenant_id: unit.id } }) };
  },
  async arrival() {
    const { unit, host, person, browser } = await elsewhere();
    const answer = await browser.call(changeCompany, { body: { tenant_id: unit.id } });
    const body = { token: 'token' in answer ? answer.token : '' };
    const there = world.browser({ host });
    return { unit, person, goOn: async () => look(there, await there.call(arriveFromOtherDomain, { body })) };
  },
  async embedded() {
    const { unit, ana, token } = await embeddingScene(world);
    const browser = stranger();
    const body = { token: await token() };
    return {
      unit,
      person: ana,
      async goOn() {
        browser.token = (await browser.call(embed, { body })).token;
        await browser.call(embeddedReports, {});
      },
    };
  },
  async display() {
    const { unit, host, person } = await scene();
    const [playlist_id, token] = [uuidv7(), newToken()];
    const named = { tenant_id: unit.id, name: 'Wall' };
    await world.owner.run(query.insertInto('playlist').values({ ...named, id: playlist_id, owner_id: person.id, shared: true }));
    const screen = { playlist_id, token_hash: hashToken(token), membership_id: person.membership_id ?? '' };
    const expires_at = new Date(Date.now() + 86_400_000);
    await world.owner.run(query.insertInto('playlist_link').values({ ...named, ...screen, id: uuidv7(), expires_at }));
    const browser = stranger(host);
    return {
      unit,
      person,
      async goOn() {
        browser.token = (await browser.call(playlists.loginPlaylist, { body: { token } })).token;
        await browser.call(playlists.show, { params: { id: playlist_id } });
      },
    };
  },
  async remote() {
    const { unit, host, person } = await scene();
    const [asker, own] = [await world.signIn(await unit.person('admin'), { host }), await world.signIn(person, { host })];
    const wish = { membership_id: person.membership_id ?? '', reason: 'Conferir os filtros', minutes: 30 as const, mode: 'read' as const };
    const { id } = await asker.call(remote.ask, { body: wish });
    await own.call(remote.answer, { params: { id }, body: { mode: 'read', word: '' } });
    return { unit, person, goOn: async () => look(asker, await asker.call(remote.enter, { params: { id } })) };
  },
} satisfies Record<string, () => Promise<Begun>>;
type Way = keyof typeof ways;

type Place = { tenant_id: string; partner_id: string; membership_id: string };
type Set = (place: Place) => RawBuilder<unknown>[];

const member =
  (state: string): Set =>
  ({ membership_id }) => [sql`update membership set state = ${state} where id = ${membership_id}`];
const trial: Set = ({ tenant_id }) => [sql`update tenant set state = 'trial', trial_ends_on = '2020-01-01' where id = ${tenant_id}`];
const suspended: Set = ({ tenant_id }) => [sql`update tenant set state = 'suspended' where id = ${tenant_id}`];
const maintained: Set = ({ partner_id }) => [
  sql`update partner set maintenance_until = now() + interval '1 hour' where id = ${partner_id}`,
];
const addresses: Set = ({ tenant_id }) => [
  sql`update tenant_setting set value = value || '{"ip": true, "allowed_addresses": [{"address": "10.0.0.0/8"}]}' where tenant_id = ${tenant_id}`,
];
/** Open on one day of the week, which is not today anywhere. */
const hours: Set = ({ tenant_id, membership_id }) => {
  const ranges = JSON.stringify([{ day: (new Date().getUTCDay() + 3) % 7, start: '00:00', end: '01:00' }]);
  return [
    sql`
      with s as (insert into shift (tenant_id, id, name, ranges) values (${tenant_id}, uuid_v7(), 'Shift', ${ranges}::jsonb) returning tenant_id, id)
      insert into shift_membership (tenant_id, shift_id, membership_id) select tenant_id, id, ${membership_id}::uuid from s`,
  ];
};
const passwordsOff: Set = ({ tenant_id, membership_id }) => [
  sql`
    update tenant_setting set password_off_domains = array[(
      select split_part(p.email, '@', 2) from membership m join person p on p.id = m.person_id where m.id = ${membership_id})]
    where tenant_id = ${tenant_id}`,
];
const terms: Set = ({ tenant_id }) => [
  sql`
    with t as (insert into term (tenant_id, id, title, text, place) values (${tenant_id}, uuid_v7(), 'Terms', 'Text', 'login') returning id, title, text)
    insert into term_version (tenant_id, id, term_id, number, title, text, text_hash) select ${tenant_id}, uuid_v7(), id, 1, title, text, '\\x01' from t`,
];
const both =
  (...sets: Set[]): Set =>
  (place) =>
    sets.flatMap((set) => set(place));

/** What a display and a session that acts for somebody say of a unit that is closed: that they are over. */
const over = { display: 'token_invalid', remote: 'token_invalid' } as const;
/** These are looked at with their first call: an address outside of the list ends a session, maintenance does not. */
const later = { display: 'ip_not_allowed', remote: 'ip_not_allowed' } as const;
/** Their reader is not whoever sits in front of them, who is told no more. */
const lost = { embedded: 'embed_reader_blocked', display: 'link_used', remote: 'remote_access_over' } as const;

type Row = { state: string; set: Set; everywhere: string; but?: Partial<Record<Way, string>> };

const rows: Row[] = [
  { state: 'nothing is in the way', set: () => [], everywhere: 'in' },
  {
    state: 'the unit takes no passwords',
    set: passwordsOff,
    everywhere: 'sso_required',
    but: { entra: 'in', saml: 'in', embedded: 'in', display: 'in', remote: 'in' },
  },
  { state: 'deactivated', set: member('deactivated'), everywhere: 'user_disable', but: lost },
  { state: 'inactive', set: member('inactive'), everywhere: 'inactive', but: lost },
  { state: 'blocked', set: member('blocked'), everywhere: 'blocked', but: lost },
  { state: 'the trial is over', set: trial, everywhere: 'finish_test', but: over },
  { state: 'the unit is suspended', set: suspended, everywhere: 'unit_suspended', but: over },
  { state: 'maintenance', set: maintained, everywhere: 'maintenance' },
  { state: 'another address', set: addresses, everywhere: 'ip_not_allowed' },
  // A display shows its playlist at night as well.
  { state: 'outside the hours', set: hours, everywhere: 'hours_not_allowed', but: { display: 'in' } },
  // A wall and a page of another site accept nothing, and a change has not arrived yet; who acts for somebody owes the own terms first.
  { state: 'terms are due', set: terms, everywhere: 'terms_pending', but: { change: 'in', embedded: 'in', display: 'in' } },
  {
    state: 'blocked before the trial',
    set: both(member('blocked'), trial),
    everywhere: 'blocked',
    but: { ...over, embedded: 'finish_test', display: 'link_used' },
  },
  { state: 'the trial before maintenance', set: both(trial, maintained), everywhere: 'finish_test', but: over },
  { state: 'maintenance before the address', set: both(maintained, addresses), everywhere: 'maintenance', but: later },
  { state: 'the address before the hours', set: both(hours, addresses), everywhere: 'ip_not_allowed' },
  {
    state: 'the hours before the terms',
    set: both(terms, hours),
    everywhere: 'hours_not_allowed',
    but: { display: 'in', remote: 'terms_pending' },
  },
];

/** The word that a way ends with. */
async function wordOf({ goOn }: Begun): Promise<string> {
  try {
    await goOn();
    return 'in';
  } catch (error) {
    if (error instanceof Refused) return error.body.status;
    throw error;
  }
}

test.each(rows)('$state: the same by every way', async ({ set, everywhere, but = {} }) => {
  const said: Record<string, string> = {};
  for (const [way, begin] of Object.entries(ways)) {
    const begun = await begin();
    const { unit, person } = begun;
    for (const statement of set({ tenant_id: unit.id, partner_id: unit.partner_id ?? '', membership_id: person.membership_id ?? '' }))
      await world.owner.run(statement);
    said[way] = await wordOf(begun);
  }
  expect(said).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, but[way as Way] ?? everywhere])));
});

test('a mailed link opens no session: whoever used it comes in by a way above', async () => {
  const { person, host } = await scene();
  const browser = stranger(host);
  await browser.call(forgotPassword, { body: { email: person.email } });
  const token = /\/new\/password\/([\w-]+)/.exec((await world.mailsTo(person.email)).at(-1)?.text ?? '')?.[1] ?? '';
  await browser.call(newPassword, { body: { token, password: 'Girassol-amarelo-7' } });
  expect(await sessionsOf(world, person)).toEqual([]);
  expect([...browser.cookies.keys()]).not.toContain('__Host-vitrine');
});

test('the end of a registration opens no session either, also of somebody who is let in without a decision', async () => {
  const { unit, host, domain } = await trusting({}, { settings: { enable_auto_register: true } });
  await unit.person('admin');
  const lists = { registration_domains: [domain], trusted_domains: [domain] };
  await world.owner.run(query.updateTable('tenant_setting').set(lists).where('tenant_id', '=', unit.id));
  const email = `new@${domain}`;
  const browser = stranger(host);
  await browser.call(registration.register, { body: { email, language: 'pt-BR' } });
  const token = async () => /\/register#([\w-]+)/.exec((await world.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';
  await expect.poll(token).not.toBe('');
  const body = { token: await token(), name: 'Nova Pessoa', password: 'Girassol-amarelo-7' };
  expect(await browser.call(registration.registerFinish, { body })).toEqual({ status: 'active' });
  expect([...browser.cookies.keys()]).not.toContain('__Host-vitrine');
  const [sessions] = await world.owner.run(
    sql<{ count: number }>`select count(*)::int as count from session s join person p on p.id = s.person_id where p.email = ${email}`,
  );
  expect(sessions?.count).toBe(0);
  // The domain may have lost its passwords since the form was opened: what the person chose opens nothing.
  await world.owner.run(
    query
      .updateTable('tenant_setting')
      .set({ password_off_domains: [domain] })
      .where('tenant_id', '=', unit.id),
  );
  expect((await browser.refusal(login, { body: { email, password: body.password } })).body.status).toBe('sso_required');
});
