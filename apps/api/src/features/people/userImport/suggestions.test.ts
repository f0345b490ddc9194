import * as contract from '@vitrine/contract/people/userImport.ts';
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { rowsOf, upload } from '#test/harness/imports.ts';
import { freshAddress } from '#test/harness/users.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const begin = async (admin: Browser, given: UserImport) => {
  await admin.call(contract.start, { params: { id: given.id }, body: { ignore_errors: true, version: given.version } });
  await world.runJobs();
  return admin.call(contract.get, { params: { id: given.id } });
};

test('what was meant is suggested for roles and languages as well', async () => {
  const { admin } = await world.unitWithAdmin();
  const { body } = await upload(
    admin,
    `Nome;E-mail;Perfil;Idioma\nAna;${freshAddress()};Administrater;Portugues\nBia;${freshAddress()};Leitora;Espanhool`,
  );
  const rows = await rowsOf(admin, body.id);
  expect(rows.map(({ problems, suggestions }) => [problems, suggestions])).toEqual([
    [{ 2: 'invalid' }, { 2: 'Administrator' }],
    [
      { 2: 'invalid', 3: 'invalid' },
      { 2: 'Leitor', 3: 'Espanhol' },
    ],
  ]);
});

test('an address that looks mistyped can be imported as it is, and a suggestion is offered; of known accounts nobody doubts', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  for (const name of ['Rui', 'Eva', 'Ivo']) await admin.call(users.add, { body: { name, email: `${name}.${unit.id}@horizonte.com` } });
  const known = await unit.person('user');
  await world.owner.run(sql`update person set email = ${`ana${unit.id}@hotmial.com`} where id = ${known.id}`);
  const mark = unit.id;
  const { body } = await upload(
    admin,
    [
      'Nome;E-mail',
      `Ana;ana${mark}@gmial.com`,
      `Bia;bia${mark}@horizonet.com`,
      `Caio;caio${mark}@horizonte.com`,
      `Ana;ana${mark}@hotmial.com`,
    ].join('\n'),
  );
  expect(body).toMatchObject({ rows: 4, with_problems: 1, doubtful: 2 });
  expect((await rowsOf(admin, body.id)).map(({ suggestions }) => suggestions)).toEqual([
    { 1: `ana${mark}@gmail.com` },
    { 1: `bia${mark}@horizonte.com` },
    {},
    // Taken already: what else might have been meant.
    { 1: `ana${mark}@hotmail.com` },
  ]);
  const doubtful = await admin.call(contract.rows, { params: { id: body.id }, query: { only: 'doubtful' } });
  expect(doubtful.data.map(({ line, problems }) => [line, problems])).toEqual([
    [2, {}],
    [3, {}],
  ]);
  await admin.call(contract.correct, { params: { id: body.id, line: '2' }, body: { cells: ['Ana', `ana${mark}@gmail.com`] } });
  const left = await admin.call(contract.get, { params: { id: body.id } });
  expect(left.doubtful).toBe(1);
  expect(await begin(admin, left)).toMatchObject({ success: 3, failed: 1, doubtful: 0 });
  expect((await admin.call(users.list, {})).data.map(({ email }) => email)).toEqual(
    expect.arrayContaining([`ana${mark}@gmail.com`, `bia${mark}@horizonet.com`]),
  );
});
