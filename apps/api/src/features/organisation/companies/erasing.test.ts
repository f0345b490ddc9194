/** The end of a unit: after it nothing of the unit is anywhere, and nothing of any other is missing. */
import { erase, get, list, reopen } from '@vitrine/contract/organisation/companies.ts';
import { get as getPartner } from '@vitrine/contract/organisation/partners.ts';
import { list as listAudit } from '@vitrine/contract/audit/audit.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { fillUnit } from '#test/harness/fullUnit.ts';
import { openWorld } from '#test/harness/world.ts';
import { familyOf } from '#test/matrix/fixtures.ts';
import { eraseUnit } from '#domain/organisation/eraseUnit.ts';
import { eraseUnits } from '#domain/organisation/eraseUnits.jobs.ts';
import { childrenFirst } from '#domain/organisation/unitTables.ts';
import { query } from '#platform/database/query.ts';
import { type Scoped, scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const world = await openWorld();
afterAll(world.close);
const operatorPerson = await world.operator();
const operator = await world.signIn(operatorPerson);

const confirmed = (name: string) => ({ confirm: name.toUpperCase().replaceAll(' ', '_') });

const allTables = () =>
  world.owner.run(sql<{ name: string; of_units: boolean }>`
  select c.oid::regclass::text as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as of_units
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition order by 1`);

/** Tables in which a text stands anywhere, in whatever column, with the number of rows. */
async function holding(texts: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name } of await allTables()) {
    const [row] = await world.owner.run(sql<{ rows: number }>`
      select count(*)::int as rows from ${sql.raw(name)} t
      where exists (select from unnest(${[...texts]}::text[]) as x (word) where strpos(to_jsonb(t)::text, x.word) > 0)`);
    if (row && row.rows > 0) found[name] = row.rows;
  }
  return found;
}

async function fullUnit() {
  const partner = await world.partner();
  const unit = await partner.unit({ host: `${uuidv7()}.example` });
  const other = await partner.unit();
  const people = await fillUnit(world, unit, other);
  const staffBrowser = await world.signIn(await partner.person({ unit }));
  return { partner, unit, other, ...people, staffBrowser };
}

/** The ids of all rows of a unit, whatever they are. */
async function idsOf(unit: { id: string }): Promise<string[]> {
  const tables = await world.owner.run(sql<{ name: string }>`
    select c.relname::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and 2 = (
      select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('tenant_id', 'id') and a.attnotnull and a.atttypid = 'uuid'::regtype)`);
  const ids = await Promise.all(
    tables.map(({ name }) => world.owner.run(sql<{ id: string }>`select id from ${sql.table(name)} where tenant_id = ${unit.id}`)),
  );
  return ids.flat().map(({ id }) => id);
}

test('of an erased unit no row, file, job, token or line of the log is left, and nothing of another one is missing', async () => {
  const { unit, other, admin, reader, away, staffBrowser } = await fullUnit();
  await familyOf(world, other, await other.person('admin'));
  const filled = await holding([unit.id]);
  const unfilled = (await allTables()).filter(({ name, of_units }) => of_units && !(name in filled)).map(({ name }) => name);
  expect(unfilled).toEqual([]);
  const [ids, before] = [await idsOf(unit), await holding([other.id])];

  await operator.call(erase, { params: { id: unit.id }, query: confirmed(unit.name) });
  await world.runJobs();

  // The operator's books know the unit by its id, and one line says that it is gone.
  expect(await holding([unit.id])).toEqual({ audit_log: 1, seat_span: expect.any(Number) });
  expect(await holding(ids)).toEqual({});
  expect(await holding([unit.marker])).toEqual({ audit_log: 1 });
  expect(await holding([admin.email, reader.email])).toEqual({});
  const people = await world.owner.run(query.selectFrom('person').selectAll().where('id', 'in', [admin.id, reader.id, away.id]));
  const rows = new Map(people.map((person) => [person.id, person]));
  expect(rows.get(reader.id)).toMatchObject({ email: `deleted-${reader.id}@invalid`, phone: null, password_hash: null });
  expect(rows.get(away.id)).toMatchObject({ email: away.email });
  expect(await holding([other.id])).toEqual(before);
  // Whoever worked there for the partner goes on, in no unit.
  expect((await staffBrowser.call(list, { query: {} })).data.map(({ id }) => id)).toEqual([other.id]);
});

test('one line stays, for operator and partner, that says who erased which unit; who asks in its place is refused', async () => {
  const { partner, unit, admin, staffBrowser } = await fullUnit();
  const stranger = await world.partner();
  const strangers = await world.signIn(await stranger.person({ unit: await stranger.unit() }));
  const call = { params: { id: unit.id }, query: confirmed(unit.name) };
  expect((await staffBrowser.refusal(erase, call)).status).toBe(403);
  expect((await strangers.refusal(erase, call)).status).toBe(403);
  expect((await (await world.signIn(admin)).refusal(erase, call)).status).toBe(403);
  expect((await operator.refusal(erase, { ...call, query: { confirm: 'OUTRA' } })).body.errors).toHaveProperty('confirm');
  expect((await operator.refusal(erase, { ...call, params: { id: uuidv7() } })).status).toBe(404);

  await operator.call(erase, call);
  expect((await operator.refusal(erase, call)).status).toBe(404);
  expect((await operator.refusal(reopen, { params: { id: unit.id } })).status).toBe(404);
  expect((await staffBrowser.refusal(get, { params: { id: unit.id } })).status).toBe(404);
  const closed = await staffBrowser.call(list, { query: { state: 'closed' } });
  expect(closed).toMatchObject({ data: [], meta: { total: 0 } });
  expect((await world.browser().refusal(login, { body: { email: admin.email, password: admin.password } })).body.status).toBe(
    'unit_closed',
  );
  await world.runJobs();
  const about = { object_type: 'tenant', object_id: unit.id };
  const { data } = await operator.call(listAudit, { query: about });
  expect(data).toMatchObject([{ action: 'company.erase', object_name: unit.name, after: { name: unit.name } }]);
  expect(data[0]?.actor?.email).toBe(operatorPerson.email);
  const own = await staffBrowser.call(listAudit, { query: { ...about, level: 'partner' } });
  expect(own.data).toMatchObject([{ action: 'company.erase' }]);
  expect((await strangers.call(listAudit, { query: { ...about, level: 'partner' } })).data).toEqual([]);
  expect((await operator.call(getPartner, { params: { id: partner.id } })).units).toHaveLength(1);
  expect(await readFile(join(world.directory, 'erased.jsonl'), 'utf8')).toContain(unit.id);
});

test('a node that dies in the middle of it loses nothing: another goes on, in slices, and two at once take turns', async () => {
  const { unit } = await fullUnit();
  for (let person = 0; person < 120; person++) await unit.person('user');
  await world.owner.run(sql`
    insert into notification (tenant_id, id, person_id, kind, "values")
    select tenant_id, uuid_v7(), person_id, 'message', '{}' from membership, generate_series(1, 20) where tenant_id = ${unit.id}`);
  await operator.call(erase, { params: { id: unit.id }, query: confirmed(unit.name) });
  const { database, secrets } = world.services;
  const identity = scoped(database, { kind: 'identity' });
  const lost = new Error('the process is gone');
  let transactions = 0;
  const dying: Scoped = {
    ...scoped(database, { kind: 'tenant', tenant_id: unit.id }),
    withTenant: (work) => {
      transactions++;
      return transactions > 40 ? Promise.reject(lost) : scoped(database, { kind: 'tenant', tenant_id: unit.id }).withTenant(work);
    },
  };
  await expect(eraseUnit({ identity, secrets, unit: () => dying }, unit.id)).rejects.toThrow(lost);
  expect(Object.keys(await holding([unit.id]))).toContain('tenant');

  const node = () => eraseUnit({ identity, secrets, unit: (id) => scoped(database, { kind: 'tenant', tenant_id: id }) }, unit.id);
  const done = await Promise.all([node(), node(), node()]);
  expect(done.filter(Boolean)).toHaveLength(1);
  await world.runJobs(eraseUnits);
  expect(Object.keys(await holding([unit.id]))).toEqual(['audit_log', 'seat_span']);
});

test('who refers to others is emptied first; a ring would be told', () => {
  const edges = [
    { child: 'report', parent: 'report_group' },
    { child: 'favourite', parent: 'report' },
    { child: 'report', parent: 'tenant' },
  ];
  expect(childrenFirst(['report_group', 'report', 'favourite'], edges)).toEqual(['favourite', 'report', 'report_group']);
  expect(() => childrenFirst(['report', 'report_group'], [...edges, { child: 'report_group', parent: 'report' }])).toThrow('ring');
});
