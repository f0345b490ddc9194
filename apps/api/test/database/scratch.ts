import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { ensureLogin } from '#platform/database/login.ts';
import { migrate } from '#platform/database/migrate.ts';
import { copyTemplate } from '../harness/server.ts';

export type Scratch = { ownerUrl: string; url: string; close: () => Promise<void> };

/** A database without anything in it, not even the foundation. */
export async function emptyDatabase(): Promise<Scratch> {
  const { drop, ...urls } = await copyTemplate(inject('databaseServer'), 'template0');
  return { ...urls, close: drop };
}

/** A database with the foundation and, instead of the product's tables, those of a test. */
export async function scratchDatabase(tables: string): Promise<Scratch> {
  const scratch = await emptyDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-migrations-'));
  try {
    await cp(new URL('../../migrations/0001_foundation.sql', import.meta.url), join(directory, '0001_foundation.sql'));
    await writeFile(join(directory, '0002_scratch.sql'), tables);
    await migrate(scratch.ownerUrl, { directory });
    await ensureLogin(scratch.ownerUrl, scratch.url);
  } finally {
    await rm(directory, { recursive: true });
  }
  return scratch;
}

/** Two partners' worth of tenants and one table of notes, enough for everything that the database promises. */
export const notes = `
  create table tenant (id uuid primary key, partner_id uuid not null);
  select table_access('tenant', 'portal_partner', 'select', 'partner_id = (select app_setting(''partner_id'')::uuid)');
  select operator_access('tenant', 'all');
  select audited('tenant');
  -- What the product says of it in the file of the organisation, but for the operator's own unit.
  select table_access('audit_log', 'portal_operator', 'select', 'tenant_id is null or object_type = ''tenant''');

  create table note (
    tenant_id uuid not null,
    id uuid not null,
    body text not null,
    secret text,
    amount bigint not null default 0 check (amount >= 0),
    version integer not null default 1,
    primary key (tenant_id, id),
    unique (tenant_id, body)
  );
  select tenant_table('note', 'write');
  select identity_access('note', 'select');
  select audited('note', array['secret']);

  create table note_reader (
    tenant_id uuid not null,
    note_id uuid not null,
    reader_id uuid not null,
    primary key (tenant_id, note_id, reader_id),
    foreign key (tenant_id, note_id) references note (tenant_id, id) on delete cascade deferrable initially deferred
  );
  select tenant_table('note_reader', 'read');
  select audited('note_reader');
`;
