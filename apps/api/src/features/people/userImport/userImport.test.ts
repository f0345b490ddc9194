import * as customFields from '@vitrine/contract/people/customFields.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import * as contract from '@vitrine/contract/people/userImport.ts';
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { workbook } from '#test/harness/zip.ts';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { rowsOf, upload } from '#test/harness/imports.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { readSpreadsheet } from '#test/harness/tables.ts';
import { batchRows } from './runImport.ts';
import { forgetImports } from './userImport.jobs.ts';

const world = await openWorld();
afterAll(world.close);

let counter = 0;
const mail = () => `import${++counter}@example.com`;
const begin = async (admin: Browser, given: UserImport, ignore_errors = false) => {
  await admin.call(contract.start, { params: { id: given.id }, body: { ignore_errors, version: given.version } });
  await world.runJobs();
  return admin.call(contract.get, { params: { id: given.id } });
};
const people = async (admin: Browser) => (await admin.call(users.list, { query: { per_page: 100 } })).data;

test('columns are guessed by name in any of the four languages and by what stands in them', async () => {
  const { admin } = await world.unitWithAdmin();
  const field = await admin.call(customFields.add, { body: { name: 'Matrícula', type: 'text' } });
  const { body } = await upload(admin, `Full name;Correo;TELEFONE;Setor;matricula;Observação\nAna Lima;${mail()};11988887777;TI;9;x`);
  expect(body.mapping).toEqual(['name', 'email', 'phone', 'department', `custom:${field.id}`, null]);
  const bare = await upload(admin, `Ana Lima;${mail()};+5511988887777\nBento Rios;${mail()};+5511988887778`);
  expect(bare.body.mapping).toEqual(['name', 'email', 'phone']);
});

test('a mapping is remembered for the next file of the unit, and of no other', async () => {
  const [{ admin }, { admin: other }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const file = () => `Quem;Endereço;Lugar\nAna Lima;${mail()};TI`;
  const first = (await upload(admin, file())).body;
  expect(first.mapping).toEqual([null, 'email', null]);
  await admin.call(contract.map, { params: { id: first.id }, body: { mapping: ['name', 'email', 'department'], version: first.version } });
  expect((await upload(admin, file())).body.mapping).toEqual(['name', 'email', 'department']);
  expect((await upload(other, file())).body.mapping).toEqual([null, 'email', null]);
});

test('two columns cannot be the same field', async () => {
  const { admin } = await world.unitWithAdmin();
  const { body } = await upload(admin, `Nome;E-mail;Lugar\nAna;${mail()};TI`);
  const map = (...mapping: (string | null)[]) => ({ params: { id: body.id }, body: { mapping, version: body.version } });
  const refused = await admin.refusal(contract.map, map('name', 'email', 'name'));
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['mapping']]);
  expect((await admin.call(contract.map, map('name', 'email', null))).mapping).toEqual(['name', 'email', null]);
});

test.each(['', 'Nome;E-mail', '\0\x01', 'PK\x03\x04'])('a file that is none is refused: %j', async (text) => {
  const { admin } = await world.unitWithAdmin();
  const { status, body } = await upload(admin, Buffer.from(text, 'latin1'));
  expect([status, body.message]).toEqual([422, 'Arquivo de importação inválido ou linhas insuficientes']);
});

test('a file of more rows than allowed is told so, with the number in the person’s language', async () => {
  const { admin } = await world.unitWithAdmin();
  const { status, body } = await upload(admin, `Nome;E-mail\n${'Ana;ana@x.example\n'.repeat(10_001)}`);
  expect([status, body.message]).toEqual([422, 'O arquivo tem mais de 10.000 linhas. Divida-o em partes.']);
  expect((await admin.call(contract.list, {})).data).toEqual([]);
});

test('each row says what is wrong with it; both rows of the same e-mail fail; suggestions are offered', async () => {
  const { admin } = await world.unitWithAdmin();
  await admin.call(userGroups.add, { body: { name: 'Vendas' } });
  const taken = (await admin.call(users.add, { body: { name: 'x', email: mail() } })).email;
  const twice = mail();
  const { body } = await upload(
    admin,
    [
      'Nome;E-mail;Telefone;Grupos;Perfil;Data de bloqueio',
      `Ana;${mail()};11 98888-7777;Vendas;Leitor;31/12/2030`,
      `;${mail()};;;;`,
      'Bia;bia@gmial.com, ;;;;',
      `Caio;${twice};;;;`,
      `Davi;${twice.toUpperCase()};;;;`,
      `Eva;${taken};;;;`,
      `Fabio;${mail()};123;Venda;Chefe;31/02/2030`,
    ].join('\n'),
  );
  const rows = await rowsOf(admin, body.id);
  expect(rows.map(({ problems }) => problems)).toEqual([
    {},
    { 0: 'required' },
    { 1: 'invalid' },
    { 1: 'duplicate' },
    { 1: 'duplicate' },
    { 1: 'taken' },
    { 2: 'invalid', 3: 'unknown_group', 4: 'invalid', 5: 'invalid' },
  ]);
  expect(rows[2]?.suggestions).toEqual({ 1: 'bia@gmail.com' });
  expect(rows[6]?.suggestions).toEqual({ 3: 'Vendas' });
  expect(body).toMatchObject({ rows: 7, with_problems: 6, state: 'review' });
  const refused = await admin.refusal(contract.start, { params: { id: body.id }, body: { version: body.version } });
  expect(refused.body.message).toBe('6 usuários não foram cadastrados devido aos erros identificados.');
});

test('names of columns that programs stumble over, and formulas in cells, are only text on their way in and out', async () => {
  const { admin } = await world.unitWithAdmin();
  const { body } = await upload(
    admin,
    `Nome;E-mail;__proto__;constructor;=1+1\n=1+2;sem-arroba;{role:admin};x;+cmd|' /C calc'!A0\nAna Lima;${mail()};;;`,
  );
  expect(body.mapping).toEqual(['name', 'email', null, null, null]);
  expect({}).not.toHaveProperty('role');
  await begin(admin, body, true);
  for (const format of ['csv', 'xlsx']) {
    const { rawPayload } = await admin.inject({ method: 'GET', url: `/api/user_imports/${body.id}/results?format=${format}` });
    if (format === 'csv') expect(rawPayload.toString('utf8')).not.toMatch(/(^|[;\n]|")[=+@-]/m);
    const { header, rows } = await readSpreadsheet(rawPayload);
    expect(header.slice(0, 5)).toEqual(['Nome', 'E-mail', '__proto__', 'constructor', '=1+1']);
    expect(rows[0]?.slice(0, 5)).toEqual(['=1+2', 'sem-arroba', '{role:admin}', 'x', "+cmd|' /C calc'!A0"]);
  }
});

test('a corrected cell is looked at again together with the rows that it collided with', async () => {
  const { admin } = await world.unitWithAdmin();
  const [one, other] = [mail(), mail()];
  const { body } = await upload(admin, `Nome;E-mail\nAna;${one}\nBia;${one}`);
  expect(body.with_problems).toBe(2);
  const row = await admin.call(contract.correct, { params: { id: body.id, line: '3' }, body: { cells: ['Bia', other] } });
  expect(row).toMatchObject({ line: 3, problems: {}, cells: ['Bia', other] });
  expect((await admin.call(contract.get, { params: { id: body.id } })).with_problems).toBe(0);
});

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

test('whoever is deactivated stays so where that is wished, and their row says why', async () => {
  const { admin } = await world.unitWithAdmin();
  const gone = await admin.call(users.add, { body: { name: 'Ana', email: mail() } });
  await admin.call(users.setState, { params: { id: gone.id }, body: { state: 'deactivated' } });
  const { body } = await upload(admin, `Nome;E-mail\nAna;${gone.email}\nBia;${mail()}`);
  await admin.call(contract.start, { params: { id: body.id }, body: { reactivate: false, version: body.version } });
  await world.runJobs();
  expect(await admin.call(contract.get, { params: { id: body.id } })).toMatchObject({ success: 1, failed: 1 });
  expect((await rowsOf(admin, body.id))[0]).toMatchObject({ state: 'failed', problems: { 1: 'deactivated' } });
  expect((await admin.call(users.get, { params: { id: gone.id } })).state).toBe('deactivated');
});

test('a person whom another unit deactivated comes back nowhere else', async () => {
  const [{ admin }, { admin: other }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const gone = await other.call(users.add, { body: { name: 'Ana', email: mail() } });
  await other.call(users.setState, { params: { id: gone.id }, body: { state: 'deactivated' } });
  const { body } = await upload(admin, `Nome;E-mail\nAna;${gone.email}`);
  expect(body).toMatchObject({ with_problems: 1, returning: 0 });
  expect((await rowsOf(admin, body.id))[0]?.problems).toEqual({ 1: 'taken' });
});

test('the review tells missing seats before anything is written, and who is updated needs none', async () => {
  const { admin } = await world.unitWithAdmin({ tenant: { user_limit: 3 } });
  const there = await admin.call(users.add, { body: { name: 'Ana', email: mail() } });
  const file = `Nome;E-mail\nAna;${there.email}\nBia;${mail()}\nCaio;${mail()}\nDora;${mail()}\nSem;nada`;
  const given = (await upload(admin, file)).body;
  expect(given.seats_missing).toBe(2);
  const body = { mapping: given.mapping, update_existing: true, version: given.version };
  const mapped = await admin.call(contract.map, { params: { id: given.id }, body });
  expect(mapped.seats_missing).toBe(2);
  expect(await begin(admin, mapped, true)).toMatchObject({ success: 2, failed: 3, seats_missing: 0 });
});

test('an empty cell erases nothing, also of a field that has to be filled', async () => {
  const { admin } = await world.unitWithAdmin();
  const field = await admin.call(customFields.add, { body: { name: 'Matrícula', type: 'text', required: true } });
  const before = { department: 'TI', phone: '+5511944440001', language: 'es', block_on: '2099-01-01', delete_on: '2099-02-01' } as const;
  const there = await admin.call(users.add, { body: { name: 'Ana', email: mail(), custom: { [field.id]: 'A9' }, ...before } });
  const given = (
    await upload(
      admin,
      `Nome;E-mail;Departamento;Telefone;Idioma;Data de bloqueio;Data de exclusão;Matrícula\nAna L;${there.email};;;;;;\nBia;${mail()};;;;;;`,
    )
  ).body;
  const body = { mapping: given.mapping, update_existing: true, version: given.version };
  const mapped = await admin.call(contract.map, { params: { id: given.id }, body });
  expect((await rowsOf(admin, mapped.id)).map(({ problems }) => problems)).toEqual([{}, { 7: 'required' }]);
  await begin(admin, mapped, true);
  expect(await admin.call(users.get, { params: { id: there.id } })).toMatchObject({
    name: 'Ana L',
    ...before,
    custom: { [field.id]: 'A9' },
  });
});

test('a cell with an error of the spreadsheet is named so in every column that is used, and other sheets are told', async () => {
  const { admin } = await world.unitWithAdmin();
  const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const wrong = (at: string, value: string) => `<c r="${at}" t="e"><v>${value}</v></c>`;
  const file = workbook(
    `<row r="1">${cell('A1', 'Nome')}${cell('B1', 'E-mail')}${cell('C1', 'Departamento')}${cell('D1', 'Outra')}</row>
     <row r="7">${cell('A7', 'Ana')}${cell('B7', mail())}${wrong('C7', '#REF!')}${wrong('D7', '#N/A')}</row>
     <row r="9">${wrong('A9', '#N/A')}${cell('B9', mail())}</row>`,
    '',
    { Filial: `<row r="1">${cell('A1', 'Nome')}</row>` },
  );
  const { body } = await upload(admin, file, 'pessoas.xlsx');
  expect(body.other_sheets).toEqual(['Filial']);
  expect((await rowsOf(admin, body.id)).map(({ line, problems }) => [line, problems])).toEqual([
    [7, { 2: 'error_cell' }],
    [9, { 0: 'error_cell' }],
  ]);
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

test('what stood in the file ends thirty days later, the numbers stay; what nobody began goes altogether', async () => {
  const { admin } = await world.unitWithAdmin();
  const email = mail();
  const done = await begin(admin, (await upload(admin, `Nome;E-mail\nAna;${email}\nBia;nada`)).body, true);
  const { body: left } = await upload(admin, `Nome;E-mail\nCaio;${mail()}`);
  const stored = () =>
    world.owner.run(sql<{ cells: string[] }>`select cells from user_import_row where import_id in (${done.id}, ${left.id}) order by line`);
  const later = (days: number) => world.setTime(new Date(Date.now() + days * 86_400_000));
  later(29);
  await world.runJobs(forgetImports);
  expect(await stored()).toHaveLength(3);
  expect(JSON.stringify(await stored())).toContain(email);
  later(31);
  await world.runJobs(forgetImports);
  world.setTime(null);
  expect(await stored()).toEqual([{ cells: [] }, { cells: [] }]);
  expect(await admin.call(contract.get, { params: { id: done.id } })).toMatchObject({
    success: 1,
    failed: 1,
    rows_forgotten_at: expect.any(String),
  });
  expect((await rowsOf(admin, done.id)).map(({ state, cells }) => [state, cells])).toEqual([
    ['success', []],
    ['failed', []],
  ]);
  expect((await admin.refusal(contract.get, { params: { id: left.id } })).status).toBe(404);
});

test('rows beyond the seats of the unit fail', async () => {
  const { admin } = await world.unitWithAdmin({ tenant: { user_limit: 3 } });
  const { body } = await upload(admin, `Nome;E-mail\n${Array.from({ length: 5 }, (_, index) => `P${index};${mail()}`).join('\n')}`);
  const done = await begin(admin, body);
  expect(done).toMatchObject({ success: 2, failed: 3 });
  const file = await admin.inject({ method: 'GET', url: `/api/user_imports/${body.id}/results?format=csv&only=failed` });
  expect(file.body).toContain('O limite de usuários da unidade de negócio foi atingido');
});

test('people who are there are updated only when that is wished, and keep what the file does not say', async () => {
  const { admin } = await world.unitWithAdmin();
  const there = await admin.call(users.add, { body: { name: 'Ana', email: mail(), phone: '+5511922220001', department: 'TI' } });
  const first = (await upload(admin, `Nome;E-mail\nAna Lima;${there.email}`)).body;
  expect(first.with_problems).toBe(1);
  const mapped = await admin.call(contract.map, {
    params: { id: first.id },
    body: { mapping: first.mapping, update_existing: true, version: first.version },
  });
  expect(mapped.with_problems).toBe(0);
  await begin(admin, mapped);
  expect(await admin.call(users.get, { params: { id: there.id } })).toMatchObject({
    name: 'Ana Lima',
    phone: '+5511922220001',
    department: 'TI',
  });
});

test('a run that was cut off at any row goes on where it was, and nobody comes twice', async () => {
  const { admin, unit } = await world.unitWithAdmin({ tenant: { user_limit: 1000 } });
  const total = batchRows * 3 + 7;
  const { body } = await upload(
    admin,
    `Nome;E-mail\n${Array.from({ length: total }, (_, index) => `Pessoa ${index};${mail()}`).join('\n')}`,
  );
  // The database dies under the run, in the middle of its second batch.
  await world.owner.run(sql`
    create function fail_once() returns trigger language plpgsql as $$
    begin
      if new.tenant_id = ${sql.lit(unit.id)} and (select count(*) from membership where tenant_id = new.tenant_id) > ${sql.lit(batchRows + 20)} then
        raise exception 'the machine lost power';
      end if;
      return new;
    end $$`);
  await world.owner.run(sql`create trigger fail_once after insert on membership for each row execute function fail_once()`);
  await admin.call(contract.start, { params: { id: body.id }, body: { version: body.version } });
  await world.runJobs().catch(() => null);
  const half = await admin.call(contract.get, { params: { id: body.id } });
  expect(half).toMatchObject({ state: 'running', success: batchRows, failed: 0 });
  await world.owner.run(sql`drop trigger fail_once on membership`);
  world.setTime(new Date(Date.now() + 3_600_000));
  await world.runJobs();
  world.setTime(null);
  expect(await admin.call(contract.get, { params: { id: body.id } })).toMatchObject({ state: 'done', success: total });
  const [count] = await world.owner.run(sql<{ people: number }>`select count(*) as people from membership where tenant_id = ${unit.id}`);
  expect(count?.people).toBe(total + 1);
});

test('where welcome mails are on, everybody who came in gets a link', async () => {
  const { admin } = await world.unitWithAdmin({ settings: { send_email_register_user: true } });
  const email = mail();
  await begin(admin, (await upload(admin, `Nome;E-mail\nAna;${email}`)).body);
  await world.runJobs();
  expect(await world.mailsTo(email)).toHaveLength(1);
});

test('people of another unit join with their own accounts, where the setting allows it', async () => {
  const partner = await world.partner();
  const [one, two] = [await partner.unit(), await partner.unit({ settings: { user_import: true } })];
  const guest = await one.person('user');
  await one.person('user', { membership: { state: 'blocked' } });
  const both = await one.person('admin');
  await world.join(both, two, 'admin');
  const admin = await world.signIn({ ...both, tenant_id: two.id });
  const stranger = await world.signIn(await two.person('admin'));
  expect((await stranger.refusal(contract.addFromUnit, { body: { source_tenant_id: one.id } })).status).toBe(404);
  const given = await admin.call(contract.addFromUnit, { body: { source_tenant_id: one.id } });
  // The administrator is in both units already.
  expect(given).toMatchObject({ rows: 2, with_problems: 1, from_unit: true });
  await begin(admin, given, true);
  const joined = (await people(admin)).find(({ email }) => email === guest.email);
  expect(joined).toMatchObject({ person_id: guest.id, role: 'user', name: guest.name });
  const closed = await world.signIn(both);
  expect((await closed.refusal(contract.sources, {})).status).toBe(403);
});

test('readers import nobody, and nobody sees the imports of another unit', async () => {
  const [{ admin, unit }, { admin: other }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const { body } = await upload(admin, `Nome;E-mail\nAna;${mail()}`);
  const reader = await world.signIn(await unit.person('user'));
  expect((await upload(reader, 'Nome;E-mail\nAna;a@b.example')).status).toBe(403);
  expect((await other.refusal(contract.get, { params: { id: body.id } })).status).toBe(404);
  expect((await other.refusal(contract.start, { params: { id: body.id }, body: { version: 1 } })).status).toBe(404);
  expect((await other.call(contract.list, {})).data).toEqual([]);
});

test('ten thousand rows are read, judged and imported', async () => {
  const { admin } = await world.unitWithAdmin({ tenant: { user_limit: 20_000 } });
  const lines = Array.from({ length: 10_000 }, (_, index) =>
    index % 100 === 7 ? `Pessoa ${index};sem arroba;` : `Pessoa ${index};bulk${index}@example.com;+55119${String(10_000_000 + index)}`,
  );
  const { body } = await upload(admin, `Nome;E-mail;Telefone\n${lines.join('\n')}`);
  const done = await begin(admin, body, true);
  expect(done).toMatchObject({ success: 9900, failed: 100 });
}, 120_000);

test('whoever started an import hears once how it went, and nobody else does', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const second = await world.signIn(await unit.person('admin'));
  const { body } = await upload(admin, `Nome;E-mail\nAna;${mail()}\nBia;${mail()}\nSem;nada`);
  await begin(admin, body, true);
  await world.runJobs();
  expect((await admin.call(notifications.list, {})).data).toMatchObject([
    { kind: 'import_finished', values: { done: 2, failed: 1 }, link: `/user?import=${body.id}` },
  ]);
  expect((await second.call(notifications.list, {})).data).toEqual([]);
});
