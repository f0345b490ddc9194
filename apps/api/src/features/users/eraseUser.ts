/** Erasing a person is anonymising: what they did stays in the logs under a key that names nobody (product-decisions 15). */
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import type { Scoped } from '../../core/database/scoped.ts';
import { query } from '../../core/database/query.ts';
import { fail, failFields, found } from '../../core/fail.ts';
import { say } from '../../core/words.ts';
import { userOf } from './users.queries.ts';

/** As the dialog asks for it: in capitals, blanks as underscores. */
const asTyped = (name: string): string => name.trim().toUpperCase().replaceAll(/\s+/g, '_');

type Erased = { id: string; person_id: string; identity_is_ours: boolean };

/** Nothing of the person is left in this unit; nothing at all when the account is nobody else's matter. */
export async function anonymise(
  unit: Scoped,
  identity: Scoped,
  tenant_id: string | null,
  { id, person_id, identity_is_ours }: Erased,
  now: Date,
) {
  const key = person_id.slice(-8);
  const nobody = { name: say('pt-BR', 'fields:erased_user', { key }), email: `deleted-${person_id}@invalid`, phone: null };
  const nothing = { picture_id: null, department: null, custom: '{}', deactivated_on: null, block_on: null, delete_on: null };
  await unit.withTenant(async (tx) => {
    await tx.run(
      query
        .updateTable('membership')
        .set((row) => ({ ...nothing, state: 'D', version: row('version', '+', 1) }))
        .where('id', '=', id),
      sql`delete from user_group_member where membership_id = ${id}`,
      sql`delete from report_grant where membership_id = ${id}`,
    );
    if (!identity_is_ours) return;
    await tx.run(
      query
        .updateTable('person')
        .set((row) => ({ ...nobody, version: row('version', '+', 1) }))
        .where('id', '=', person_id),
    );
  });
  await identity.run(
    sql`update session set ended_at = ${now}, end_reason = 'erased', user_agent = ''
      where person_id = ${person_id} and ended_at is null and (${identity_is_ours} or tenant_id = ${tenant_id}::uuid)`,
    sql`delete from device where person_id = ${person_id} and ${identity_is_ours}`,
    sql`delete from one_time_token where person_id = ${person_id} and ${identity_is_ours}`,
    sql`delete from password_history where person_id = ${person_id} and ${identity_is_ours}`,
    sql`update person set password_hash = null, password_changed_at = null where id = ${person_id} and ${identity_is_ours}`,
  );
}

/** Whoever belongs to other units as well keeps the account there, and disappears from this one. */
export async function eraseUser(ctx: Context, id: string, confirm: string): Promise<void> {
  const user = found((await ctx.run(userOf(id)))[0]);
  if (user.person_id === ctx.actor.person_id) fail('not_yourself');
  if (asTyped(confirm) !== asTyped(user.name)) failFields({ confirm: 'invalid' });
  await anonymise(ctx, ctx.identity, ctx.actor.tenant_id, user, ctx.now());
}
