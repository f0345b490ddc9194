import { sql } from 'kysely';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { DatabaseUnavailable, isCheckViolation, isStatementTimeout, isUniqueViolation } from '#platform/database/errors.ts';
import { asOwner } from '../../harness/server.ts';
import { openNetwork } from './network.ts';
import { bodies, bodiesOf, newTenant, openNotes, write } from './notes.ts';

const { ownerUrl, url, open } = await openNotes();
/** Long enough for a busy machine to do what is not meant to take too long. */
const limitMs = 500;

describe.each([{ named: true }, { named: false }])('with named = $named', ({ named }) => {
  const database = open({ named, poolSize: 8 });
  /** A single connection, on which whatever is left behind would be found. */
  const single = open({ named, poolSize: 1 });

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
    await expect(failing()).rejects.toMatchObject({ stack: expect.stringContaining('failures.test.ts') as string });
  });

  test('ends a statement that runs too long, and the connection goes on', async () => {
    const quick = open({ named, poolSize: 1, statementTimeoutMs: limitMs });
    const a = newTenant();
    await expect(quick.run(a, write(a, 'x'), sql`select pg_sleep(10)`)).rejects.toSatisfy(isStatementTimeout);
    await expect(quick.withTenant(a, (tx) => tx.run(sql`select pg_sleep(10)`))).rejects.toSatisfy(isStatementTimeout);
    expect(await bodiesOf(quick, a)).toEqual([]);
  });

  test('ends a transaction in which nothing happens for too long', async () => {
    const quick = open({ named, poolSize: 1, statementTimeoutMs: limitMs });
    const a = newTenant();
    const idle = quick.withTenant(a, async (tx) => {
      await tx.run(write(a, 'x'));
      await new Promise((resolve) => setTimeout(resolve, 3 * limitMs));
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

  test('a network that swallows everything is an unavailable database, and its connection is not used again', async () => {
    const network = await openNetwork(url);
    const quick = openDatabase({ url: network.url, named, poolSize: 1, statementTimeoutMs: 2 * limitMs });
    const a = newTenant();
    await quick.run(a, bodies);
    network.swallow();
    await expect(quick.run(a, bodies)).rejects.toThrow(DatabaseUnavailable);
    expect(await quick.run(a, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    network.swallow();
    await expect(quick.withTenant(a, (tx) => tx.run(bodies))).rejects.toThrow(DatabaseUnavailable);
    expect(await quick.run(a, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await network.close();
    await quick.close();
  });

  test('where nobody answers, not even a new connection, that is found out long before the time of the statement', async () => {
    const network = await openNetwork(url);
    const patient = openDatabase({ url: network.url, named, poolSize: 3, statementTimeoutMs: 3_600_000 });
    const a = newTenant();
    await patient.run(a, bodies);
    network.silence(true);
    await expect(Promise.all([patient.run(a, bodies), patient.withTenant(a, (tx) => tx.run(bodies))])).rejects.toThrow(DatabaseUnavailable);
    network.silence(false);
    expect(await patient.run(a, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await network.close();
    await patient.close();
  });

  test('a statement that is at work is waited for', async () => {
    expect(await single.run(newTenant(), sql`select 1 as one from pg_sleep(4)`)).toEqual([{ one: 1 }]);
  });

  test('survives the loss of idle connections', async () => {
    const heard: Error[] = [];
    const lonely = openDatabase({ url, named, applicationName: `lonely ${named}`, onIdleError: (error) => heard.push(error) });
    const a = newTenant();
    await bodiesOf(lonely, a);
    await asOwner(ownerUrl, (client) =>
      client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1', [
        `lonely ${named}`,
      ]),
    );
    await expect.poll(() => heard.length).toBe(1);
    expect(await bodiesOf(lonely, a)).toEqual([]);
    await lonely.close();
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

test('connections that were forgotten on the way are found out by the first that is used, and none of them is used again', async () => {
  const network = await openNetwork(url);
  const patient = openDatabase({ url: network.url, poolSize: 4, statementTimeoutMs: 3_600_000 });
  const a = newTenant();
  await Promise.all(Array.from({ length: 4 }, () => patient.run(a, sql`select pg_sleep(0.2)`)));
  network.swallow();
  await expect(patient.run(a, bodies)).rejects.toThrow(DatabaseUnavailable);
  for (let index = 0; index < 4; index++) expect(await patient.run(a, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await network.close();
  await patient.close();
});

test('a server that is not there is an unavailable database', async () => {
  const nowhere = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' });

  await expect(nowhere.run({ kind: 'operator' }, sql`select 1`)).rejects.toThrow(DatabaseUnavailable);
  await expect(nowhere.withTenant({ kind: 'operator' }, async () => {})).rejects.toThrow(DatabaseUnavailable);
  await nowhere.close();
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
/** Waits until a statement that holds the mark runs, and does something to its connection. */
async function onceRunning(mark: string, action: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<void> {
  await asOwner(ownerUrl, async (client: pg.Client) => {
    const find = `select ${action}(pid) from pg_stat_activity where starts_with(query, 'select pg_sleep(60) /* ${mark}') and state = 'active'`;
    await expect.poll(async () => (await client.query(find)).rowCount).toBe(1);
  });
}
