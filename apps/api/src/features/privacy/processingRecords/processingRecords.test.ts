import * as audit from '@vitrine/contract/audit/audit.ts';
import * as contract from '@vitrine/contract/privacy/processingRecords.ts';
import type { ProcessingActivity } from '@vitrine/contract/privacy/processingRecords.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

async function scene(settings: Record<string, unknown> = {}) {
  const unit = await world.unit({ settings });
  return { unit, admin: await world.signIn(await unit.person('admin')) };
}
const told = (
  records: { activities: { key: ProcessingActivity; recipients: string[]; sources: string[]; kept: string }[] },
  key: ProcessingActivity,
) => records.activities.find((activity) => activity.key === key);

test('only what the unit uses is told: the help desk, embedding, remote access and tasks come with their switch', async () => {
  const { admin } = await scene();
  const plain = await admin.call(contract.get, {});
  for (const key of ['support', 'embedding', 'remote_access', 'automation', 'arrivals'] as const)
    expect(told(plain, key), key).toBeUndefined();
  expect(told(plain, 'accounts')?.sources).toEqual(['Administradores da unidade', 'O próprio usuário']);
  const { admin: other } = await scene({
    enable_helpdesk: true,
    enable_embedded: true,
    allow_access_remote: true,
    enable_auto_register: true,
  });
  const full = await other.call(contract.get, {});
  for (const key of ['support', 'embedding', 'remote_access', 'arrivals'] as const) expect(told(full, key), key).toBeDefined();
});

test('who receives data is who is configured now: an own mail server by its host, directories by name', async () => {
  const { unit, admin } = await scene();
  expect(told(await admin.call(contract.get, {}), 'notices')?.recipients).toEqual(['Servidor de e-mail da plataforma']);
  await world.owner.write([
    sql`update tenant_setting set value = value || '{"enable":true,"host":"smtp.aurora.example","email":"portal@aurora.example","port":587,"protocol":"starttls","name":null}'::jsonb
      where tenant_id = ${unit.id}`,
    sql`insert into tenant_setting (tenant_id, value) values (${unit.id},
      '{"enable":true,"host":"smtp.aurora.example","email":"portal@aurora.example","port":587,"protocol":"starttls","name":null}') on conflict do nothing`,
    sql`insert into entra_directory (tenant_id, name, directory_id) values (${unit.id}, 'Diretório da Aurora', uuid_v7())`,
  ]);
  const records = await admin.call(contract.get, {});
  expect(told(records, 'notices')?.recipients).toEqual(['Servidor de e-mail: smtp.aurora.example']);
  expect(told(records, 'accounts')?.recipients).toContain('Quem confirma a entrada: Diretório da Aurora');
  expect(told(records, 'accounts')?.sources).toContain('Diretório: Diretório da Aurora');
});

test('times are those that the portal keeps, in the language of who asks', async () => {
  const { unit } = await scene();
  const admin = await world.signIn(await unit.person('admin', { person: { language: 'en-US' } }));
  const response = await admin.inject({ method: 'GET', url: '/api/processing_records', headers: { lang: 'en-US' } });
  const records = contract.get.answer.parse(response.json());
  expect(told(records, 'log')?.kept).toBe('24 months; network addresses, 6 months.');
  expect(told(records, 'reading')?.kept).toBe('12 months with the name; afterwards numbers alone.');
  expect(told(records, 'notices')?.kept).toBe('Read: 90 days. All: 365 days.');
  expect(records.end.join(' ')).toMatch(/30 days later everything is erased/);
  expect(JSON.stringify(records)).not.toContain('{{');
});

test('a unit on trial reads when it ends and when its data go', async () => {
  const unit = await world.unit({ tenant: { state: 'trial', trial_ends_on: '2099-03-10' } });
  const admin = await world.signIn(await unit.person('admin'));
  const { end } = await admin.call(contract.get, {});
  expect(end[0]).toBe('O período de teste termina em 10/03/2099. Sem contrato, tudo é apagado a partir de 09/05/2099.');
});

test('the document is a PDF with its date, and holds every activity', async () => {
  const { unit, admin } = await scene({ enable_helpdesk: true });
  const response = await admin.inject({ method: 'GET', url: '/api/processing_records/document' });
  expect(response.headers['content-type']).toBe('application/pdf');
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const pdf = await PDFDocument.load(response.rawPayload);
  expect(pdf.getTitle()).toContain(unit.name);
  expect(pdf.getPageCount()).toBeGreaterThan(1);
});

test('the officer is named by administrators and partner, stands in the records and in the log; others neither read nor name', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const [admin, staff, reader, operator] = [
    await world.signIn(await unit.person('admin')),
    await world.signIn(await partner.person({ unit })),
    await world.signIn(await unit.person('user')),
    await world.signIn(await world.operator()),
  ];
  const body = { name: 'Marta Nogueira', email: 'dpo@aurora.example' };
  expect((await admin.call(contract.get, {})).officer).toEqual({ name: '', email: '' });
  expect(Object.keys((await admin.refusal(contract.nameOfficer, { body: { name: ' ', email: 'x' } })).body.errors ?? {})).toEqual([
    'name',
    'email',
  ]);
  await admin.call(contract.nameOfficer, { body });
  const seen = await staff.call(contract.get, {});
  expect(seen).toMatchObject({ officer: body, partner: partner.name, can: { edit: true } });
  await staff.call(contract.nameOfficer, { body: { ...body, name: 'Rui Costa' } });
  expect((await admin.call(contract.get, {})).officer.name).toBe('Rui Costa');
  const { data } = await admin.call(audit.list, { query: { object_type: 'tenant_setting' } });
  expect(data[0]).toMatchObject({ action: 'data_officer.save', after: { data_officer_name: 'Rui Costa' } });
  for (const other of [reader, operator]) {
    expect((await other.refusal(contract.get, {})).status).toBe(403);
    expect((await other.refusal(contract.nameOfficer, { body })).status).toBe(403);
  }
  const elsewhere = await scene();
  expect((await elsewhere.admin.call(contract.get, {})).officer.name).toBe('');
});
