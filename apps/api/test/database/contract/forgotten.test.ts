/** A single connection that is forgotten on the way, while the server and the others are there: directly and as behind a pooler. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { DatabaseUnavailable } from '#platform/database/errors.ts';
import { asOwner } from '../../harness/server.ts';
import { openNetwork } from './network.ts';
import { bodies, bodiesOf, newTenant, openNotes, write } from './notes.ts';

const { ownerUrl, url } = await openNotes();
/** Looks soon; what is at work is nevertheless waited for. */
const impatient = { suspectMs: 100, onItsWayMs: 100 };

describe.each([{ named: true }, { named: false }])('with named = $named', ({ named }) => {
  test('a connection that was forgotten is given up by itself, long before the time of the statement; what is at work on another is waited for', async () => {
    const network = await openNetwork(url);
    const patient = openDatabase({ url: network.url, named, poolSize: 2, statementTimeoutMs: 3_600_000, patience: impatient });
    const a = newTenant();
    const key = Number.parseInt(a.tenant_id.slice(0, 7), 16);
    const order: string[] = [];
    await asOwner(ownerUrl, async (client) => {
      await client.query('select pg_advisory_lock($1)', [key]);
      const atWork = patient.run(a, sql`select 1 as one from pg_advisory_xact_lock(${key})`).then(() => order.push('answered'));
      await expect
        .poll(async () => (await client.query('select from pg_locks where objid = $1 and not granted', [key])).rowCount)
        .toBeGreaterThan(0);
      const [seen] = await patient.run(a, sql<{ port: number }>`select inet_client_port() as port`);
      network.forget(seen?.port ?? 0);
      const forgotten = await patient.run(a, bodies).catch((error: unknown) => error);
      order.push('given up');
      expect(forgotten).toBeInstanceOf(DatabaseUnavailable);
      // Another connection has taken its place, while the statement at work still is.
      expect(await patient.run(a, sql`select 1 as one`)).toEqual([{ one: 1 }]);
      order.push('replaced');
      await client.query('select pg_advisory_unlock($1)', [key]);
      await atWork;
    });
    expect(order).toEqual(['given up', 'replaced', 'answered']);
    await network.close();
    await patient.close();
  });

  test('so is one that was forgotten between two statements of a transaction, and nothing of it is kept', async () => {
    const network = await openNetwork(url);
    const patient = openDatabase({ url: network.url, named, poolSize: 1, statementTimeoutMs: 3_600_000, patience: impatient });
    const a = newTenant();
    const work = patient.withTenant(a, async (tx) => {
      await tx.run(write(a, 'x'));
      network.swallow();
      await tx.run(write(a, 'y'));
    });
    await expect(work).rejects.toThrow(DatabaseUnavailable);
    expect(await bodiesOf(patient, a)).toEqual([]);
    await network.close();
    await patient.close();
  });
});
