/** Subgroups: the second and last level of places for reports. */
import * as contract from '@vitrine/contract/features/reportGroups.ts';
import type { ReportSubgroup } from '@vitrine/contract/features/reportGroups.ts';
import { sql } from 'kysely';
import { holds } from '../../core/access.ts';
import type { Context } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { found } from '../../core/fail.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { saved, unlessTaken } from '../../core/saving.ts';
import type { Serve } from '../../core/serve.ts';
import { uuidv7 } from '../../core/uuid.ts';

type Row = Omit<ReportSubgroup, 'can'>;

const nameTaken = { report_subgroup_tenant_id_group_id_name_key_key: 'name' };

const columns = sql`s.id, s.group_id, s.name, s.position, s.version,
  (select count(*) from report r where r.group_id = s.group_id and r.subgroup_id = s.id) as report_count`;

const subgroupRow = (groupId: string, id: string) =>
  sql<Row>`select ${columns} from report_subgroup s where s.id = ${id} and s.group_id = ${groupId}`;

function shown({ actor }: Context, row: Row): ReportSubgroup {
  const mayWrite = holds(actor, 'report_groups', 'write');
  return { ...row, can: { edit: mayWrite, remove: mayWrite } };
}

export function reportSubgroups(serve: Serve): void {
  serve(contract.subgroups, async (ctx, { params }) => {
    const [[group], rows] = await ctx.run(
      query.selectFrom('report_group').select('id').where('id', '=', params.id),
      sql<Row>`select ${columns} from report_subgroup s where s.group_id = ${params.id} order by s.position, search_text(s.name), s.id`,
    );
    found(group, 'group_not_found');
    return { data: rows.map((row) => shown(ctx, row)) };
  });

  serve(contract.addSubgroup, async (ctx, { params, body }) => {
    const id = uuidv7();
    // From the group's row, so that a group that is not there gets no subgroup.
    const insert = sql`
      insert into report_subgroup (tenant_id, group_id, id, name, position)
      select ${ownTenant}, g.id, ${id}, ${body.name}, (select coalesce(max(position), 0) + 1 from report_subgroup where group_id = g.id)
      from report_group g where g.id = ${params.id}`;
    const [, [row]] = await unlessTaken(nameTaken, ctx.run(insert, subgroupRow(params.id, id)));
    return shown(ctx, found(row, 'group_not_found'));
  });

  serve(contract.updateSubgroup, async (ctx, { params, body: { name, version } }) => {
    const update = query
      .updateTable('report_subgroup')
      .set({ name, version: version + 1 })
      .where('id', '=', params.subgroup_id)
      .where('group_id', '=', params.id)
      .where('version', '=', version)
      .returning('id');
    const [changed, [row]] = await unlessTaken(nameTaken, ctx.run(update, subgroupRow(params.id, params.subgroup_id)));
    return shown(ctx, saved(changed, row, 'group_not_found'));
  });

  serve(contract.removeSubgroup, async (ctx, { params }) => {
    const freeReports = query
      .updateTable('report')
      .set((update) => ({ subgroup_id: null, version: update('version', '+', 1) }))
      .where('group_id', '=', params.id)
      .where('subgroup_id', '=', params.subgroup_id);
    const remove = query
      .deleteFrom('report_subgroup')
      .where('id', '=', params.subgroup_id)
      .where('group_id', '=', params.id)
      .returning('id');
    const [, [removed]] = await ctx.run(freeReports, remove);
    found(removed, 'group_not_found');
  });
}
