/** Taking an import back: whom it removes, whom it leaves, and how long it can be done. */
import * as customFields from '@vitrine/contract/people/customFields.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import * as contract from '@vitrine/contract/people/userImport.ts';
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { rowsOf, upload } from '#test/harness/imports.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);

let counter = 0;
const mail = () => `undo${++counter}@example.com`;
const begin = async (admin: Browser, given: UserImport, ignore_errors = false) => {
  await admin.call(contract.start, { params: { id: given.id }, body: { ignore_errors, version: given.version } });
  await world.runJobs();
  return admin.call(contract.get, { params: { id: given.id } });
};
const people = async (admin: Browser) => (await admin.call(users.list, { query: { per_page: 100 } })).data;

test('good rows become people with groups and fields, bad ones are told, and everything can be undone for a day', async () => {
  const { admin, unit, person } = await world.unitWithAdmin();
  await admin.call(userGroups.add, { body: { name: 'Vendas Sul' } });
  const field = await admin.call(customFields.add, { body: { name: 'Admissão', type: 'date' } });
  const { body } = await upload(
    admin,
    `Nome;E-mail;Telefone;Grupos;Departamento;Admissão;Perfil;Idioma\nAna Água;${mail()};(11) 91111-0001;vendas sul;TI;01/02/2020;Administrador;es\nBento;sem-arroba;;;;;;`,
  );
  const done = await begin(admin, body, true);
  expect(done).toMatchObject({ state: 'done', success: 1, failed: 1 });
  const [ana] = (await people(admin)).filter(({ name }) => name === 'Ana Água');
  expect(ana).toMatchObject({
    phone: '+5511911110001',
    role: 'admin',
    language: 'es',
    department: 'TI',
    groups: [{ name: 'Vendas Sul' }],
    custom: { [field.id]: '2020-02-01' },
  });
  const file = await admin.inject({ method: 'GET', url: `/api/user_imports/${body.id}/results?format=csv&only=failed` });
  expect(file.body).toContain('Bento;sem-arroba;;;;;;;Falha;E-mail: valor inválido');
  expect((await upload(admin, file.rawPayload)).body.mapping.slice(0, 8)).toEqual(body.mapping);
  expect(done.undo_until).not.toBeNull();
  await admin.call(contract.undo, { params: { import_id: body.id }, body: {} });
  expect((await people(admin)).map(({ id }) => id)).toEqual([person.membership_id]);
  const [log] = await world.owner.run(
    sql<{ lines: number }>`select count(*) as lines from audit_log where tenant_id = ${unit.id} and action = 'user_import.run'`,
  );
  expect(log?.lines).toBeGreaterThan(0);
});

test('whoever takes an import back that brought them in as well stays', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  const [own, others] = [mail(), mail()];
  const done = await begin(admin, (await upload(admin, `Nome;E-mail;Perfil\nAna;${own};admin\nBia;${others};`)).body);
  const [ana] = await world.owner.run(
    sql<{ id: string; membership_id: string }>`
      select p.id, m.id as membership_id from person p join membership m on m.person_id = p.id where p.email = ${own}`,
  );
  const imported = await world.signIn({
    id: ana?.id ?? '',
    membership_id: ana?.membership_id ?? '',
    email: own,
    name: 'Ana',
    password: '',
    role: 'admin',
    tenant_id: unit.id,
    partner_id: unit.partner_id,
  });
  await imported.call(contract.undo, { params: { import_id: done.id }, body: {} });
  const left = (await people(imported)).map(({ email }) => email);
  expect([left.includes(own), left.includes(others)]).toEqual([true, false]);
});

test('undoing says what it did and what it left', async () => {
  const { admin } = await world.unitWithAdmin();
  const there = await admin.call(users.add, { body: { name: 'Bia', email: mail() } });
  const given = (await upload(admin, `Nome;E-mail\nAna;${mail()}\nCaio;${mail()}\nBia Lima;${there.email}`)).body;
  const mapped = await admin.call(contract.map, {
    params: { id: given.id },
    body: { mapping: given.mapping, update_existing: true, version: given.version },
  });
  const done = await begin(admin, mapped);
  expect(done).toMatchObject({ success: 3, made: 2, undone: null });
  const caio = (await people(admin)).find(({ name }) => name === 'Caio');
  await admin.call(users.setState, { params: { id: caio?.id ?? '' }, body: { state: 'deactivated' } });
  const undone = await admin.call(contract.undo, { params: { import_id: done.id }, body: {} });
  expect(undone.undone).toEqual({ deactivated: 1, updated: 1, already: 1, yourself: 0 });
  expect(await admin.call(users.get, { params: { id: there.id } })).toMatchObject({ name: 'Bia Lima', state: 'active' });
});

test('an import that only updated people has nothing to undo', async () => {
  const { admin } = await world.unitWithAdmin();
  const there = await admin.call(users.add, { body: { name: 'Bia', email: mail() } });
  const given = (await upload(admin, `Nome;E-mail\nBia Lima;${there.email}`)).body;
  const body = { mapping: given.mapping, update_existing: true, version: given.version };
  const done = await begin(admin, await admin.call(contract.map, { params: { id: given.id }, body }));
  expect(done).toMatchObject({ state: 'done', success: 1, made: 0, undo_until: null });
});

test('after undoing, the same file brings the same people back, with what it says and without erasing the rest', async () => {
  const { admin } = await world.unitWithAdmin({ tenant: { user_limit: 3 } });
  const [ana, bia] = [mail(), mail()];
  const file = `Nome;E-mail;Departamento;Perfil;Telefone\nAna;${ana};TI;admin;+5511933330001\nBia;${bia};;;`;
  const done = await begin(admin, (await upload(admin, file)).body);
  await admin.call(contract.undo, { params: { import_id: done.id }, body: {} });
  expect(await people(admin)).toHaveLength(1);
  const again = (await upload(admin, file.replace('TI;admin;+5511933330001', ';;'))).body;
  expect(again).toMatchObject({ with_problems: 0, returning: 2, seats_missing: 0 });
  expect((await rowsOf(admin, again.id)).map(({ returns, problems }) => [returns, problems])).toEqual([
    [true, {}],
    [true, {}],
  ]);
  expect(await begin(admin, again)).toMatchObject({ success: 2, failed: 0, made: 2 });
  const back = (await people(admin)).find(({ email }) => email === ana);
  expect(back).toMatchObject({ state: 'active', department: 'TI', role: 'admin', phone: '+5511933330001' });
  await admin.call(contract.undo, { params: { import_id: again.id }, body: {} });
  expect(await people(admin)).toHaveLength(1);
});

test('after a day nothing is undone any more', async () => {
  const { admin } = await world.unitWithAdmin();
  const done = await begin(admin, (await upload(admin, `Nome;E-mail\nAna;${mail()}`)).body);
  await world.owner.run(
    query
      .updateTable('user_import')
      .set({ finished_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', done.id),
  );
  expect((await admin.refusal(contract.undo, { params: { import_id: done.id }, body: {} })).status).toBe(409);
});
