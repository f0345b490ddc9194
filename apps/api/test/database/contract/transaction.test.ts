import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { insideTransaction } from '#platform/database/transaction.ts';
import { bodies, bodiesOf, builder, newTenant, openNotes, write } from './notes.ts';

const { open } = await openNotes();

describe.each([{ named: true }, { named: false }])('with named = $named', ({ named }) => {
  const database = open({ named, poolSize: 8 });
  /** A single connection, on which whatever is left behind would be found. */
  const single = open({ named, poolSize: 1 });

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
    // On a busy machine the loser may be back before the winner has woken, and lose once more.
    expect(tries).toBeGreaterThanOrEqual(3);
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
