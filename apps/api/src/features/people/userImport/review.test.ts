/** The review before an import: what is said of each row, and what a correction changes. */
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import * as contract from '@vitrine/contract/people/userImport.ts';
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { workbook } from '#test/harness/zip.ts';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { rowsOf, upload } from '#test/harness/imports.ts';
import { openWorld } from '#test/harness/world.ts';
import { readSpreadsheet } from '#test/harness/tables.ts';

const world = await openWorld();
afterAll(world.close);

let counter = 0;
const mail = () => `review${++counter}@example.com`;
const begin = async (admin: Browser, given: UserImport, ignore_errors = false) => {
  await admin.call(contract.start, { params: { id: given.id }, body: { ignore_errors, version: given.version } });
  await world.runJobs();
  return admin.call(contract.get, { params: { id: given.id } });
};

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
