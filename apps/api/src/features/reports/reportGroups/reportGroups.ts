/** Report groups: where reports live in the menu. Ordered by hand, then by name. */
import * as contract from '@vitrine/contract/reports/reportGroups.ts';
import type { ReportGroup } from '@vitrine/contract/reports/reportGroups.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds, mayCall } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { pictureAddress } from '#platform/files/address.ts';
import { listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { removeReportGroup } from './removeReportGroup.ts';
import { reportSubgroups } from './reportSubgroups.ts';

type Row = Omit<ReportGroup, 'can' | 'cover'>;

const nameTaken = { report_group_tenant_id_name_key_key: 'name' };

/** Columns of a group `g`, with what it holds. */
const columns = sql`g.id, g.name, g.description, g.icon, g.cover_id, g.position, g.version,
  g.changed_at, (select p.name from person p where p.id = g.changed_by) as changed_by,
  (select count(*) from report r where r.group_id = g.id) as report_count,
  (select count(*) from report_subgroup s where s.group_id = g.id) as subgroup_count`;

const groupRow = (id: string): RawBuilder<Row> => sql<Row>`select ${columns} from report_group g where g.id = ${id}`;

/** A group, with what the caller may do with it. */
function shown({ actor, secrets }: Context, row: Row): ReportGroup {
  const mayWrite = holds(actor, 'report_groups', 'write');
  return { ...row, cover: pictureAddress({ secrets }, row.cover_id), can: { edit: mayWrite, remove: mayWrite } };
}

export function reportGroups(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = wanted.q === '' ? sql`true` : sql`g.id = any (array(select found.id from search_report_group(${wanted.q}) found))`;
    // The contents of all groups are counted only when the list is sorted by them, in one query.
    const counted = wanted.sort.endsWith('report_count')
      ? sql`left join (select r.group_id, count(*) as reports from report r group by r.group_id) as n on n.group_id = g.id`
      : sql``;
    const sorts = { position: sql`g.position`, name: sql`search_text(g.name)`, report_count: sql`coalesce(n.reports, 0)` };
    const order = orderBy(wanted.sort, sorts, sql`search_text(g.name), g.id`);
    const rows = sql<Row>`select ${columns} from report_group g ${counted} where ${matching} ${order} ${pageOf(wanted)}`;
    const { data, meta } = await listPage(ctx, wanted, rows, sql`select from report_group g where ${matching}`);
    return { data: data.map((row) => shown(ctx, row)), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });

  serve(contract.get, async (ctx, { params }) => {
    const [row] = await ctx.run(groupRow(params.id));
    return shown(ctx, found(row, 'group_not_found'));
  });

  serve(contract.add, async (ctx, { body }) => {
    const id = uuidv7();
    const last = sql<number>`(select coalesce(max(position), 0) + 1 from report_group)`;
    const insert = query.insertInto('report_group').values({ ...body, id, tenant_id: ownTenant, position: last });
    const [, [row]] = await unlessTaken(nameTaken, ctx.run(insert, groupRow(id)));
    return shown(ctx, found(row));
  });

  serve(contract.update, async (ctx, { params, body: { version, ...changes } }) => {
    const update = query
      .updateTable('report_group')
      .set({ ...changes, version: version + 1 })
      .where('id', '=', params.id)
      .where('version', '=', version)
      .returning('id');
    const [changed, [row]] = await unlessTaken(nameTaken, ctx.run(update, groupRow(params.id)));
    return shown(ctx, saved(changed, row, 'group_not_found'));
  });

  serve(contract.remove, (ctx, { params, query: { move_to } }) => removeReportGroup(ctx, params.id, move_to));

  serve(contract.reorder, async (ctx, { body: { ids } }) => {
    if (new Set(ids).size < ids.length) failFields({ ids: 'repeated' });
    // Groups that are not named keep their order after the others. A foreign id has no effect.
    const order = sql`
      update report_group g set position = placed.position
      from (
        select g.id, row_number() over (order by wanted.place nulls last, g.position, search_text(g.name)) as position
        from report_group g left join unnest(${ids}::uuid[]) with ordinality as wanted (id, place) on wanted.id = g.id
      ) as placed
      where g.id = placed.id and g.position <> placed.position
        and (select count(*) from report_group where id = any (${ids}::uuid[])) = ${ids.length}::int`;
    const [[known]] = await ctx.run(sql<{ count: number }>`select count(*) from report_group where id = any (${ids}::uuid[])`, order);
    if (known?.count !== ids.length) fail('group_not_found');
  });

  reportSubgroups(serve);
}
