import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { isRefused } from '#platform/database/errors.ts';
import type { Caller } from '#platform/database/scope.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { asOwner } from '../../harness/server.ts';
import { bodies, bodiesOf, builder, newTenant, openNotes, write } from './notes.ts';

const { url, open } = await openNotes();

describe.each([{ named: true }, { named: false }])('with named = $named', ({ named }) => {
  const database = open({ named, poolSize: 8 });
  /** A single connection, on which whatever is left behind would be found. */
  const single = open({ named, poolSize: 1 });

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
    await expect(database.run(partner, sql`insert into note_reader values (${own.tenant_id}, ${uuidv7()}, ${uuidv7()})`)).rejects.toSatisfy(
      isRefused,
    );
    expect(await bodiesOf(database, { kind: 'identity' })).toEqual(expect.arrayContaining(['own', 'foreign']));
    await expect(database.run({ kind: 'identity' }, write(own, 'x'))).rejects.toSatisfy(isRefused);
    await expect(bodiesOf(database, { kind: 'operator' })).rejects.toSatisfy(isRefused);
  });
});
