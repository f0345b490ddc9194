import * as privacy from '@vitrine/contract/privacy/privacy.ts';
import * as groups from '@vitrine/contract/reports/reportGroups.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import * as contract from '@vitrine/contract/system/files.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { Refused } from '#test/harness/browser.ts';
import { onePixel, pictureOfSize } from '#test/harness/pictures.ts';
import { openWorld } from '#test/harness/world.ts';
import { fileAddress } from '#platform/files/address.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { cleanFiles } from '#domain/files/files.jobs.ts';

const world = await openWorld();
const unit = await world.unit({ host: 'own.example', settings: { enable_helpdesk: true } });
await world.unit({ host: 'other.example' });
const admin = await world.signIn(await unit.person('admin'));
const reader = await world.signIn(await unit.person('user'));
afterAll(world.close);

const picture = { query: { kind: 'picture' as const, name: 'Eu.png' }, body: onePixel };

test('a picture is stored, and shown without a session, to be kept for ever', async () => {
  const stored = await admin.call(contract.add, { query: { kind: 'cover', name: 'Eu.png' }, body: onePixel });
  expect(stored).toMatchObject({ name: 'Eu.webp', content_type: 'image/webp' });
  const response = await world.browser().inject({ method: 'GET', url: stored.address });
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload.length).toBe(stored.size);
  expect(response.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
});

test('an address opens with its own key only', async () => {
  const one = await reader.call(contract.add, picture);
  const two = await reader.call(contract.add, picture);
  const [, , , id] = two.address.split('/');
  const stolen = one.address.replace(one.id, id ?? '');
  expect((await reader.inject({ method: 'GET', url: stolen })).statusCode).toBe(404);
  expect((await reader.inject({ method: 'GET', url: one.address.slice(0, -1) })).statusCode).toBe(404);
});

test("is not there on another unit's own host", async () => {
  const { address } = await reader.call(contract.add, picture);
  for (const [host, status] of [
    ['other.example', 404],
    ['own.example', 200],
  ] as const) {
    expect((await world.browser({ host }).inject({ method: 'GET', url: address })).statusCode, host).toBe(status);
  }
});

test('is used for what it was stored, by the unit that stored it', async () => {
  const upload = (kind: contract.UploadKind, by = admin) => by.call(contract.add, { query: { kind, name: 'a.png' }, body: onePixel });
  const stranger = await world.signIn(await (await world.unit()).person('admin'));
  const own = { cover: await upload('cover'), group_cover: await upload('group_cover'), picture: await upload('picture') };
  const foreign = {
    cover: await upload('cover', stranger),
    group_cover: await upload('group_cover', stranger),
    picture: await upload('picture', stranger),
  };
  const statusOf = (saving: Promise<unknown>) =>
    saving.then(
      () => 200,
      (refused: unknown) => (refused instanceof Refused ? refused.status : refused),
    );
  const group = (cover_id: string) => admin.call(groups.add, { body: { name: uuidv7(), cover_id } });
  const { id: group_id } = await admin.call(groups.add, { body: { name: 'Capas' } });
  const subgroup = (cover_id: string) => admin.call(groups.addSubgroup, { params: { id: group_id }, body: { name: uuidv7(), cover_id } });
  const link = await admin.call(reports.addLink, { body: { title: 'Painel', group_id, link_url: 'https://painel.example' } });
  const { title, version, link_url } = link;
  const report = (cover_id: string) =>
    admin.call(reports.update, { params: { id: link.id }, body: { title, group_id, active: true, link_url, cover_id, version } });
  for (const [save, right] of [
    [group, own.group_cover],
    [subgroup, own.group_cover],
    [report, own.cover],
  ] as const) {
    for (const { id } of [own.picture, foreign.cover, foreign.group_cover]) expect(await statusOf(save(id))).toBe(404);
    expect(await statusOf(save(right.id))).toBe(200);
  }

  const { profile } = await reader.call(privacy.myData, {});
  const face = (picture_id: string) =>
    reader.call(privacy.correctProfile, { body: { name: profile.name, phone: null, picture_id, version: profile.version } });
  const attachment = await upload('ticket_attachment', reader);
  for (const { id } of [own.cover, attachment, foreign.picture]) expect(await statusOf(face(id))).toBe(422);
  expect(await statusOf(face((await upload('picture', reader)).id))).toBe(200);
});

test.each([
  ['text that calls itself a picture', Buffer.from('<svg onload="alert(1)"/>')],
  ['a script behind the header of a GIF', Buffer.from('GIF89a/*\x01\x00\x01\x00*/=alert(1)//')],
  ['a page behind the header of a bitmap', Buffer.from('BM<html><script>alert(1)</script>')],
  [
    'a drawing that says it is XML',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ['a picture that is cut off', onePixel.subarray(0, 12)],
  ['nothing', Buffer.alloc(0)],
  ['sides beyond measure', pictureOfSize(20_000, 10)],
  ['a bomb of pixels', pictureOfSize(5999, 5999)],
])('refuses %s', async (_what, body) => {
  await expect(reader.call(contract.add, { ...picture, body: Buffer.from(body) })).rejects.toThrow('422 invalid');
});

test('a picture that is a page or a script as well is shown as a picture and as nothing else', async () => {
  for (const tail of [
    '<script>alert(1)</script>',
    '*/=alert(1)//',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  ]) {
    const body = Buffer.concat([onePixel, Buffer.from(tail)]);
    const { address } = await reader.call(contract.add, { query: { kind: 'picture', name: 'eu.html' }, body });
    const { headers } = await world.browser().inject({ method: 'GET', url: address });
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  }
});

test('refuses what is larger than its kind, and bytes where JSON is wanted', async () => {
  const large = Buffer.concat([onePixel, Buffer.alloc(1_048_577)]);
  await expect(reader.call(contract.add, { ...picture, body: large })).rejects.toThrow('413 too_large');
  const headers = { 'content-type': 'application/octet-stream' };
  const wrong = await admin.inject({ method: 'POST', url: '/api/auth/login', headers, payload: onePixel });
  expect(wrong.statusCode).toBe(415);
});

test('who may not change reports may not send covers', async () => {
  const cover = { ...picture, query: { kind: 'cover' as const } };
  await expect(reader.call(contract.add, cover)).rejects.toThrow('403 forbidden');
  await admin.call(contract.add, cover);
});

test('what is no picture is saved and never shown, for a while', async () => {
  const page = Buffer.from('<script>alert(1)</script>');
  const { id, address } = await reader.call(contract.add, { query: { kind: 'ticket_attachment', name: 'nota "1".txt' }, body: page });
  const response = await reader.inject({ method: 'GET', url: address });
  expect(response.headers['content-type']).toBe('text/plain');
  expect(response.headers['content-disposition']).toMatch(/^attachment; /);
  world.setTime(new Date(Date.now() + 3 * 3_600_000));
  expect((await reader.inject({ method: 'GET', url: address })).statusCode).toBe(404);
  const again = fileAddress(world.services, { id, content_type: 'application/octet-stream' });
  expect((await reader.inject({ method: 'GET', url: again })).statusCode).toBe(200);
  world.setTime(null);
});

const archive = (...names: string[]) => Buffer.from(`PK\x03\x04${names.join('\0')}`, 'latin1');

test.each([
  ['nota.txt', Buffer.from('Olá'), 'text/plain'],
  ['VENDAS.CSV', Buffer.from('loja;total\r\nA\xe7a\xed;1', 'latin1'), 'text/csv'],
  ['fatura.pdf', Buffer.from('%PDF-1.7 \0'), 'application/pdf'],
  ['pasta.zip', archive('a.txt'), 'application/zip'],
  ['tela.png', onePixel, 'image/png'],
  ['plano.xlsx', archive('[Content_Types].xml', 'xl/workbook.xml'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [
    'carta.docx',
    archive('[Content_Types].xml', 'word/document.xml'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
] as const)('%s is attached as what it is, and downloaded, pictures as well', async (name, body, type) => {
  const stored = await reader.call(contract.add, { query: { kind: 'ticket_attachment', name }, body });
  expect(stored.content_type).toBe(type);
  const { headers } = await world.browser().inject({ method: 'GET', url: stored.address });
  expect(headers['content-disposition']).toMatch(/^attachment; /);
});

test.each([
  ['a page', 'nota.html', Buffer.from('<script>alert(1)</script>')],
  ['a program that calls itself a picture', 'foto.png', Buffer.from('MZ\x90\0', 'latin1')],
  ['a program that calls itself a text', 'nota.txt', Buffer.from('MZ\x90\0', 'latin1')],
  ['a picture that calls itself a text', 'nota.txt', onePixel],
  ['a picture of another kind than it says', 'foto.jpg', onePixel],
  ['an archive that calls itself a spreadsheet', 'plano.xlsx', archive('a.txt')],
  ['a letter that calls itself a spreadsheet', 'plano.xlsx', archive('[Content_Types].xml', 'word/document.xml')],
  ['what has no ending', 'nota', Buffer.from('Olá')],
])('%s is not attached', async (_what, name, body) => {
  const { body: refused } = await reader.refusal(contract.add, { query: { kind: 'ticket_attachment', name }, body });
  expect(refused.errors).toHaveProperty('file');
});

test('what nothing refers to is gone after a day, what something refers to stays', async () => {
  await world.owner.run(
    sql`create table if not exists shows_a_file (tenant_id uuid not null, file_id uuid, foreign key (tenant_id, file_id) references file (tenant_id, id))`,
  );
  await world.owner.run(sql`grant select on shows_a_file to portal_app`);
  const kept = await reader.call(contract.add, picture);
  const left = await reader.call(contract.add, picture);
  await world.owner.run(sql`insert into shows_a_file values (${unit.id}, ${kept.id})`);
  const there = async () =>
    (await world.owner.run<{ id: string }>(sql`select id from file where id in (${kept.id}, ${left.id})`)).map(({ id }) => id);
  await world.runJobs(cleanFiles);
  expect(await there()).toHaveLength(2);
  world.setTime(new Date(Date.now() + 25 * 3_600_000));
  await world.runJobs(cleanFiles);
  world.setTime(null);
  expect(await there()).toEqual([kept.id]);
});
