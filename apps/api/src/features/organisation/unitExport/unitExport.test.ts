/** Everything of a unit in one archive: what is in it, who gets it, and what becomes of it. */
import { erase } from '@vitrine/contract/organisation/companies.ts';
import { add as addTheme, nothingOwn, publish as publishTheme, update as updateTheme } from '@vitrine/contract/organisation/themes.ts';
import * as contract from '@vitrine/contract/organisation/unitExport.ts';
import { add as addFile } from '@vitrine/contract/system/files.ts';
import { list as listAudit } from '@vitrine/contract/audit/audit.ts';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { fillUnit } from '#test/harness/fullUnit.ts';
import { greyPicture } from '#test/harness/pictures.ts';
import { openWorld } from '#test/harness/world.ts';
import { cleanUnitExports } from './unitExport.jobs.ts';

const world = await openWorld();
afterEach(() => world.setTime(null));
afterAll(world.close);
const operator = await world.signIn(await world.operator());

type Browser = typeof operator;

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit();
  const other = await partner.unit();
  const person = await partner.person({ unit });
  return { partner, unit, other, person, staff: await world.signIn(person) };
}

const params = (unit: { id: string }) => ({ params: { id: unit.id } });
const stateOf = async (browser: Browser, unit: { id: string }) => (await browser.call(contract.get, params(unit))).last?.state;

async function taken(browser: Browser, unit: { id: string }): Promise<Record<string, string>> {
  const { address } = await browser.call(contract.link, params(unit));
  // Whoever has the link needs no session.
  const response = await world.browser().inject({ method: 'GET', url: address });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
  const files = unzipSync(new Uint8Array(response.rawPayload));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}

const partsOf = async (unit: { id: string }) =>
  (await world.owner.run(sql<{ rows: number }>`select count(*)::int as rows from unit_export_part where tenant_id = ${unit.id}`))[0]?.rows;

test('has what was put in, under names that people read, and nothing of another unit', async () => {
  const { unit, other, person, staff } = await scene();
  const { admin, reader } = await fillUnit(world, unit, other);
  await world.owner.run(sql`update membership set department = '=HYPERLINK("x")' where id = ${reader.membership_id}`);
  await world.owner.run(sql`
    insert into file (tenant_id, id, kind, name, content_type, size, bytes)
    values (${unit.id}, uuid_v7(), 'attachment', '../fatura.txt', 'text/plain', 3000000, convert_to(repeat('x', 3000000), 'UTF8'))`);
  const [stranger] = [await other.person('user')];

  await staff.call(contract.add, params(unit));
  expect(await stateOf(staff, unit)).toBe('waiting');
  expect((await staff.refusal(contract.link, params(unit))).status).toBe(404);
  await world.runJobs();
  expect(await stateOf(staff, unit)).toBe('done');
  const files = await taken(staff, unit);

  const named = (word: string) => Object.entries(files).find(([name]) => name.includes(word))?.[1] ?? '';
  expect(named('Usuários.csv')).toContain(admin.email);
  // A spreadsheet runs nothing of it.
  expect(named('Usuários.csv')).toContain(`"'=HYPERLINK(""x"")"`);
  expect(named('Usuários.csv').split('\r\n')[0]).toContain('Departamento');
  expect(named('Usuários.csv')).toContain('Administrador');
  for (const kind of [
    'Grupos de usuários',
    'Grupos de relatórios',
    'Relatórios',
    'Acessos aos relatórios',
    'Termos',
    'Aceites',
    'Pedidos do catálogo',
    'Pedidos de privacidade',
  ])
    expect(named(kind), kind).toContain(unit.marker);
  expect(named('Aceites')).toContain(reader.email);
  expect(named('Auditoria')).toContain(person.name);
  expect(JSON.parse(named('Estrutura'))).toHaveProperty('reports');
  expect(named('.._fatura.txt')).toBe('x'.repeat(3_000_000));
  expect(Object.keys(files).filter((name) => name.includes('..') && name.includes('../'))).toEqual([]);

  const all = JSON.stringify(files);
  expect(all).not.toContain(other.id);
  expect(all).not.toContain(stranger.email);
  const secrets = await world.owner.run(sql<{ value: string }>`
    select password_hash as value from person where id in (${admin.id}, ${reader.id}) and password_hash is not null
    union all select secret_value from reporting_account where tenant_id = ${unit.id}`);
  expect(secrets.length).toBeGreaterThan(1);
  for (const { value } of secrets) expect(all).not.toContain(value);
  expect(all).not.toContain('argon2');

  const mails = await world.mailsTo(person.email);
  expect(mails.at(-1)?.subject).toContain(unit.name);
  const log = (await staff.call(listAudit, { query: { object_type: 'tenant', object_id: unit.id } })).data;
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['company.export', 'company.export_data']));
});

test('has the unit’s own themes with their pictures, and not those of its partner or of another unit', async () => {
  const { unit, other, staff } = await scene();
  const [admin, stranger] = [await world.signIn(await unit.person('admin')), await world.signIn(await other.person('admin'))];
  const logoOf = (browser: Browser, name: string) => browser.call(addFile, { query: { kind: 'logo', name }, body: greyPicture(64, 64) });
  const themeOf = async (browser: Browser, name: string) => {
    const { id: logo_id } = await logoOf(browser, `${name}.png`);
    const { id, version } = await browser.call(addTheme, { body: { name } });
    const drafted = { ...nothingOwn, own: ['pictures' as const], logo_id };
    const { version: next } = await browser.call(updateTheme, { params: { id }, body: { name, draft: drafted, version } });
    await browser.call(publishTheme, { params: { id }, body: { version: next, at: null } });
    return logo_id;
  };
  const logo_id = await themeOf(admin, 'Verão');
  await themeOf(stranger, 'Alheio');
  await themeOf(staff, 'Do parceiro');
  await staff.call(contract.add, params(unit));
  await world.runJobs();
  const files = await taken(staff, unit);
  const [, themes = ''] = Object.entries(files).find(([name]) => name.includes('Temas e marca')) ?? [];
  expect(JSON.parse(themes)).toMatchObject([
    { name: 'Verão', number: 1, used: false, published: { logo_id }, versions: [{ number: 1, document: { logo_id } }] },
  ]);
  const pictures = Object.keys(files).filter((name) => name.endsWith('.png'));
  expect(pictures).toHaveLength(1);
  expect(pictures[0]).toContain(`${logo_id} Verão.png`);
  expect(files[pictures[0] ?? '']).toContain('PNG');
});

test('has the invoices of its client, no drafts and nobody else’s', async () => {
  const { partner, unit, staff } = await scene();
  const client = async (tax: string, name: string, state: string, month: string) => {
    const [row] = await world.owner.run(sql<{ id: string }>`
      insert into client (id, partner_id, kind, name, tax_id) values (uuid_v7(), ${partner.id}, 'legal', ${name}, ${tax}) returning id`);
    await world.owner.run(sql`
      insert into invoice (id, client_id, partner_id, month, number, state, person_count, bonus_users, price_cents, total_cents, due_on, client_name, client_tax_id)
      values (uuid_v7(), ${row?.id}, ${partner.id}, ${month}, ${Number(tax.slice(-6))}, ${state}, 4, 0, 1990, 7960, '2026-04-10', ${name}, ${tax})`);
    return row?.id;
  };
  const own = await client('11222333000181', 'Lojas Sol', 'open', '2026-03');
  await client('11222333000262', 'Lojas Lua', 'open', '2026-03');
  await client('11222333000343', 'Lojas Mar', 'draft', '2026-04');
  await world.owner.run(sql`update tenant set client_id = ${own} where id = ${unit.id}`);
  await world.owner.run(sql`
    insert into invoice_document (invoice_id, kind, name, bytes)
    select id, 'bill', 'fatura-' || number || '.pdf', convert_to('%PDF of ' || client_name, 'UTF8') from invoice where partner_id = ${partner.id}`);
  await staff.call(contract.add, params(unit));
  await world.runJobs();
  const files = await taken(staff, unit);
  const [, invoices = ''] = Object.entries(files).find(([name]) => name.includes('Faturas do cliente')) ?? [];
  expect(invoices).toContain('7960');
  expect(invoices).toContain('Lojas Sol');
  expect(invoices).not.toMatch(/^key/i);
  const bills = Object.entries(files).filter(([name]) => name.startsWith('Faturas em PDF/'));
  expect(bills).toEqual([['Faturas em PDF/00001 fatura-181.pdf', '%PDF of Lojas Sol']]);
  // Once it is made, the unit has no way to them any more.
  const again = await world.services.database.run(
    { kind: 'tenant', tenant_id: unit.id },
    sql`
    select d.* from generate_series(1, 1) join lateral documents_for_export(${own ?? ''}::uuid) d on true`,
  );
  expect(again).toEqual([]);
  expect(JSON.stringify(files)).not.toContain('Lojas Lua');
});

test('all of the partner take it, and nobody of the unit, of another partner or of the operator', async () => {
  const { partner, unit, staff } = await scene();
  const stranger = await world.partner();
  const strangers = await world.signIn(await stranger.person({ unit: await stranger.unit() }));
  const admin = await world.signIn(await unit.person('admin'));
  for (const endpoint of [contract.get, contract.add, contract.link]) {
    expect((await strangers.refusal(endpoint, params(unit))).status).toBe(404);
    expect((await admin.refusal(endpoint, params(unit))).status).toBe(403);
  }
  await staff.call(contract.add, params(unit));
  await world.runJobs();
  const colleague = await world.signIn(await partner.person({ unit }));
  const seen = await colleague.call(contract.get, params(unit));
  expect(seen).toMatchObject({ last: { state: 'done' }, can: { download: true } });
  expect(Object.keys(await taken(colleague, unit)).length).toBeGreaterThan(0);
  expect(await operator.call(contract.get, params(unit))).toMatchObject({ last: { state: 'done' }, can: { download: false } });
  expect((await operator.refusal(contract.link, params(unit))).status).toBe(403);
});

test('a link works once, within a minute, and not on the host of another unit', async () => {
  const { partner, unit, staff } = await scene();
  const host = `outra.${partner.marker}.example`;
  await partner.unit({ host });
  await staff.call(contract.add, params(unit));
  await world.runJobs();
  const statusOf = async (address: string, at = world.browser(), method: 'GET' | 'HEAD' = 'GET') =>
    (await at.inject({ method, url: address })).statusCode;
  const { address } = await staff.call(contract.link, params(unit));
  expect(await statusOf(address, world.browser(), 'HEAD')).toBe(405);
  expect(await statusOf(address, world.browser({ host }))).toBe(404);
  const both = await Promise.all([statusOf(address), statusOf(address)]);
  expect(both.toSorted((one, other) => one - other)).toEqual([200, 404]);
  expect(await statusOf(address)).toBe(404);
  const late = await staff.call(contract.link, params(unit));
  world.setTime(new Date(Date.now() + 61_000));
  expect(await statusOf(late.address)).toBe(404);
  world.setTime(null);
  const older = await staff.call(contract.link, params(unit));
  const newer = await staff.call(contract.link, params(unit));
  expect([await statusOf(older.address), await statusOf(newer.address)]).toEqual([404, 200]);
  expect(await statusOf(`/api/unit_exports/${'a'.repeat(43)}`)).toBe(404);
});

test('an archive that is removed while it is taken breaks off, and is never a shorter one', async () => {
  const { unit, staff } = await scene();
  await world.owner.run(sql`
    insert into file (tenant_id, id, kind, name, content_type, size, bytes)
    values (${unit.id}, uuid_v7(), 'attachment', 'bytes.bin', 'application/octet-stream', 3000000, decode(repeat('ab', 3000000), 'hex'))`);
  await staff.call(contract.add, params(unit));
  await world.runJobs();
  const { address } = await staff.call(contract.link, params(unit));
  await world.owner.run(sql`delete from unit_export_part where tenant_id = ${unit.id} and number = 2`);
  await expect(world.browser().inject({ method: 'GET', url: address })).rejects.toThrow('destroyed before completion');
});

test('tells who opened which report when', async () => {
  const { unit, other, staff } = await scene();
  const { reader } = await fillUnit(world, unit, other);
  const [view] = await world.owner.run(sql<{ title: string; year: string }>`
    select r.title, to_char(v.opened_at, 'YYYY') as year from report_view v join report r on r.id = v.report_id
    where v.tenant_id = ${unit.id} and v.person_id = ${reader.id} limit 1`);
  await staff.call(contract.add, params(unit));
  await world.runJobs();
  const [, usage = ''] = Object.entries(await taken(staff, unit)).find(([name]) => name.includes('Uso dos relatórios')) ?? [];
  expect(usage.split('\r\n')[0]).toContain('Quem fez');
  const line = usage.split('\r\n').find((one) => one.includes(reader.email)) ?? '';
  for (const part of [reader.name, view?.title ?? '-', view?.year ?? '-']) expect(line).toContain(part);
});

test('whoever left the partner meanwhile gets nothing', async () => {
  const { unit, person, staff } = await scene();
  await staff.call(contract.add, params(unit));
  await world.owner.run(sql`update staff set state = 'inactive' where person_id = ${person.id}`);
  await world.runJobs();
  const rows = await world.owner.run(sql`select state, reason from unit_export where tenant_id = ${unit.id}`);
  expect(rows).toEqual([{ state: 'failed', reason: 'not_allowed' }]);
  expect(await partsOf(unit)).toBe(0);
});

test('asked for twice at once there is one, a new one takes the place of the old, and after seven days there is none', async () => {
  const { unit, staff } = await scene();
  const both = await Promise.all([staff.call(contract.add, params(unit)), staff.call(contract.add, params(unit))]);
  expect(new Set(both.map(({ last }) => last?.id)).size).toBe(1);
  await world.runJobs();
  const { last } = await staff.call(contract.add, params(unit));
  expect(last?.id).not.toBe(both[0]?.last?.id);
  await world.runJobs();
  const rows = await world.owner.run(sql<{ id: string }>`select id from unit_export where tenant_id = ${unit.id}`);
  expect(rows).toEqual([{ id: last?.id }]);
  world.setTime(new Date(Date.now() + 8 * 86_400_000));
  await world.runJobs(cleanUnitExports);
  expect(await partsOf(unit)).toBe(0);
  expect(await world.owner.run(sql`select from unit_export where tenant_id = ${unit.id}`)).toEqual([]);
});

test('what waits without its job is given one, in a closed unit too', async () => {
  const { unit, staff } = await scene();
  await staff.call(contract.add, params(unit));
  await world.owner.run(sql`update tenant set state = 'closed', closed_at = now() where id = ${unit.id}`);
  await world.owner.run(sql`delete from jobs.job where data::text like '%unit_export.run%'`);
  const stored = () => world.owner.run(sql`select state from unit_export where tenant_id = ${unit.id}`);
  await world.runJobs();
  expect(await stored()).toEqual([{ state: 'waiting' }]);
  world.setTime(new Date(Date.now() + 3_600_000));
  await world.runJobs(cleanUnitExports);
  await world.runJobs();
  expect(await stored()).toEqual([{ state: 'done' }]);
});

test('an erased unit has none', async () => {
  const { unit, staff } = await scene();
  await staff.call(contract.add, params(unit));
  await world.runJobs();
  expect(await partsOf(unit)).toBeGreaterThan(0);
  await operator.call(erase, { ...params(unit), query: { confirm: unit.name.toUpperCase().replaceAll(' ', '_') } });
  expect((await staff.refusal(contract.link, params(unit))).status).toBe(404);
  await world.runJobs();
  expect(await partsOf(unit)).toBe(0);
});
