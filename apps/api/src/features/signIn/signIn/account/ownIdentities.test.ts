/** Linking a company account to the own one and giving it up: only where an administrator invited, and never the last way in. */
import * as contract from '@vitrine/contract/signIn/account.ts';
import { begin, finish } from '@vitrine/contract/signIn/entra.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import type { Browser } from '#test/harness/browser.ts';
import type { Somebody } from '#test/harness/entra.ts';
import { openEntraWorld } from '#test/harness/entra.ts';
import type { Person } from '#test/harness/population.ts';
import { isServed } from '#test/harness/sessions.ts';

const { world, somebody, groupOf, trusting, link, signIn, refused, signInThere, close } = await openEntraWorld();
afterAll(close);
afterEach(() => world.setTime(null));

type Directory = Awaited<ReturnType<typeof trusting>>;

const at = (directory: Directory, person: Person) => world.signIn(person, { host: directory.host });
const identitiesOf = async (browser: Browser) => (await browser.call(contract.overview, {})).identities;
const first = async (browser: Browser) => (await identitiesOf(browser))[0];
/** Somebody of the unit who is invited to its directory, in front of its host. */
async function invited(values: object = {}) {
  const directory = await trusting(values);
  const person = await directory.unit.person('user');
  await link(directory, person.membership_id, null);
  const browser = await at(directory, person);
  return { directory, person, browser, id: (await first(browser))?.id ?? '' };
}
const goThere = async (browser: Browser, id: string, one: Somebody) =>
  signInThere((await browser.call(contract.identityLink, { params: { id } })).url, one);
const linkedAs = async (person: Person) =>
  (
    await world.owner.run(sql<{ object_id: string | null }>`
      select i.object_id from entra_identity i join membership m on m.id = i.membership_id where m.person_id = ${person.id}`)
  )[0]?.object_id;

test('an invitation is linked to the account that comes back, whatever its address, and told by mail and in the log', async () => {
  const { directory, person, browser, id } = await invited();
  expect(await first(browser)).toMatchObject({ name: 'Directory', by: 'azure', since: null, may: 'link' });
  const one = somebody('other-address@elsewhere.example', { vouched: false });
  await browser.call(contract.identityLinked, { body: await goThere(browser, id, one) });
  expect(await first(browser)).toMatchObject({ id, last_used_at: null, may: 'unlink' });
  expect((await signIn(directory, one)).signedIn.user.id).toBe(person.id);
  expect(await isServed(browser)).toBe(true);
  expect((await world.mailsTo(person.email)).map(({ subject, text }) => [subject, text?.includes('Directory')])).toEqual([
    [expect.stringContaining('Conta da empresa vinculada'), true],
  ]);
  const lines = await world.owner.run(
    sql<object>`select action, actor_id from audit_log where object_type = 'entra_identity' and object_id = ${id} and actor_id is not null`,
  );
  expect(lines).toEqual([{ action: 'entra_identity.update', actor_id: person.id }]);
});

test('what was begun to link signs nobody in, and what was begun to sign in links nothing', async () => {
  const { directory, person, browser, id } = await invited();
  const one = somebody('a@elsewhere.example');
  expect((await browser.refusal(finish, { body: await goThere(browser, id, one) })).body.status).toBe('step_expired');
  const { url } = await browser.call(begin, { body: { directory: directory.id } });
  expect((await browser.refusal(contract.identityLinked, { body: await signInThere(url, one) })).body.status).toBe('step_expired');
  expect(await linkedAs(person)).toBeNull();
});

test('a link comes back once, to whoever began it, in the browser where it began', async () => {
  const { directory, person, browser, id } = await invited();
  const other = await directory.unit.person('user');
  await link(directory, other.membership_id, null);
  const others = await at(directory, other);
  const one = somebody('b@elsewhere.example');
  const stolen = await goThere(browser, id, one);
  expect((await others.refusal(contract.identityLinked, { body: stolen })).body.status).toBe('step_expired');
  const elsewhere = await at(directory, person);
  expect((await elsewhere.refusal(contract.identityLinked, { body: await goThere(browser, id, one) })).body.status).toBe('step_expired');
  const body = await goThere(browser, id, one);
  await browser.call(contract.identityLinked, { body });
  expect((await browser.refusal(contract.identityLinked, { body })).body.status).toBe('step_expired');
  expect([await linkedAs(person), await linkedAs(other)]).toEqual([one.object_id, null]);
});

test('nobody links without an invitation, by that of somebody else, at another unit, or to an account that is taken', async () => {
  const { directory, browser, id } = await invited();
  const colleague = await directory.unit.person('user');
  const others = await at(directory, colleague);
  expect((await others.refusal(contract.identityLink, { params: { id } })).status).toBe(404);
  const taken = somebody('c@elsewhere.example');
  await link(directory, colleague.membership_id, taken);
  const body = await goThere(browser, id, taken);
  const refusal = await browser.refusal(contract.identityLinked, { body });
  expect([refusal.status, refusal.body.status]).toEqual([409, 'identity_taken']);

  const strange = await trusting();
  const both = await strange.unit.person('user');
  const [membership] = await world.owner.run(sql<{ id: string }>`
    insert into membership (tenant_id, id, person_id, role, state)
    values (${directory.unit.id}, uuid_v7(), ${both.id}, 'user', 'active') returning id`);
  await link(directory, membership?.id ?? '', null);
  const there = await at(strange, both);
  const seen = await first(there);
  expect(seen?.may).toBeNull();
  expect((await there.refusal(contract.identityLink, { params: { id: seen?.id ?? '' } })).status).toBe(404);
});

test('a guest of the directory is linked only where the unit takes guests', async () => {
  const closed = await invited();
  const guest = somebody('guest@elsewhere.example', { guest: true });
  const refusal = await closed.browser.refusal(contract.identityLinked, { body: await goThere(closed.browser, closed.id, guest) });
  expect(refusal.body.status).toBe('error_azure_not_companies');
  const open = await invited({ guests: true });
  await open.browser.call(contract.identityLinked, { body: await goThere(open.browser, open.id, guest) });
  expect(await linkedAs(open.person)).toBe(guest.object_id);
});

test('linking and giving up ask who is there once ten minutes have gone', async () => {
  const { browser, id } = await invited();
  world.setTime(new Date(Date.now() + 660_000));
  for (const endpoint of [contract.identityLink, contract.identityUnlink])
    expect((await browser.refusal(endpoint, { params: { id } })).body.status).toBe('confirm_identity');
});

test('whoever gives an account up comes in by it no more, and its sessions end', async () => {
  const directory = await trusting();
  const person = await directory.unit.person('user');
  const one = somebody('d@elsewhere.example');
  await link(directory, person.membership_id, one);
  const { browser: byEntra } = await signIn(directory, one);
  const browser = await at(directory, person);
  await browser.call(contract.identityUnlink, { params: { id: (await first(browser))?.id ?? '' } });
  expect(await identitiesOf(browser)).toEqual([]);
  expect([await isServed(browser), await isServed(byEntra)]).toEqual([true, false]);
  expect((await refused(directory, one)).body.status).toBe('error_azure_not_companies');
  expect((await world.mailsTo(person.email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Conta da empresa desvinculada'),
  ]);
});

test('the last way into a unit stays: of who has no password, and where the unit takes none', async () => {
  const directory = await trusting({ first_time: true });
  const newcomer = await signIn(directory, somebody(`new@${directory.domain}`));
  const refusal = await newcomer.browser.refusal(contract.identityUnlink, { params: { id: (await first(newcomer.browser))?.id ?? '' } });
  expect([refusal.status, refusal.body.status]).toEqual([409, 'identity_last_way']);
  expect(await identitiesOf(newcomer.browser)).toHaveLength(1);

  const person = await directory.unit.person('user', { person: { email: `old@${directory.domain}` } });
  const one = somebody('old@elsewhere.example');
  await link(directory, person.membership_id, one);
  await world.owner.run(sql`
    update tenant_setting set password_off_domains = array[${directory.domain}] where tenant_id = ${directory.unit.id}`);
  const { browser } = await signIn(directory, one);
  const params = { id: (await first(browser))?.id ?? '' };
  expect((await browser.refusal(contract.identityUnlink, { params })).body.status).toBe('identity_last_way');
  await world.owner.run(sql`update tenant_setting set password_off_domains = '{}' where tenant_id = ${directory.unit.id}`);
  await browser.call(contract.identityUnlink, { params });
});

test('the role that a group of the directory gave goes with the account', async () => {
  const directory = await trusting();
  await directory.unit.person('admin');
  const person = await directory.unit.person('user');
  const one = somebody('h@elsewhere.example');
  await link(directory, person.membership_id, one);
  const heads = { tenant_id: directory.unit.id, entra_directory_id: directory.id, value: groupOf(one).id, name: 'Heads' };
  await world.owner.run(query.insertInto('entra_group').values(heads));
  expect((await signIn(directory, one)).signedIn.user.role).toBe('admin');
  const browser = await at(directory, { ...person, role: 'admin' });
  await browser.call(contract.identityUnlink, { params: { id: (await first(browser))?.id ?? '' } });
  expect(await isServed(browser)).toBe(false);
  const [row] = await world.owner.run(sql<{ role: string }>`select role from membership where id = ${person.membership_id}`);
  expect(row?.role).toBe('user');
});

test('nobody gives up what belongs to somebody else', async () => {
  const directory = await trusting();
  const [person, other] = [await directory.unit.person('user'), await directory.unit.person('user')];
  const one = somebody('e@elsewhere.example');
  await link(directory, person.membership_id, one);
  const id = (await first(await at(directory, person)))?.id ?? '';
  const stranger = await (await trusting()).unit.person('admin');
  for (const who of [other, stranger])
    expect((await (await world.signIn(who)).refusal(contract.identityUnlink, { params: { id } })).status).toBe(404);
  expect(await linkedAs(person)).toBe(one.object_id);
});
