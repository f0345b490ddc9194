import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest';
import { type Database, openDatabase } from '../../src/core/database/database.ts';
import {
  DatabaseUnavailable,
  isCheckViolation,
  isForeignKeyViolation,
  isRefused,
  isStatementTimeout,
  isUniqueViolation,
} from '../../src/core/database/errors.ts';
import { query } from '../../src/core/database/query.ts';
import type { Caller } from '../../src/core/database/scope.ts';
import { insideTransaction } from '../../src/core/database/transaction.ts';
import { uuidv7 } from '../../src/core/uuid.ts';
import { asOwner } from '../harness/server.ts';
import { notes, scratchDatabase } from './scratch.ts';

// What the rest of the portal relies on: nothing a request does through run and withTenant can reach another tenant,
// half happen, or stay behind on a connection.

type Note = { tenant_id: string; id: string; body: string; secret: string | null; amount: number; version: number };
const builder = query.withTables<{ note: Note; note_reader: { tenant_id: string; note_id: string; reader_id: string } }>();

const { ownerUrl, url, close } = await scratchDatabase(notes);
const opened: Database[] = [];
afterAll(async () => {
  for (const database of opened) await database.close();
  await close();
});

function open(options: { named: boolean; poolSize?: number; statementTimeoutMs?: number }): Database {
  const database = openDatabase({ url, applicationName: 'contract', ...options });
  opened.push(database);
  return database;
}

function newTenant(): Caller & { kind: 'tenant' } {
  return { kind: 'tenant', tenant_id: uuidv7() };
}

function write(caller: { tenant_id: string }, body: string, more: Partial<Note> = {}) {
  return builder
    .insertInto('note')
    .values({ tenant_id: caller.tenant_id, id: uuidv7(), body, secret: null, amount: 0, version: 1, ...more });
}

const bodies = builder.selectFrom('note').select('body').orderBy('id');
const bodiesOf = async (database: Database, caller: Caller) => (await database.run(caller, bodies)).map((row) => row.body);

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

  describe('transactions', () => {
    test('commits what the work did and answers what it returned', async () => {
      const a = newTenant();
      const answer = await database.withTenant(a, async (tx) => {
        await tx.run(write(a, 'x'));
        const [row] = await tx.run(bodies);
        await tx.run(write(a, `${row?.body}y`), write(a, `${row?.body}z`));
        return 'done';
      });
      expect(answer).toBe('done');
      expect(await bodiesOf(database, a)).toEqual(['x', 'xy', 'xz']);
    });

    test('undoes everything when the work throws, and passes its error on untouched', async () => {
      const a = newTenant();
      const error = new Error('changed my mind');
      const { stack } = error;
      const work = database.withTenant(a, async (tx) => {
        await tx.run(write(a, 'x'));
        throw error;
      });
      await expect(work).rejects.toBe(error);
      expect(error.stack).toBe(stack);
      expect(await bodiesOf(database, a)).toEqual([]);
    });

    test('reports an error that the work swallowed', async () => {
      const a = newTenant();
      const work = database.withTenant(a, async (tx) => {
        await tx.run(write(a, 'x'));
        await tx.run(write(a, 'x')).catch(() => 'never mind');
        return 'fine';
      });
      await expect(work).rejects.toSatisfy((error) => isUniqueViolation(error, 'note_tenant_id_body_key'));
      expect(await bodiesOf(database, a)).toEqual([]);
    });

    test('reports an error that nobody waited for', async () => {
      const a = newTenant();
      const work = database.withTenant(a, async (tx) => {
        tx.run(sql`select 1 / 0`).catch(() => 'never mind');
      });
      await expect(work).rejects.toMatchObject({ code: '22012' });
    });

    test('statements started at once run one after the other', async () => {
      const a = newTenant();
      await database.withTenant(a, (tx) => Promise.all(['1', '2', '3', '4'].map((body) => tx.run(write(a, body)))));
      expect(await bodiesOf(database, a)).toEqual(['1', '2', '3', '4']);
    });

    test.each(['rollback', 'commit'])('refuses work that said %s itself', async (word) => {
      const a = newTenant();
      const work = single.withTenant(a, async (tx) => {
        await tx.run(sql.raw(word));
      });
      await expect(work).rejects.toThrow('ended the transaction');
      expect(await bodiesOf(single, a)).toEqual([]);
    });

    test('refuses another transaction or run inside, and says that it is inside', async () => {
      const a = newTenant();
      expect(insideTransaction()).toBe(false);
      await database.withTenant(a, async () => {
        expect(insideTransaction()).toBe(true);
        await expect(database.run(a, bodies)).rejects.toThrow('A transaction is open');
        await expect(single.withTenant(a, async () => {})).rejects.toThrow('A transaction is open');
      });
      expect(insideTransaction()).toBe(false);
    });

    test('what the work started and left behind is outside once the transaction has ended', async () => {
      const a = newTenant();
      const ended = Promise.withResolvers<void>();
      let later: Promise<string[]> | undefined;
      await database.withTenant(a, async () => {
        later = ended.promise.then(() => bodiesOf(database, a));
      });
      ended.resolve();
      expect(await later).toEqual([]);
    });

    test('refuses statements after its end', async () => {
      const a = newTenant();
      const kept = await database.withTenant(a, async (tx) => ({ tx }));
      await expect(kept.tx.run(bodies)).rejects.toThrow('has ended');
      let failed: typeof kept | undefined;
      await expect(
        database.withTenant(a, async (tx) => {
          failed = { tx };
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      await expect(failed?.tx.run(bodies)).rejects.toThrow('has ended');
    });

    test('runs again when it loses to a deadlock', async () => {
      const a = newTenant();
      await database.run(a, write(a, 'left'), write(a, 'right'));
      const raise = (body: string) =>
        builder
          .updateTable('note')
          .set((eb) => ({ amount: eb('amount', '+', 1) }))
          .where('body', '=', body);
      const bothHaveOne = Promise.withResolvers<void>();
      let have = 0;
      let tries = 0;
      const move = (first: string, second: string) =>
        database.withTenant(a, async (tx) => {
          tries++;
          await tx.run(raise(first));
          if (++have === 2) bothHaveOne.resolve();
          await bothHaveOne.promise;
          await tx.run(raise(second));
        });
      await Promise.all([move('left', 'right'), move('right', 'left')]);
      expect(tries).toBe(3);
      expect(await database.run(a, builder.selectFrom('note').select('amount'))).toEqual([{ amount: 2 }, { amount: 2 }]);
    });

    test('does not run again for other errors', async () => {
      let tries = 0;
      const work = database.withTenant(newTenant(), async (tx) => {
        tries++;
        await tx.run(sql`select 1 / 0`);
      });
      await expect(work).rejects.toThrow();
      expect(tries).toBe(1);
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

  describe('the wall between tenants', () => {
    test("another tenant's rows can be neither seen, changed, removed nor made", async () => {
      const [a, b] = [newTenant(), newTenant()];
      await database.run(b, write(b, 'of b'));
      expect(await bodiesOf(database, a)).toEqual([]);
      const [updated] = await database.run(a, builder.updateTable('note').set({ body: 'mine' }).where('tenant_id', '=', b.tenant_id));
      expect(updated?.numUpdatedRows).toBe(0n);
      const [deleted] = await database.run(a, builder.deleteFrom('note').where('tenant_id', '=', b.tenant_id));
      expect(deleted?.numDeletedRows).toBe(0n);
      await expect(database.run(a, write(b, 'from a'))).rejects.toSatisfy(isRefused);
      await database.run(a, write(a, 'of a'));
      await expect(database.run(a, builder.updateTable('note').set({ tenant_id: b.tenant_id }))).rejects.toSatisfy(isRefused);
      expect(await bodiesOf(database, b)).toEqual(['of b']);
    });

    test('400 requests of two tenants at once are never mixed', async () => {
      const [a, b] = [newTenant(), newTenant()];
      await database.run(a, write(a, 'a'));
      await database.run(b, write(b, 'b'));
      await Promise.all(
        Array.from({ length: 400 }, async (_, index) => {
          const [caller, own] = index % 2 === 0 ? [a, 'a'] : [b, 'b'];
          if (index % 5 === 0) await database.run(caller, bodies, sql`select 1 / 0`).catch(() => 'expected');
          const seen =
            index % 3 === 0
              ? await database.withTenant(caller, async (tx) => (await tx.run(bodies)).concat(await tx.run(bodies)))
              : (await database.run(caller, bodies, bodies)).flat();
          expect(seen).toEqual([{ body: own }, { body: own }]);
        }),
      );
    });

    test.each(['', '0', 'A; reset role', "'", undefined, null])('refuses the tenant %j without asking the database', async (tenant_id) => {
      const caller = { kind: 'tenant', tenant_id } as Caller;
      await expect(database.run(caller, bodies)).rejects.toThrow('not a uuid');
      await expect(database.withTenant(caller, async (tx) => tx.run(bodies))).rejects.toThrow('not a uuid');
    });

    test('refuses a caller that is of no kind', async () => {
      const everybody: Caller = JSON.parse('{"kind":"everybody"}');
      await expect(database.run(everybody, bodies)).rejects.toThrow(TypeError);
    });

    test('leaves neither role nor caller behind on a connection', async () => {
      const a: Caller = { ...newTenant(), person_id: uuidv7(), request_id: 'r1', action: 'note.test', ip: '10.0.0.1' };
      const left = sql`select current_user as role, current_setting('app.tenant_id') || current_setting('app.person_id')
        || current_setting('app.actor_id') || current_setting('app.request_id') || current_setting('app.action') || current_setting('app.ip') as caller`;
      const login = decodeURIComponent(new URL(url).username);
      const outside = () => single.run(a, sql`commit`, left);
      await single.run(a, bodies);
      expect((await outside())[1]).toEqual([{ role: login, caller: '' }]);
      await single.withTenant(a, (tx) => tx.run(bodies));
      await single.run(a, sql`select 1 / 0`).catch(() => 'expected');
      expect((await outside())[1]).toEqual([{ role: login, caller: '' }]);
    });

    test('a statement outside every scope may do nothing', async () => {
      await expect(single.run(newTenant(), sql`commit`, sql`select from public.note`)).rejects.toSatisfy(isRefused);
      await asOwner(url, async (client) => {
        for (const attempt of ['select from public.note', 'set role portal_owner', 'create table public.mine ()', 'create schema mine']) {
          await expect(client.query(attempt)).rejects.toSatisfy(isRefused);
        }
      });
    });

    test('scopes: a partner sees its tenants, identity what it was given, the operator nothing of them', async () => {
      const partner_id = uuidv7();
      const [own, foreign] = [newTenant(), newTenant()];
      await database.run(
        { kind: 'operator' },
        sql`insert into tenant values (${own.tenant_id}, ${partner_id}), (${foreign.tenant_id}, ${uuidv7()})`,
      );
      await database.run(own, write(own, 'own'));
      await database.run(foreign, write(foreign, 'foreign'));
      const partner: Caller = { kind: 'partner', partner_id };
      expect(await bodiesOf(database, partner)).toEqual(['own']);
      await database.run(partner, write(own, 'by partner'));
      await expect(database.run(partner, write(foreign, 'by partner'))).rejects.toSatisfy(isRefused);
      await expect(
        database.run(partner, sql`insert into note_reader values (${own.tenant_id}, ${uuidv7()}, ${uuidv7()})`),
      ).rejects.toSatisfy(isRefused);
      expect(await bodiesOf(database, { kind: 'identity' })).toEqual(expect.arrayContaining(['own', 'foreign']));
      await expect(database.run({ kind: 'identity' }, write(own, 'x'))).rejects.toSatisfy(isRefused);
      await expect(bodiesOf(database, { kind: 'operator' })).rejects.toSatisfy(isRefused);
    });
  });

  describe('failures', () => {
    test('tells unique, foreign key and check violations apart', async () => {
      const a = newTenant();
      await database.run(a, write(a, 'x'));
      const twice = await database.run(a, write(a, 'x')).catch((error: unknown) => error);
      expect([isUniqueViolation(twice), isUniqueViolation(twice, 'note_pkey'), isCheckViolation(twice)]).toEqual([true, false, false]);
      const negative = await database.run(a, write(a, 'y', { amount: -1 })).catch((error: unknown) => error);
      expect([isCheckViolation(negative), isUniqueViolation(negative)]).toEqual([true, false]);
    });

    test("a database error's stack leads to the caller", async () => {
      const failing = async () => {
        await database.run(newTenant(), sql`select 1 / 0`);
      };
      await expect(failing()).rejects.toMatchObject({ stack: expect.stringContaining('contract.test.ts') as string });
    });

    test('ends a statement that runs too long, and the connection goes on', async () => {
      const quick = open({ named, poolSize: 1, statementTimeoutMs: 100 });
      const a = newTenant();
      await expect(quick.run(a, write(a, 'x'), sql`select pg_sleep(10)`)).rejects.toSatisfy(isStatementTimeout);
      await expect(quick.withTenant(a, (tx) => tx.run(sql`select pg_sleep(10)`))).rejects.toSatisfy(isStatementTimeout);
      expect(await bodiesOf(quick, a)).toEqual([]);
    });

    test('ends a transaction in which nothing happens for too long', async () => {
      const quick = open({ named, poolSize: 1, statementTimeoutMs: 100 });
      const a = newTenant();
      const idle = quick.withTenant(a, async (tx) => {
        await tx.run(write(a, 'x'));
        await new Promise((resolve) => setTimeout(resolve, 500));
        await tx.run(bodies);
      });
      await expect(idle).rejects.toThrow(DatabaseUnavailable);
      expect(await bodiesOf(quick, a)).toEqual([]);
    });

    test('a cancelled statement fails alone', async () => {
      const a = newTenant();
      const marked = sql`select pg_sleep(60) /* ${sql.raw(a.tenant_id)} */`;
      const outcome = single.run(a, write(a, 'x'), marked).catch((error: unknown) => error);
      await onceRunning(a.tenant_id, 'pg_cancel_backend');
      expect(await outcome).toSatisfy(isStatementTimeout);
      expect(await bodiesOf(single, a)).toEqual([]);
    });

    test.each(['run', 'transaction'])('a connection that is cut during a %s is an unavailable database, and is replaced', async (way) => {
      const a = newTenant();
      const marked = sql`select pg_sleep(60) /* ${sql.raw(a.tenant_id)} */`;
      const work = way === 'run' ? single.run(a, write(a, 'x'), marked) : single.withTenant(a, (tx) => tx.run(write(a, 'x'), marked));
      const outcome = work.catch((error: unknown) => error);
      await onceRunning(a.tenant_id, 'pg_terminate_backend');
      expect(await outcome).toBeInstanceOf(DatabaseUnavailable);
      expect(await bodiesOf(single, a)).toEqual([]);
    });

    test('survives the loss of idle connections', async () => {
      const heard: Error[] = [];
      const lonely = openDatabase({ url, named, applicationName: `lonely ${named}`, onIdleError: (error) => heard.push(error) });
      opened.push(lonely);
      const a = newTenant();
      await bodiesOf(lonely, a);
      await asOwner(ownerUrl, (client) =>
        client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [`lonely ${named}`]),
      );
      await expect.poll(() => heard.length).toBe(1);
      expect(await bodiesOf(lonely, a)).toEqual([]);
    });

    test('after 2000 interleaved successes, errors, time-outs and cancellations every connection is clean', async () => {
      const busy = open({ named, poolSize: 20 });
      const hurry = sql`select set_config('statement_timeout', '20', true)`;
      const tenants = [newTenant(), newTenant()];
      await Promise.all(tenants.map((caller, index) => busy.run(caller, write(caller, String(index)))));
      await Promise.all(
        Array.from({ length: 20 }, async (_, worker) => {
          for (let index = 0; index < 100; index++) {
            const own = (worker + index) % 2;
            const caller = tenants[own] ?? newTenant();
            if (index % 10 === 3) await busy.run(caller, sql`select 1 / 0`).catch(() => 'expected');
            if (index % 25 === 4) await busy.run(caller, hurry, sql`select pg_sleep(1)`).catch(() => 'expected');
            if (index % 10 === 5) await busy.withTenant(caller, (tx) => tx.run(sql`selekt`)).catch(() => 'expected');
            const [seen, outside] = await busy
              .run(caller, bodies, sql`commit`, sql`select current_setting('app.tenant_id') as tenant`)
              .then(([rows, , left]) => [rows, left]);
            expect([seen, outside]).toEqual([[{ body: String(own) }], [{ tenant: '' }]]);
          }
        }),
      );
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

test('a server that is not there is an unavailable database', async () => {
  const nowhere = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
  opened.push(nowhere);
  await expect(nowhere.run({ kind: 'operator' }, sql`select 1`)).rejects.toThrow(DatabaseUnavailable);
  await expect(nowhere.withTenant({ kind: 'operator' }, async () => {})).rejects.toThrow(DatabaseUnavailable);
});

test('waits for a connection, but not for ever', async () => {
  const single = open({ named: true, poolSize: 1 });
  const done = Promise.withResolvers<void>();
  const holder = single.withTenant({ kind: 'operator' }, () => done.promise);
  await expect(single.run({ kind: 'operator' }, sql`select 1`)).rejects.toThrow(DatabaseUnavailable);
  done.resolve();
  await holder;
  expect(await single.run({ kind: 'operator' }, sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('the builder alone runs nothing', async () => {
  await expect(bodies.execute()).rejects.toThrow('only builds statements');
});

/** Waits until a statement that holds the mark runs, and does something to its connection. */
async function onceRunning(mark: string, action: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<void> {
  await asOwner(ownerUrl, async (client: pg.Client) => {
    const find = `select ${action}(pid) from pg_stat_activity where starts_with(query, 'select pg_sleep(60) /* ${mark}') and state = 'active'`;
    await expect.poll(async () => (await client.query(find)).rowCount, { timeout: 10_000 }).toBe(1);
  });
}
