import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { isRefused } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import type { Caller } from '#platform/database/scope.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { asOwner } from '../harness/server.ts';
import { notes, scratchDatabase } from './scratch.ts';

const { ownerUrl, url, close } = await scratchDatabase(notes);
const database: Database = openDatabase({ url });
afterAll(async () => {
  await database.close();
  await close();
});

const operator: Caller = { kind: 'operator' };
const newTenant = () => ({ kind: 'tenant', tenant_id: uuidv7() }) as const;
const insertNote = (tenant_id: string, id: string, body = 'x') =>
  sql`insert into note (tenant_id, id, body, secret) values (${tenant_id}, ${id}, ${body}, 'hidden')`;
const entries = query.selectFrom('audit_log').select(['action', 'object_type', 'object_id', 'before', 'after']).orderBy('id');

test('writes who did what to which row, for whom, from where', async () => {
  const id = uuidv7();
  const [person_id, actor_id] = [uuidv7(), uuidv7()];
  const caller: Caller = { ...newTenant(), person_id, actor_id, request_id: 'request 1', action: 'note.publish', ip: '2001:db8::1' };
  await database.run(caller, insertNote(caller.tenant_id, id));
  expect(await database.run(caller, query.selectFrom('audit_log').selectAll())).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{14}7/) as string,
      at: expect.stringMatching(/^2\d{3}-.*Z$/) as string,
      tenant_id: caller.tenant_id,
      partner_id: null,
      person_id,
      actor_id,
      request_id: 'request 1',
      ip: '2001:db8::1',
      action: 'note.publish',
      object_type: 'note',
      object_id: id,
      before: null,
      after: { tenant_id: caller.tenant_id, id, body: 'x', secret: '***', amount: 0, version: 1 },
    },
  ]);
});

test('whoever acts for nobody else is both actor and person', async () => {
  const caller: Caller = { ...newTenant(), person_id: uuidv7() };
  await database.run(caller, insertNote(caller.tenant_id, uuidv7()));
  const [entry] = await database.run(caller, query.selectFrom('audit_log').select(['actor_id', 'person_id']));
  expect(entry).toEqual({ actor_id: caller.person_id, person_id: caller.person_id });
});

test('keeps of a change only what changed, and of a secret only that it did', async () => {
  const a = newTenant();
  await database.run(a, insertNote(a.tenant_id, uuidv7()));
  await database.run(a, sql`update note set body = 'y', version = 2`);
  await database.run(a, sql`update note set secret = 'other'`);
  await database.run(a, sql`update note set secret = null`);
  await database.run(a, sql`update note set body = 'y'`);
  await database.run(a, sql`delete from note`);
  const seen = await database.run(a, entries);
  expect(seen.map(({ action, before, after }) => ({ action, before, after })).slice(1, -1)).toEqual([
    { action: 'note.update', before: { body: 'x', version: 1 }, after: { body: 'y', version: 2 } },
    { action: 'note.update', before: { secret: '***' }, after: { secret: '***' } },
    { action: 'note.update', before: { secret: '***' }, after: { secret: null } },
  ]);
  expect(seen.at(-1)).toMatchObject({ action: 'note.delete', before: { body: 'y', secret: null }, after: null });
});

test('names a row without an id by its other keys, and keeps what a removal takes along', async () => {
  const a = newTenant();
  const [id, reader] = [uuidv7(), uuidv7()];
  await database.run(a, insertNote(a.tenant_id, id), sql`insert into note_reader values (${a.tenant_id}, ${id}, ${reader})`);
  await database.run(a, sql`delete from note`);
  const seen = await database.run(a, entries);
  expect(seen.map(({ action, object_id }) => `${action} ${object_id}`).toSorted()).toEqual([
    `note.delete ${id}`,
    `note.insert ${id}`,
    `note_reader.delete ${id},${reader}`,
    `note_reader.insert ${id},${reader}`,
  ]);
});

test('a change that is undone leaves no entry', async () => {
  const a = newTenant();
  await expect(database.run(a, insertNote(a.tenant_id, uuidv7()), sql`select 1 / 0`)).rejects.toThrow();
  expect(await database.run(a, entries)).toEqual([]);
});

test.each(['tenant', 'partner', 'operator', 'identity'] as const)('nobody changes or removes an entry: %s', async (kind) => {
  const callers = {
    tenant: newTenant(),
    partner: { kind: 'partner', partner_id: uuidv7() },
    operator,
    identity: { kind: 'identity' },
  } as const;
  await expect(database.run(callers[kind], sql`update audit_log set action = 'nothing'`)).rejects.toSatisfy(isRefused);
  await expect(database.run(callers[kind], sql`delete from audit_log`)).rejects.toSatisfy(isRefused);
  await expect(database.run(callers[kind], sql`truncate audit_log`)).rejects.toSatisfy(isRefused);
});

test('a handler adds entries of its own, with the caller filled in, and only for its own tenant', async () => {
  const caller: Caller = { ...newTenant(), person_id: uuidv7(), ip: '10.0.0.1' };
  const entry = { action: 'report.export', object_type: 'report', object_id: 'r1' };
  await database.run(caller, query.insertInto('audit_log').values(entry));
  const [seen] = await database.run(caller, query.selectFrom('audit_log').selectAll());
  expect(seen).toMatchObject({ ...entry, tenant_id: caller.tenant_id, actor_id: caller.person_id, ip: '10.0.0.1' });
  await expect(database.run(caller, query.insertInto('audit_log').values({ ...entry, tenant_id: uuidv7() }))).rejects.toSatisfy(isRefused);
  await expect(database.run(caller, query.insertInto('audit_log').values({ ...entry, tenant_id: null }))).rejects.toSatisfy(isRefused);
});

test('everybody sees the entries of their own scope', async () => {
  const partner_id = uuidv7();
  const [own, foreign] = [newTenant(), newTenant()];
  await database.run(operator, sql`insert into tenant values (${own.tenant_id}, ${partner_id}), (${foreign.tenant_id}, ${uuidv7()})`);
  await database.run(own, insertNote(own.tenant_id, uuidv7()));
  await database.run(foreign, insertNote(foreign.tenant_id, uuidv7()));
  const partner: Caller = { kind: 'partner', partner_id };
  await database.run(partner, query.insertInto('audit_log').values({ action: 'partner.theme', object_type: 'partner' }));

  const actions = async (caller: Caller) => (await database.run(caller, entries)).map(({ action }) => action);
  expect(await actions(own)).toEqual(['tenant.insert', 'note.insert']);
  expect(await actions(partner)).toEqual(['tenant.insert', 'note.insert', 'partner.theme']);
  const ofOperator = await actions(operator);
  expect(ofOperator).toEqual(expect.arrayContaining(['tenant.insert', 'partner.theme']));
  expect(ofOperator).not.toContain('note.insert');
  await expect(actions({ kind: 'identity' })).rejects.toSatisfy(isRefused);
});

test('refuses to mask a column that does not exist', async () => {
  await expect(asOwner(ownerUrl, (client) => client.query("select audited('note', array['sekret'])"))).rejects.toThrow(
    'has no column sekret',
  );
});

test('uuid_v7 makes ids in the order of time', async () => {
  const [row] = await database.run(
    newTenant(),
    sql<{ ids: string[]; now: number }>`select array(select uuid_v7() from generate_series(1, 50)) as ids,
      floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
  );
  for (const id of row?.ids ?? []) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Math.abs(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - (row?.now ?? 0))).toBeLessThan(60_000);
  }
  // The clock has microseconds, the id a part of them.
  const sixteen = (row?.ids ?? []).map((id) => id.slice(0, 18));
  expect(sixteen).toEqual(sixteen.toSorted());
});

test('search_text ignores case and accents', async () => {
  const [row] = await database.run(newTenant(), sql<{ text: string }>`select search_text('Relatório de AÇÃO Über Straße') as text`);
  expect(row?.text).toBe('relatorio de acao uber strasse');
});
