/** The tables of terms: a unit's are rows of its tenant, a partner's and the platform's have tables of their own. The code is the same for both. */
import type { TermInput } from '@vitrine/contract/settings/terms.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { failFields } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';

export type Shelf = {
  of: (ctx: Context) => Scoped;
  term: RawBuilder<unknown>;
  version: RawBuilder<unknown>;
  acceptance: RawBuilder<unknown>;
  /** The column of the owner. */
  owner: RawBuilder<unknown>;
  /** Columns of a term `t` that restrict it besides roles. */
  conditions: RawBuilder<unknown>;
  insert: (id: string, input: TermInput) => Statement;
  update: (id: string, version: number, input: TermInput) => Statement<{ id: string }>;
  /** Refuses conditions with ids that do not belong to the owner. */
  check: (ctx: Context, input: TermInput) => Promise<void>;
};

const none = sql`'{}'::uuid[]`;

/** Whether all ids exist in the scope. */
async function requireAll(scope: Scoped, table: 'user_group' | 'tenant' | 'partner', ids: readonly string[], field: string): Promise<void> {
  if (ids.length === 0) return;
  const wanted = [...new Set(ids)];
  const there = await scope.run(sql`select from ${sql.table(table)} where id = any (${wanted}::uuid[])`);
  if (there.length !== wanted.length) failFields({ [field]: 'invalid' });
}

export const unitShelf: Shelf = {
  of: (ctx) => ctx,
  term: sql.table('term'),
  version: sql.table('term_version'),
  acceptance: sql.table('term_acceptance'),
  owner: sql.raw('tenant_id'),
  conditions: sql`t.group_ids, ${none} as only_ids`,
  insert: (id, { only_ids: _none, ...input }) => query.insertInto('term').values({ id, tenant_id: ownTenant, ...input }),
  update: (id, version, { only_ids: _none, ...input }) =>
    query
      .updateTable('term')
      .set((eb) => ({ ...input, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id'),
  async check(ctx, { group_ids, only_ids, roles }) {
    if (only_ids.length > 0) failFields({ only_ids: 'invalid' });
    if (roles.includes('partner')) failFields({ roles: 'invalid' });
    await requireAll(ctx, 'user_group', group_ids, 'group_ids');
  },
};

export const sharedShelf: Shelf = {
  of: (ctx) => (ctx.actor.role === 'operator' ? ctx.operator() : ctx.partner()),
  term: sql.table('shared_term'),
  version: sql.table('shared_term_version'),
  acceptance: sql.table('shared_term_acceptance'),
  owner: sql.raw('partner_id'),
  conditions: sql`${none} as group_ids, t.only_ids`,
  // The operator's scope has no partner, so its rows are the platform's.
  insert: (id, { group_ids: _none, ...input }) =>
    query.insertInto('shared_term').values({ id, partner_id: sql<string | null>`app_setting('partner_id')::uuid`, ...input }),
  update: (id, version, { group_ids: _none, ...input }) =>
    query
      .updateTable('shared_term')
      .set((eb) => ({ ...input, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id'),
  async check(ctx, { group_ids, only_ids }) {
    if (group_ids.length > 0) failFields({ group_ids: 'invalid' });
    await requireAll(sharedShelf.of(ctx), ctx.actor.role === 'operator' ? 'partner' : 'tenant', only_ids, 'only_ids');
  },
};
