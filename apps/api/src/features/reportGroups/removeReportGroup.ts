import type { Context } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import type { Transaction } from '../../core/database/transaction.ts';
import { fail, failFields, found } from '../../core/fail.ts';
import { unlessTaken } from '../../core/saving.ts';
import { sql } from 'kysely';

/** Deletes a group with its subgroups. Its reports move to another group; while it holds some and none is named: 409 `in_use`. */
export async function removeReportGroup(ctx: Context, id: string, moveTo: string | undefined): Promise<void> {
  // A title of the group may stand in the other one already: then that is the wrong place for it.
  await unlessTaken(
    { report_tenant_id_group_id_title_key_key: 'move_to' },
    ctx.withTenant((tx) => removeWithin(tx, id, moveTo)),
  );
}

async function removeWithin(tx: Transaction, id: string, moveTo: string | undefined): Promise<void> {
  const group = (groupId: string) => query.selectFrom('report_group').select('id').where('id', '=', groupId).forUpdate();
  const [[removed], [target], [held]] = await tx.run(
    group(id),
    group(moveTo ?? id),
    sql<{ reports: number }>`select count(*) as reports from report where group_id = ${id}`,
  );
  found(removed, 'group_not_found');
  found(target, 'group_not_found');
  if (moveTo === id) failFields({ move_to: 'invalid' });
  if (held && held.reports > 0) {
    if (moveTo === undefined) fail('in_use');
    await tx.run(
      query
        .updateTable('report')
        .set((update) => ({ group_id: moveTo, subgroup_id: null, version: update('version', '+', 1) }))
        .where('group_id', '=', id),
    );
  }
  await tx.run(query.deleteFrom('report_group').where('id', '=', id));
}
