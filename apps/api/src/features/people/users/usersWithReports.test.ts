/** The reports that people get with their account, and what is left of somebody who is erased. */
import * as catalogue from '@vitrine/contract/access/catalogue.ts';
import * as customFields from '@vitrine/contract/people/customFields.ts';
import * as files from '@vitrine/contract/system/files.ts';
import * as privacy from '@vitrine/contract/privacy/privacy.ts';
import { openAs } from '@vitrine/contract/access/openAs.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import * as reportProblems from '@vitrine/contract/reading/reportProblems.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import * as contract from '@vitrine/contract/people/users.ts';
import { eventLogout } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onePixel } from '#test/harness/pictures.ts';
import { openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import { addUser, freshAddress } from '#test/harness/users.ts';
import { tellOfRefusal } from '#domain/mail/refusal.ts';
import { scoped } from '#platform/database/scoped.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world } = await openPublishingWorld();
const titlesOf = async (admin: Awaited<ReturnType<typeof publishingScene>>['admin'], id: string) =>
  (await admin.call(contract.reports, { params: { id } })).data.map(({ title }) => title).toSorted();

test('a new person gets the reports that are chosen with the account, and none of another unit', async () => {
  const [{ admin, publish }, elsewhere] = [await publishingScene(world), await publishingScene(world)];
  const [one, two] = [await publish({ title: 'Um' }), await publish({ title: 'Dois' })];
  const foreign = await elsewhere.publish();
  const made = await addUser(admin, { report_ids: [one.id, two.id] });
  expect(await titlesOf(admin, made.id)).toEqual(['Dois', 'Um']);
  for (const id of [foreign.id, uuidv7()]) {
    const email = freshAddress();
    expect((await admin.refusal(contract.add, { body: { name: 'x', email, report_ids: [one.id, id] } })).status).toBe(404);
    // Nothing is half done.
    expect((await admin.call(contract.list, { query: { q: email } })).data).toEqual([]);
  }
});

test('a clone gets what was assigned to the original in person, with its rules, and what is chosen besides', async () => {
  const { admin, ana, publish, toAna } = await publishingScene(world);
  const [one, two] = [await publish({ title: 'Um' }), await publish({ title: 'Dois' })];
  await toAna(one, { ends_on: '2099-01-31' });
  const clone = await addUser(admin, { clone_of: ana.membership_id, report_ids: [one.id, two.id] });
  expect(await titlesOf(admin, clone.id)).toEqual(['Dois', 'Um']);
  const { data } = await admin.call(reportAccess.list, { params: { id: one.id } });
  expect(data.map(({ ends_on }) => ends_on)).toEqual(['2099-01-31', '2099-01-31']);
  expect((await admin.refusal(contract.add, { body: { name: 'x', email: freshAddress(), clone_of: clone.person_id } })).status).toBe(404);
});

test('of somebody who is erased no table keeps name, address, phone or what they wrote', async () => {
  const { admin, unit, publish } = await publishingScene(world);
  const field = await admin.call(customFields.add, { body: { name: 'Matrícula', type: 'text' } });
  const name = 'Zuleica Xavantina';
  const email = `zuleica-${uuidv7()}@xavantina.example`;
  const phone = '+5566987654321';
  const department = 'Almoxarifado Xavante';
  const made = await addUser(admin, { name, email, phone, department, custom: { [field.id]: 'XAV-1234' }, access: 'default_password' });
  const zuleica = { id: made.person_id, email, name, role: 'user' as const, tenant_id: unit.id, partner_id: null, membership_id: made.id };
  await world.owner.run(sql`update person set must_change_password = false where id = ${made.person_id}`);
  const browser = await world.signIn({ ...zuleica, password: made.default_password ?? '' });

  // What people leave behind: reports opened under their name, requests, complaints, and files of others that name them.
  const sales = await publish({ sample: 'sales', title: 'Vendas' });
  await admin.call(reportAccess.add, {
    params: { id: sales.id },
    body: { to: 'membership', to_id: made.id, rls_roles: ['Região Sul'], rls_username: email },
  });
  await browser.call(reading.open, { params: { id: sales.id } });
  await admin.call(openAs, { params: { id: sales.id, membership_id: made.id } });
  await browser.call(reportProblems.report, {
    params: { id: sales.id },
    body: { description: 'Falta uma loja: ligue para a Zuleica', details: 'Chromium da Zuleica' },
  });
  const wanted = await publish({ show_in_catalogue: true });
  await browser.call(catalogue.request, { body: { report_id: wanted.id, reason: 'Sou a Zuleica, preciso ver' } });
  await browser.call(privacy.ask, { body: { kind: 'objection', text: 'Não quero, Zuleica' } });
  await browser.call(privacy.correctProfile, { body: { name: `${name} Lima`, phone, picture_id: null, version: 1 } });
  const face = await browser.call(files.add, { query: { kind: 'picture', name: 'zuleica.png' }, body: onePixel });
  await browser.call(privacy.correctProfile, { body: { name: `${name} Lima`, phone, picture_id: face.id, version: 2 } });
  const picture = (headers = {}) => world.browser().inject({ method: 'GET', url: face.address, headers });
  const { headers } = await picture();
  expect(headers['cache-control']).toBe('private, no-cache');
  expect((await picture({ 'if-none-match': headers.etag })).statusCode).toBe(304);
  // A mail server that repeats the address.
  const scopes = { action: 'mail.send' } as const;
  await tellOfRefusal(
    {
      unit: scoped(world.services.database, { kind: 'tenant', tenant_id: unit.id, ...scopes }),
      identity: scoped(world.services.database, { kind: 'identity', ...scopes }),
    },
    { tenant_id: unit.id, membership_id: made.id, caused_by: null },
    `550 5.1.1 <${email}>: user unknown`,
  );
  // What browsers told about lost sessions: somebody who is signed in, and strangers who say who they are.
  const lost = { source: 'frontend', status: 401, route: '/home' } as const;
  await browser.call(eventLogout, { body: { ...lost, message: 'Zuleica saiu', email } });
  await world
    .browser()
    .call(eventLogout, { body: { ...lost, message: 'Token is Invalid', user_id: made.person_id, email: email.toUpperCase() } });
  await world.browser().call(eventLogout, { body: { ...lost, message: `${email} saiu` } });
  await world.browser().call(eventLogout, { body: { ...lost, message: 'Outra saiu', email: 'outra@exemplo.example' } });
  for (const lines of [`${name};${email}`, `Zuleica X. <${email.toUpperCase()}>;-`, 'Zuleica X.;(66) 98765-4321']) {
    const file = await admin.inject({
      method: 'POST',
      url: '/api/user_imports?name=pessoas.csv',
      headers: { 'content-type': 'application/octet-stream' },
      payload: Buffer.from(`Nome;E-mail\n${lines}\nOutra pessoa;outra@exemplo.example`),
    });
    expect(file.statusCode).toBe(201);
  }
  await world.runJobs();

  const traces = ['zuleica', 'xavantina', '66987654321', 'xavante', 'xav-1234'];
  const tables = await world.owner.run(
    sql<{
      name: string;
    }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found = async () => {
    const where: string[] = [];
    for (const { name: table } of tables) {
      const rows = await world.owner.run(sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(table)} t`);
      for (const { text } of rows) if (traces.some((trace) => text.toLowerCase().includes(trace))) where.push(`${table}: ${text}`);
    }
    return where;
  };
  expect((await found()).length).toBeGreaterThan(10);
  await admin.call(contract.erase, { params: { id: made.id }, query: { confirm: 'ZULEICA_XAVANTINA_LIMA' } });
  expect((await picture({ 'if-none-match': headers.etag })).statusCode).toBe(404);
  await world.runJobs();
  expect(await found()).toEqual([]);
  const told = await world.owner.run(
    query.selectFrom('audit_log').select(['person_id', 'after']).where('action', '=', 'session.lost').orderBy('id'),
  );
  expect(told.map(({ person_id, after }) => [person_id, after === null])).toEqual([
    [made.person_id, true],
    [null, true],
    [null, true],
    [null, false],
  ]);
  const rows = await world.owner.run(query.selectFrom('user_import_row').select('cells').where('tenant_id', '=', unit.id));
  expect(rows.map(({ cells }) => cells[0])).toEqual(['Outra pessoa', 'Outra pessoa', 'Outra pessoa']);
});
