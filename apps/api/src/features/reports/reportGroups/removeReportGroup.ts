import type { Context } from '#domain/serving/context.ts';
import { isForeignKeyViolation } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { unlessTaken } from '#platform/http/saving.ts';
import { sql } from 'kysely';

/** Deletes a group with its subgroups. Its reports move to another group; while it holds some and none is named: 409 `in_use`. */
export async function removeReportGroup(ctx: Context, id: string, moveTo: string | undefined): Promise<void> {
  if (moveTo === undefined) return removeEmpty(ctx, id);
  // If the other group already has a report of the same title, `group_id` is refused.
  await unlessTaken(
    { report_tenant_id_group_id_title_key_key: 'move_to' },
    ctx.withTenant((tx) => removeWithin(tx, id, moveTo)),
  );
}

/** In one round trip. A report that is added to the group at the same time violates the foreign key. */
async function removeEmpty(ctx: Context, id: string): Promise<void> {
  const [removed, [kept]] = await ctx
    .run(
      sql`delete from report_group g where g.id = ${id} and not exists (select from report r where r.group_id = g.id) returning g.id`,
      sql`select g.id from report_group g where g.id = ${id}`,
    )
    .catch((error: unknown) => (isForeignKeyViolation(error) ? fail('in_use', {}, {}, error) : Promise.reject(error)));
  if (removed.length > 0) return;
  found(kept, 'group_not_found');
  fail('in_use');
}

async function removeWithin(tx: Transaction, id: string, moveTo: string): Promise<void> {
  const group = (groupId: string) => query.selectFrom('report_group').select('id').where('id', '=', groupId).forUpdate();
  const [[removed], [target]] = await tx.run(group(id), group(moveTo));
  found(removed, 'group_not_found');
  found(target, 'group_not_found');
  if (moveTo === id) failFields({ move_to: 'same_place' });
  await tx.run(
    query
      .updateTable('report')
      .set((update) => ({ group_id: moveTo, subgroup_id: null, version: update('version', '+', 1) }))
      .where('group_id', '=', id),
    query.deleteFrom('report_group').where('id', '=', id),
  );
}
