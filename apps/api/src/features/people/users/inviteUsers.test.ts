import { newPassword } from '@vitrine/contract/signIn/signIn.ts';
import * as imports from '@vitrine/contract/people/userImport.ts';
import * as contract from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { upload } from '#test/harness/imports.ts';
import { addUser, freshAddress } from '#test/harness/users.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const laterByHours = (hours: number) => world.setTime(new Date(Date.now() + hours * 3_600_000));
const inviteMany = async (admin: Browser, body: object) => {
  const answer = await admin.call(contract.bulk, { body: { action: 'invite', ...body } });
  await world.runJobs();
  return answer;
};
const linkOf = (text: string | undefined) => /new\/password\/([\w-]+)/.exec(text ?? '')?.[1] ?? '';

test('whoever is active and has no password gets a link, once an hour; the earlier one stops working', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  const made = await addUser(admin);
  await world.runJobs();
  expect(await inviteMany(admin, { membership_ids: [made.id] })).toEqual({ changed: 0, skipped: 1 });
  laterByHours(2);
  expect(await inviteMany(admin, { membership_ids: [made.id] })).toEqual({ changed: 1, skipped: 0 });
  expect(await inviteMany(admin, { membership_ids: [made.id] })).toEqual({ changed: 0, skipped: 1 });
  const [first, second, ...more] = (await world.mailsTo(made.email)).map(({ text }) => linkOf(text));
  expect(more).toEqual([]);
  const browser = world.browser();
  const password = 'Nuvem-clara-sobre-o-vale-9';
  expect((await browser.refusal(newPassword, { body: { token: first ?? '', password } })).status).toBe(410);
  await browser.call(newPassword, { body: { token: second ?? '', password } });
  const [line] = await world.owner.run(sql<{ object_id: string; person_id: string | null }>`
    select object_id, person_id from audit_log where tenant_id = ${unit.id} and action = 'user.invite' and person_id is not null`);
  expect(line?.object_id).toBe(made.id);
});

test('left out are those with a password, the blocked, the inactive, and who signs in elsewhere', async () => {
  const { admin, unit, person } = await world.unitWithAdmin();
  const withPassword = await unit.person('user');
  const [blocked, inactive, elsewhere, waiting] = await Promise.all(Array.from({ length: 4 }, () => addUser(admin)));
  await world.runJobs();
  for (const [state, one] of [
    ['blocked', blocked],
    ['inactive', inactive],
  ] as const)
    await admin.call(contract.setState, { params: { id: one?.id ?? '' }, body: { state } });
  await world.owner.run(sql`update person set auth_method = 'saml' where id = ${elsewhere?.person_id}`);
  laterByHours(2);
  expect(await inviteMany(admin, { found: {} })).toEqual({ changed: 1, skipped: 5 });
  const mails = await Promise.all(
    [withPassword.email, person.email, blocked?.email, inactive?.email, elsewhere?.email, waiting?.email].map(
      async (email) => (await world.mailsTo(email ?? '')).length,
    ),
  );
  // Each of the four was written to when they were added.
  expect(mails).toEqual([0, 0, 1, 1, 1, 2]);
});

test('who was blocked before the job came to them gets nothing', async () => {
  const { admin } = await world.unitWithAdmin();
  const made = await addUser(admin);
  await world.runJobs();
  laterByHours(2);
  await admin.call(contract.bulk, { body: { action: 'invite', membership_ids: [made.id] } });
  await admin.call(contract.setState, { params: { id: made.id }, body: { state: 'blocked' } });
  await world.runJobs();
  expect(await world.mailsTo(made.email)).toHaveLength(1);
});

test('people of another unit, readers, and more than five hundred by name', async () => {
  const [{ admin, unit }, { admin: other }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const made = await addUser(admin);
  laterByHours(2);
  expect(await inviteMany(other, { membership_ids: [made.id] })).toEqual({ changed: 0, skipped: 0 });
  expect(await world.mailsTo(made.email)).toHaveLength(1);
  const reader = await world.signIn(await unit.person('user'));
  const body = { action: 'invite' as const, membership_ids: [made.id] };
  expect((await reader.refusal(contract.bulk, { body })).status).toBe(403);
  const many = { action: 'invite' as const, membership_ids: Array.from({ length: 501 }, () => uuidv7()) };
  expect((await admin.refusal(contract.bulk, { body: many })).status).toBe(422);
});

test('after an import that wrote to nobody its people are invited, and nobody else', async () => {
  const [{ admin }, { admin: other }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const stays = await addUser(admin);
  const emails = Array.from({ length: 260 }, freshAddress);
  const { body: given } = await upload(admin, `Nome;E-mail\n${emails.map((email, index) => `Pessoa ${index};${email}`).join('\n')}`);
  await world.owner.run(query.updateTable('tenant').set({ user_limit: 1000 }));
  await admin.call(imports.start, { params: { id: given.id }, body: { version: given.version } });
  await world.runJobs();
  expect(await world.mailsTo(emails[0] ?? '')).toEqual([]);
  expect(await inviteMany(other, { found: { import_id: given.id } })).toEqual({ changed: 0, skipped: 0 });
  expect(await inviteMany(admin, { found: { import_id: given.id } })).toEqual({ changed: 260, skipped: 0 });
  for (const email of [emails[0], emails[259]]) expect(await world.mailsTo(email ?? '')).toHaveLength(1);
  expect(await world.mailsTo(stays.email)).toHaveLength(1);
});
