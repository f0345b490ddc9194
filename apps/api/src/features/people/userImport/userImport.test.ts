import { locales } from '@vitrine/contract/fields.ts';
import * as customFields from '@vitrine/contract/people/customFields.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as contract from '@vitrine/contract/people/userImport.ts';
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { rowsOf, upload } from '#test/harness/imports.ts';
import { openWorld } from '#test/harness/world.ts';
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

test.each(locales)('the template has every column in %s, and each is known again', async (lang) => {
  const { admin, unit } = await world.unitWithAdmin();
  const field = await admin.call(customFields.add, { body: { name: 'Matrícula', type: 'text' } });
  const answer = await admin.inject({ method: 'GET', url: `${contract.template.path}?format=csv`, headers: { lang } });
  const header = answer.body.replace('\uFEFF', '').split(/\r?\n/)[0] ?? '';
  const { body } = await upload(admin, `${header}\n${header.replaceAll(/[^;]+/g, 'x')}`);
  expect(body.mapping).toEqual([...contract.importFields, `custom:${field.id}`]);
  const sheet = await admin.inject({ method: 'GET', url: `${contract.template.path}?format=xlsx` });
  expect(sheet.headers['content-disposition']).toContain('.xlsx');
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.inject({ method: 'GET', url: `${contract.template.path}?format=csv` })).statusCode).toBe(403);
});

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
  const told = async (...mapping: (string | null)[]) => (await admin.refusal(contract.map, map(...mapping))).body.errors;
  expect(await told('name', 'email', 'name')).toEqual({ mapping: ['O campo Colunas tem o mesmo valor mais de uma vez.'] });
  expect(await told('name', 'email')).toEqual({ mapping: ['O campo Colunas precisa de exatamente 3 itens.'] });
  expect(await told('name', null, 'department')).toEqual({ mapping: ['Indique quais colunas são o nome e o e-mail.'] });
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
