import { sql } from 'kysely';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { isForeignKeyViolation, isRefused } from '#platform/database/errors.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { asOwner } from '../../harness/server.ts';
import { bodies, bodiesOf, builder, newTenant, openNotes, write } from './notes.ts';

const { ownerUrl, open } = await openNotes();

describe.each([{ named: true }, { named: false }])('with named = $named', ({ named }) => {
  const database = open({ named, poolSize: 8 });
  /** A single connection, on which whatever is left behind would be found. */
  const single = open({ named, poolSize: 1 });

  describe('answers', () => {
    test('one statement answers its rows, several a tuple of rows', async () => {
      const a = newTenant();
      const one = await database.run(a, bodies);
      expectTypeOf(one).toEqualTypeOf<{ body: string }[]>();
      expect(one).toEqual([]);
      const several = await database.run(a, write(a, 'x'), bodies, sql<{ n: number }>`select count(*)::int as n from note`);
      expectTypeOf(several[1]).toEqualTypeOf<{ body: string }[]>();
      expectTypeOf(several[2]).toEqualTypeOf<{ n: number }[]>();
      expect(several.slice(1)).toEqual([[{ body: 'x' }], [{ n: 1 }]]);
      expect(await database.runEach(a, [bodies, bodies])).toEqual([[{ body: 'x' }], [{ body: 'x' }]]);
    });

    test('a write without RETURNING answers how many rows it changed', async () => {
      const a = newTenant();
      const [inserted] = await database.run(a, write(a, 'x'));
      expect(inserted?.numInsertedOrUpdatedRows).toBe(1n);
      const [updated] = await database.run(a, builder.updateTable('note').set({ amount: 5 }));
      expect(updated?.numUpdatedRows).toBe(1n);
      const [deleted] = await database.run(a, builder.deleteFrom('note').where('body', '=', 'missing'));
      expect(deleted?.numDeletedRows).toBe(0n);
      expect(await database.run(a, builder.deleteFrom('note').returning('amount'))).toEqual([{ amount: 5 }]);
    });

    test('the same statement many times in one batch', async () => {
      const a = newTenant();
      await database.runEach(
        a,
        Array.from({ length: 200 }, (_, index) => write(a, String(index))),
      );
      expect(await bodiesOf(database, a)).toHaveLength(200);
    });

    test('an empty statement and a COPY do not break the connection', async () => {
      const a = newTenant();
      expect(await single.run(a, sql``)).toEqual([]);
      await expect(single.run(a, sql`copy note from stdin`)).rejects.toThrow();
      expect(await bodiesOf(single, a)).toEqual([]);
    });
  });

  describe('all or nothing', () => {
    test('a failing statement undoes those before it and skips those after it', async () => {
      const a = newTenant();
      const failing = database.run(a, write(a, 'before'), sql`select 1 / 0`, write(a, 'after'));
      await expect(failing).rejects.toMatchObject({ code: '22012' });
      expect(await bodiesOf(database, a)).toEqual([]);
    });

    test('a statement that cannot be parsed undoes the batch too', async () => {
      const a = newTenant();
      await expect(database.run(a, write(a, 'before'), sql`selekt`)).rejects.toMatchObject({ code: '42601' });
      expect(await bodiesOf(database, a)).toEqual([]);
    });

    test('a constraint that is checked at the end undoes the batch', async () => {
      const a = newTenant();
      const orphan = builder.insertInto('note_reader').values({ tenant_id: a.tenant_id, note_id: uuidv7(), reader_id: uuidv7() });
      await expect(database.run(a, write(a, 'x'), orphan)).rejects.toSatisfy((error) => isForeignKeyViolation(error));
      expect(await bodiesOf(database, a)).toEqual([]);
      await expect(database.withTenant(a, (tx) => tx.run(orphan))).rejects.toSatisfy((error) => isForeignKeyViolation(error));
    });

    test('an undefined parameter is refused before anything is sent', async () => {
      const a = newTenant();
      await expect(database.run(a, write(a, 'x'), sql`select ${undefined}`)).rejects.toThrow(TypeError);
      expect(await bodiesOf(database, a)).toEqual([]);
    });

    test('a connection goes on after errors in any place', async () => {
      const a = newTenant();
      const rare = sql<{ n: number }>`select count(*)::int as n from note where amount > 3`;
      await expect(single.run(a, sql`select 1 / 0`, rare)).rejects.toThrow();
      await expect(single.run(a, rare, sql`select 1 / 0`)).rejects.toThrow();
      expect(await single.run(a, rare, rare)).toEqual([[{ n: 0 }], [{ n: 0 }]]);
      await expect(single.run(a, rare, sql`select nothing`)).rejects.toThrow();
      expect(await single.run(a, rare)).toEqual([{ n: 0 }]);
    });
  });
  describe('reading only', () => {
    test('a run or transaction that only reads refuses to write', async () => {
      const a = newTenant();
      await expect(database.run({ ...a, read_only: true }, write(a, 'x'))).rejects.toSatisfy(isRefused);
      await expect(database.withTenant(a, (tx) => tx.run(write(a, 'x')), { readOnly: true })).rejects.toSatisfy(isRefused);
      await expect(database.withTenant({ ...a, read_only: true }, (tx) => tx.run(write(a, 'x')))).rejects.toSatisfy(isRefused);
      expect(await database.run({ ...a, read_only: true }, bodies)).toEqual([]);
    });

    test('the next one on the same connection writes again', async () => {
      const a = newTenant();
      await single.run({ ...a, read_only: true }, bodies);
      await single.withTenant(a, (tx) => tx.run(bodies), { readOnly: true });
      await single.run(a, write(a, 'x'));
      await single.withTenant(a, (tx) => tx.run(write(a, 'y')));
      expect(await bodiesOf(single, a)).toEqual(['x', 'y']);
    });
  });

  test('goes on when a table changes under its prepared statements', async () => {
    const a = newTenant();
    const table = `changing_${named}`;
    await asOwner(ownerUrl, (client) =>
      client.query(`create table ${table} (a int); grant select on ${table} to portal_app; insert into ${table} values (1)`),
    );
    const all = sql.raw(`select * from ${table}`);
    expect(await single.run(a, all)).toEqual([{ a: 1 }]);
    await asOwner(ownerUrl, (client) => client.query(`alter table ${table} add column b int`));
    expect(await single.run(a, all)).toEqual([{ a: 1, b: null }]);
  });
});
test('prepared statements on a connection stay few', async () => {
  const single = open({ named: true, poolSize: 1 });
  const a = newTenant();
  for (let index = 0; index < 600; index++) await single.run(a, sql.raw(`select ${index} as n`));
  const [row] = await single.run(a, sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements`);
  expect(row?.n).toBeLessThan(300);
  expect(row?.n).toBeGreaterThan(100);
});
test('the builder alone runs nothing', async () => {
  await expect(bodies.execute()).rejects.toThrow('only builds statements');
});
