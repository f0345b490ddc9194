/** The operator acts for a partner's staff, who is asked by mail; and what a receipt tells of screens, as a file too. */
import { list as notifications } from '@vitrine/contract/notifications/notifications.ts';
import { list as companies } from '@vitrine/contract/organisation/companies.ts';
import * as users from '@vitrine/contract/people/users.ts';
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { isServed } from '#test/harness/sessions.ts';
import { openWorld } from '#test/harness/world.ts';
import { closeRemoteAccess } from './remoteAccess.jobs.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const wish = { reason: 'Conferir a lista de unidades', minutes: 30 as const, mode: 'read' as const, from: '/partners' };
const statusOf = async (refused: Promise<{ body: { status: string } }>) => (await refused).body.status;

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { allow_access_remote: true } });
  const person = await partner.person({ unit });
  const olivia = await world.operator();
  return { unit, person, olivia, staff: await world.signIn(person), operator: await world.signIn(olivia) };
}

test('the staff is asked by a mail that leads to the question, and answers signed in as themselves', async () => {
  const { person, olivia, staff, operator } = await scene();
  const { id } = await operator.call(contract.askStaff, { body: { ...wish, person_id: person.id } });
  await world.runJobs();
  const [mail] = await world.mailsTo(person.email);
  expect(mail?.text).toContain(`/authorization/${id}`);
  expect(mail?.text).toContain(wish.reason);
  // The link alone answers nothing, and nobody answers in somebody's place.
  expect((await world.browser().refusal(contract.answer, { params: { id }, body: { mode: 'read', word: '' } })).status).toBe(401);
  expect(await statusOf(operator.refusal(contract.answer, { params: { id }, body: { mode: 'read', word: '' } }))).toMatch(
    /forbidden|remote_access_over/,
  );
  await staff.call(contract.answer, { params: { id }, body: { mode: 'read', word: '' } });
  const entered = await operator.call(contract.enter, { params: { id } });
  expect(entered).toMatchObject({ status: 'ok', tenant_id: null, user: { id: person.id, role: 'partner', auth_type: 'remote' } });
  operator.token = entered.token;
  expect((await operator.call(companies, { query: {} })).data).toHaveLength(1);
  // What is in a unit stays there.
  expect((await operator.refusal(users.list, { query: {} })).status).toBe(403);
  const back = await operator.call(contract.leave, {});
  expect(back).toMatchObject({ status: 'ok', intended: '/partners', user: { id: olivia.id, role: 'operator' } });
});

test('it ends with the next call when the partner’s person says so, or is no longer staff', async () => {
  for (const how of ['end', 'blocked'] as const) {
    const { person, staff, operator } = await scene();
    const { id } = await operator.call(contract.askStaff, { body: { ...wish, person_id: person.id } });
    await staff.call(contract.answer, { params: { id }, body: { mode: 'read', word: '' } });
    operator.token = (await operator.call(contract.enter, { params: { id } })).token;
    expect(await isServed(operator)).toBe(true);
    if (how === 'end') await staff.call(contract.end, { params: { id } });
    else await world.owner.run(sql`update staff set state = 'blocked' where person_id = ${person.id}`);
    expect(await isServed(operator)).toBe(false);
  }
});

test('the staff is told by one mail when it is over, which leads to the receipt', async () => {
  const { person, staff, operator } = await scene();
  const { id } = await operator.call(contract.askStaff, { body: { ...wish, person_id: person.id } });
  await staff.call(contract.answer, { params: { id }, body: { mode: 'read', word: '' } });
  operator.token = (await operator.call(contract.enter, { params: { id } })).token;
  await operator.call(contract.seen, { body: { screen: 'companies' } });
  await operator.call(contract.leave, {});
  await world.runJobs(closeRemoteAccess);
  await world.runJobs(closeRemoteAccess);
  const [, ...told] = (await world.mailsTo(person.email)).filter(({ text }) => text?.includes(`/authorization/${id}`));
  // The first one asked.
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain(wish.reason);
  const { events } = await staff.call(contract.receipt, { params: { id } });
  expect(events.map(({ action, object_id }) => [action, object_id])).toEqual([['screen', 'companies']]);
});

test.each(['partner', 'admin'] as const)('a person is told once by whomever it was, here a %s', async (role) => {
  const { unit, staff } = await scene();
  const [boss, ana] = [await unit.person('admin'), await unit.person('user')];
  const [asker, reader] = [role === 'partner' ? staff : await world.signIn(boss), await world.signIn(ana)];
  const { id } = await asker.call(contract.ask, { body: { ...wish, membership_id: ana.membership_id ?? '' } });
  await reader.call(contract.answer, { params: { id }, body: { mode: 'read', word: '' } });
  asker.token = (await asker.call(contract.enter, { params: { id } })).token;
  await asker.call(contract.leave, {});
  await world.runJobs(closeRemoteAccess);
  await world.runJobs(closeRemoteAccess);
  const told = (await reader.call(notifications, { query: {} })).data.filter(({ kind }) => kind === 'remote_ended');
  expect(told.map(({ link }) => link)).toEqual([`/remote/authorization?receipt=${id}`]);
  expect((await world.mailsTo(ana.email)).filter(({ text }) => text?.includes(`receipt=${id}`))).toHaveLength(1);
});

test('only the operator asks the staff, and of staff only people of partners', async () => {
  const { unit, person, staff, operator, olivia } = await scene();
  const admin = await unit.person('admin');
  expect(await statusOf(staff.refusal(contract.askStaff, { body: { ...wish, person_id: person.id } }))).toBe('forbidden');
  expect(await statusOf((await world.signIn(admin)).refusal(contract.askStaff, { body: { ...wish, person_id: person.id } }))).toBe(
    'forbidden',
  );
  for (const { id } of [admin, olivia])
    expect(await statusOf(operator.refusal(contract.askStaff, { body: { ...wish, person_id: id } }))).toBe('not_found');
});

test('a receipt tells the screens in their order, once each, also as a file, to the person and to nobody else', async () => {
  const { unit } = await scene();
  const [boss, ana, bea] = [await unit.person('admin'), await unit.person('user'), await unit.person('user')];
  const [admin, reader] = [await world.signIn(boss), await world.signIn(ana)];
  const { id } = await admin.call(contract.ask, { body: { ...wish, membership_id: ana.membership_id ?? '' } });
  await reader.call(contract.answer, { params: { id }, body: { mode: 'read', word: '' } });
  admin.token = (await admin.call(contract.enter, { params: { id } })).token;
  for (const screen of ['dashboard', 'dashboard', 'all_reports', 'dashboard'] as const)
    await admin.call(contract.seen, { body: { screen } });
  // Of the person's own pages nothing is noted.
  await reader.call(contract.seen, { body: { screen: 'faq' } });
  expect((await reader.call(contract.get, { params: { id } })).last_screen).toBe('dashboard');
  const { events } = await reader.call(contract.receipt, { params: { id } });
  expect(events.filter(({ action }) => action === 'screen').map(({ object_id }) => object_id)).toEqual([
    'dashboard',
    'all_reports',
    'dashboard',
  ]);
  const file = await reader.inject({ url: `/api/remote_access/${id}/receipt/export?format=csv` });
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body).toContain(wish.reason);
  expect(file.body).toContain(boss.name);
  expect(file.body.trim().split('\n')).toHaveLength(4);
  const other = await world.signIn(bea);
  expect((await other.inject({ url: `/api/remote_access/${id}/receipt/export?format=csv` })).statusCode).toBe(404);
});
