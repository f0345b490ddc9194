/** Who comes in by Entra and as whom: cases N1 to N8 of linking, and the first sign-in. */
import { loginConfig } from '@vitrine/contract/signIn/signIn.ts';
import * as contract from '@vitrine/contract/signIn/entra.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openEntraWorld } from '#test/harness/entra.ts';
import { isServed } from '#test/harness/sessions.ts';

const { world, somebody, trusting, link, signIn, refused, browserAt, comeBack, close } = await openEntraWorld();
afterAll(close);

const strangers = async (directory: Awaited<ReturnType<typeof trusting>>, one: ReturnType<typeof somebody>) => {
  const { body, status } = await refused(directory, one);
  expect([status, body.status]).toEqual([403, 'error_azure_not_companies']);
};

test('the sign-in page offers the directories that the unit of the host trusts, and no other', async () => {
  const on = await trusting();
  const off = await trusting({ active: false });
  const offered = (host: string) => world.browser({ host }).call(loginConfig, { body: {} });
  expect(await offered(on.host)).toMatchObject({ methods: ['password', 'azure'], directories: [{ id: on.id, name: 'Directory' }] });
  expect(await offered(off.host)).toMatchObject({ methods: ['password'], directories: [] });
  expect(await offered('portal.example')).toMatchObject({ methods: ['password'], directories: [] });
  expect((await browserAt(on).refusal(contract.begin, { body: { directory: off.id } })).status).toBe(404);
});

test('whoever is linked comes in, by the number that the directory has for them', async () => {
  const directory = await trusting();
  const member = await directory.unit.person('user');
  const one = somebody('another-address@elsewhere.example');
  await link(directory, member.membership_id, one);
  const { browser, signedIn } = await signIn(directory, one);
  expect(signedIn).toMatchObject({ user: { id: member.id, auth_type: 'azure', role: 'user' }, tenant_id: directory.unit.id });
  expect(await isServed(browser)).toBe(true);
  const [line] = await world.owner.run(
    sql<{ after: object }>`select after from audit_log where action = 'session.sign_in' and person_id = ${member.id}`,
  );
  expect(line?.after).toMatchObject({ method: 'azure', host: directory.host });
});

test('a first sign-in makes a reader where the unit allows it', async () => {
  const directory = await trusting({ first_time: true });
  const one = somebody(`ana@${directory.domain}`);
  const { signedIn } = await signIn(directory, one);
  expect(signedIn.user).toMatchObject({ email: one.mail, name: one.name, role: 'user' });
  expect((await signIn(directory, one)).signedIn.user.id).toBe(signedIn.user.id);
  const [person] = await world.owner.run(
    sql<object>`select auth_method, password_hash, m.role, m.state from person p join membership m on m.person_id = p.id where p.email = ${one.mail}`,
  );
  expect(person).toEqual({ auth_method: 'azure', password_hash: null, role: 'user', state: 'active' });
});

test('a first sign-in makes nobody where the unit does not allow it, nor in a unit that is full', async () => {
  const closed = await trusting();
  await strangers(closed, somebody(`ana@${closed.domain}`));
  const full = await trusting({ first_time: true }, { tenant: { user_limit: 1 } });
  await full.unit.person('admin');
  expect((await refused(full, somebody(`ana@${full.domain}`))).body.status).toBe('user_limit_reached');
});

test('N1: a directory that owns another domain does not get the account of an address', async () => {
  const directory = await trusting({ first_time: true });
  const victim = await directory.unit.person('admin');
  await strangers(directory, somebody(victim.email));
  const stranger = await trusting({ first_time: true });
  const other = await trusting();
  const owner = await other.unit.person('user', { person: { email: `boss@${stranger.domain}` } });
  await strangers(stranger, somebody(owner.email));
});

test('N2: the same number in the directories of two units are two people', async () => {
  const [first, second] = [await trusting(), await trusting()];
  const one = somebody(`twice@${first.domain}`);
  const [ana, bia] = [await first.unit.person('user'), await second.unit.person('user')];
  await link(first, ana.membership_id, one);
  await strangers(second, one);
  await link(second, bia.membership_id, one);
  expect((await signIn(first, one)).signedIn.user.id).toBe(ana.id);
  expect((await signIn(second, one)).signedIn.user.id).toBe(bia.id);
});

test('N3: an address that the directory does not vouch for is no address', async () => {
  const directory = await trusting({ first_time: true });
  const member = await directory.unit.person('user', { person: { email: `member@${directory.domain}` } });
  await link(directory, member.membership_id, null);
  await strangers(directory, somebody(member.email, { vouched: false }));
  await strangers(directory, somebody(`new@${directory.domain}`, { vouched: false }));
});

test('N4: who takes the address of somebody else stays who they are', async () => {
  const directory = await trusting();
  const [own, victim] = [await directory.unit.person('user'), await directory.unit.person('admin')];
  const one = somebody(`own@${directory.domain}`);
  await link(directory, own.membership_id, one);
  one.mail = victim.email;
  expect((await signIn(directory, one)).signedIn.user.id).toBe(own.id);
});

test('N5: somebody made anew in the directory is a stranger until an administrator invites again', async () => {
  const directory = await trusting({ first_time: true });
  const before = somebody(`again@${directory.domain}`);
  const { signedIn } = await signIn(directory, before);
  before.mail = 'gone@elsewhere.example';
  const anew = somebody(`again@${directory.domain}`);
  await strangers(directory, anew);
  const admin = await world.signIn(await directory.unit.person('admin'));
  const { people } = await admin.call(contract.people, { params: { id: directory.id }, query: { q: anew.mail } });
  const body = { membership_id: people[0]?.id ?? '' };
  await admin.call(contract.unlink, { params: { id: directory.id }, body });
  await admin.call(contract.invite, { params: { id: directory.id }, body });
  expect((await signIn(directory, anew)).signedIn.user.id).toBe(signedIn.user.id);
  await strangers(directory, before);
});

test.each(['Member', 'mémber', 'member+tag', 'mеmber'])('N6: %s is not the member whose address looks alike', async (local) => {
  const directory = await trusting();
  const member = await directory.unit.person('user', { person: { email: `member@${directory.domain}` } });
  await link(directory, member.membership_id, null);
  await strangers(directory, somebody(`${local}@${directory.domain}`));
});

test('N7: guests of the directory come in only where the unit says so', async () => {
  const [closed, open] = [await trusting({ first_time: true }), await trusting({ first_time: true, guests: true })];
  await strangers(closed, somebody(`guest@${closed.domain}`, { guest: true }));
  const { signedIn } = await signIn(open, somebody(`guest@${open.domain}`, { guest: true }));
  expect(signedIn.user.role).toBe('user');
});

test('N8: a member is linked only by an invitation that names the directory, once', async () => {
  const directory = await trusting();
  const member = await directory.unit.person('user', { person: { email: `member@${directory.domain}` } });
  const one = somebody(member.email);
  await strangers(directory, one);
  const admin = await world.signIn(await directory.unit.person('admin'));
  const invite = (membership_id: string | null) => admin.call(contract.invite, { params: { id: directory.id }, body: { membership_id } });
  expect(await invite(null)).toEqual({ invited: 1 });
  expect(await invite(member.membership_id)).toEqual({ invited: 0 });
  expect((await signIn(directory, one)).signedIn.user.id).toBe(member.id);
  one.mail = 'gone@elsewhere.example';
  await strangers(directory, somebody(member.email));
});

test('staff of a partner does not come in by the directory of a unit', async () => {
  const directory = await trusting();
  const member = await directory.unit.person('user');
  const one = somebody('boss@elsewhere.example');
  await link(directory, member.membership_id, one);
  await world.owner.run(
    sql`insert into staff (person_id, role, partner_id) values (${member.id}, 'partner', ${directory.unit.partner_id})`,
  );
  await strangers(directory, one);
});

test('O8: a directory that the unit no longer trusts lets nobody in, and those inside are out', async () => {
  const directory = await trusting({ first_time: true });
  const one = somebody(`ana@${directory.domain}`);
  const { browser } = await signIn(directory, one);
  const waiting = browserAt(directory);
  const back = await comeBack(waiting, directory, one);
  const person = await directory.unit.person('admin');
  const admin = await world.signIn(person);
  const off = { name: 'Directory', email_domains: [], first_time: false, guests: false, groups: [], active: false, version: 1 };
  await admin.call(contract.update, { params: { id: directory.id }, body: off });
  expect(await isServed(browser)).toBe(false);
  expect((await waiting.refusal(contract.finish, { body: back })).body.status).toBe('error_azure_not_companies');
});
