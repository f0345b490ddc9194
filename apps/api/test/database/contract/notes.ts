import { afterAll } from 'vitest';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { query } from '#platform/database/query.ts';
import type { Caller } from '#platform/database/scope.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { notes, scratchDatabase } from '../scratch.ts';

// The contract is what the rest of the portal relies on: nothing a request does through run and withTenant can reach
// another tenant, half happen, or stay behind on a connection.

type Note = { tenant_id: string; id: string; body: string; secret: string | null; amount: number; version: number };
export const builder = query.withTables<{ note: Note; note_reader: { tenant_id: string; note_id: string; reader_id: string } }>();

type Open = (options: { named: boolean; poolSize?: number; statementTimeoutMs?: number }) => Database;

/** A database with notes for the tests of a file, and connections that are closed after them. */
export async function openNotes(): Promise<{ ownerUrl: string; url: string; open: Open }> {
  const { ownerUrl, url, close } = await scratchDatabase(notes);
  const opened: Database[] = [];
  afterAll(async () => {
    for (const database of opened) await database.close();
    await close();
  });
  const open: Open = (options) => {
    const database = openDatabase({ url, applicationName: 'contract', ...options });
    opened.push(database);
    return database;
  };
  return { ownerUrl, url, open };
}

export function newTenant(): Caller & { kind: 'tenant' } {
  return { kind: 'tenant', tenant_id: uuidv7() };
}

export function write(caller: { tenant_id: string }, body: string, more: Partial<Note> = {}) {
  return builder
    .insertInto('note')
    .values({ tenant_id: caller.tenant_id, id: uuidv7(), body, secret: null, amount: 0, version: 1, ...more });
}

export const bodies = builder.selectFrom('note').select('body').orderBy('id');
export const bodiesOf = async (database: Database, caller: Caller) => (await database.run(caller, bodies)).map((row) => row.body);
