/** Subgroups of report groups. */
import * as contract from '@vitrine/contract/reports/reportGroups.ts';
import type { ReportSubgroup } from '@vitrine/contract/reports/reportGroups.ts';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { pictureAddress } from '#platform/files/address.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

type Row = Omit<ReportSubgroup, 'can' | 'cover'>;

const nameTaken = { report_subgroup_tenant_id_group_id_name_key_key: 'name' };

/** The other group already has a subgroup of this name or a report of the same title. */
const placeTaken = {
  report_subgroup_tenant_id_group_id_name_key_key: 'group_id',
  report_tenant_id_group_id_title_key_key: 'group_id',
};

const columns = sql`s.id, s.group_id, s.name, s.icon, s.cover_id, s.position, s.version,
  (select count(*) from report r where r.group_id = s.group_id and r.subgroup_id = s.id) as report_count`;

const subgroupRow = (groupId: string, id: string) =>
  sql<Row>`select ${columns} from report_subgroup s where s.id = ${id} and s.group_id = ${groupId}`;

function shown({ actor, secrets }: Context, row: Row): ReportSubgroup {
  const mayWrite = holds(actor, 'report_groups', 'write');
  return { ...row, cover: pictureAddress({ secrets }, row.cover_id), can: { edit: mayWrite, remove: mayWrite } };
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
    // Selected from the group's row, so that a missing group gets no subgroup.
    const insert = sql`
      insert into report_subgroup (tenant_id, group_id, id, name, icon, cover_id, position)
      select ${ownTenant}, g.id, ${id}, ${body.name}, ${body.icon}, ${body.cover_id}::uuid, (select coalesce(max(position), 0) + 1 from report_subgroup where group_id = g.id)
      from report_group g where g.id = ${params.id}`;
    const [, [row]] = await unlessTaken(nameTaken, ctx.run(insert, subgroupRow(params.id, id)));
    return shown(ctx, found(row, 'group_not_found'));
  });

  serve(contract.updateSubgroup, async (ctx, { params, body: { version, ...changes } }) => {
    const update = query
      .updateTable('report_subgroup')
      .set({ ...changes, version: version + 1 })
      .where('id', '=', params.subgroup_id)
      .where('group_id', '=', params.id)
      .where('version', '=', version)
      .returning('id');
    const [changed, [row]] = await unlessTaken(nameTaken, ctx.run(update, subgroupRow(params.id, params.subgroup_id)));
    return shown(ctx, saved(changed, row, 'group_not_found'));
  });

  serve(contract.reorderSubgroups, async (ctx, { params, body: { subgroup_ids: ids } }) => {
    if (new Set(ids).size < ids.length) failFields({ subgroup_ids: 'repeated' });
    const all = sql<{ count: number }>`select count(*) from report_subgroup where group_id = ${params.id} and id = any (${ids}::uuid[])`;
    // As with groups: subgroups that are not named keep their order after the others, and a foreign id has no effect.
    const order = sql`
      update report_subgroup s set position = placed.position
      from (
        select s.id, row_number() over (order by wanted.place nulls last, s.position, search_text(s.name)) as position
        from report_subgroup s left join unnest(${ids}::uuid[]) with ordinality as wanted (id, place) on wanted.id = s.id
        where s.group_id = ${params.id}
      ) as placed
      where s.id = placed.id and s.position <> placed.position
        and (select count(*) from report_subgroup where group_id = ${params.id} and id = any (${ids}::uuid[])) = ${ids.length}::int`;
    const [[known]] = await ctx.run(all, order);
    if (known?.count !== ids.length) fail('group_not_found');
  });

  serve(contract.moveSubgroup, async (ctx, { params, body: { group_id } }) => {
    // The foreign key updates the group of the reports (on update cascade).
    const move = sql<{ id: string }>`
      update report_subgroup s set group_id = g.id, version = s.version + 1,
        position = (select coalesce(max(position), 0) + 1 from report_subgroup where group_id = g.id)
      from report_group g
      where g.id = ${group_id} and s.id = ${params.subgroup_id} and s.group_id = ${params.id}
      returning s.id`;
    const [[went], [row]] = await unlessTaken(placeTaken, ctx.run(move, subgroupRow(group_id, params.subgroup_id)));
    found(went, 'group_not_found');
    return shown(ctx, found(row, 'group_not_found'));
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
