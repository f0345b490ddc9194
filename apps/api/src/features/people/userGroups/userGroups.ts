/** User groups: members with end dates, rights, start page, and migration to another unit. */
import * as contract from '@vitrine/contract/people/userGroups.ts';
import type { GroupMember, UserGroup, UserGroupInput } from '@vitrine/contract/people/userGroups.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds, mayCall } from '#domain/access/access.ts';
import { dayIn } from '#domain/access/accessRules.ts';
import type { Context } from '#domain/serving/context.ts';
import { isForeignKeyViolation } from '#platform/database/errors.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { answerExport, chosenColumns, inBatches, yesOrNo } from '#platform/http/exportList.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { isByDirectory, requireOwnGroup } from '#domain/people/directory.ts';
import { membersFoundBy } from '#domain/people/findMembers.ts';
import { managedUnits } from '#domain/people/managedTenants.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { groupEndsSoon, todayOf as dayOfUnit } from '#domain/waiting/conditions.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { translate } from '#platform/translate.ts';
import { migrateGroup, previewMigration } from './migration.ts';

type Row = Omit<UserGroup, 'can'>;

const candidatesShown = 20;
const nameTaken = { user_group_tenant_id_name_key_key: 'name' };

const columns = (
  today: string,
) => sql`g.id, g.name, g.description, g.ends_on, g.home_page, g.refresh_datasets, g.create_notifications, g.is_default, g.created_at, g.version,
  g.changed_at, (select p.name from person p where p.id = g.changed_by) as changed_by,
  coalesce(g.ends_on < ${today}::date, false) as ended, ${isByDirectory(sql`g.id`)} as by_directory,
  (select count(*) from user_group_member gm where gm.group_id = g.id) as member_count,
  (select count(*) from report_grant a where a.user_group_id = g.id) as report_count`;

const todayOf = ({ actor, now }: Context) => dayIn(actor.timezone, now());
const groupRow = (ctx: Context, id: string): RawBuilder<Row> =>
  sql<Row>`select ${columns(todayOf(ctx))} from user_group g where g.id = ${id}`;
const groupId = (id: string) => query.selectFrom('user_group').select('id').where('id', '=', id);

function shown({ actor }: Context, row: Row): UserGroup {
  const may = holds(actor, 'user_groups', 'write');
  return { ...row, can: { edit: may, remove: may } };
}

const sorts = {
  name: sql`g.name_key`,
  ends_on: sql`coalesce(g.ends_on, 'infinity')`,
  member_count: sql`member_count`,
  report_count: sql`report_count`,
};
const matching = (ctx: Context, { q, ends }: { q: string; ends?: 'soon' | undefined }) =>
  every(holdsWords(q, sql`g.name`, sql`g.description`), ends && groupEndsSoon(dayOfUnit(ctx)));

/** There is one default group, so an earlier one loses the mark. */
const giveWay = (id: string, { is_default }: UserGroupInput): Statement =>
  sql`update user_group set is_default = false where is_default and id <> ${id} and ${is_default}`;

function membersOf(serve: Serve): void {
  serve(contract.members, async (ctx, { params, query: wanted }) => {
    const condition = every(sql`gm.group_id = ${params.id}`, await membersFoundBy(ctx, wanted.q), sql`m.state <> 'deactivated'`);
    const from = sql`from user_group_member gm join membership m on m.id = gm.membership_id`;
    const rows = sql<GroupMember>`
      select m.id, p.name, p.email, m.state, gm.own_ends_on as ends_on ${from} join person p on p.id = m.person_id where ${condition}
      ${orderBy(wanted.sort, { name: sql`m.name_sort` }, sql`m.id`)} ${pageOf(wanted)}`;
    found((await ctx.run(groupId(params.id)))[0], 'group_not_found');
    return listPage(ctx, wanted, rows, sql`select ${from} where ${condition}`);
  });
  serve(contract.candidates, async (ctx, { params, query: { q } }) => {
    const [[group], data] = await ctx.run(
      groupId(params.id),
      sql<{ id: string; name: string; email: string }>`
        select m.id, p.name, p.email from membership m join person p on p.id = m.person_id
        where m.state <> 'deactivated' and ${await membersFoundBy(ctx, q)}
          and not exists (select from user_group_member gm where gm.group_id = ${params.id} and gm.membership_id = m.id)
        order by m.name_sort, m.id limit ${sql.lit(candidatesShown)}`,
    );
    found(group, 'group_not_found');
    return { data };
  });
  serve(contract.addMembers, async (ctx, { params, body: { membership_ids, ends_on } }) => {
    found((await ctx.run(groupId(params.id)))[0], 'group_not_found');
    await requireOwnGroup(ctx, params.id);
    const insert = sql`
      insert into user_group_member (tenant_id, group_id, membership_id, own_ends_on)
      select ${ownTenant}, ${params.id}::uuid, m, ${ends_on}::date from unnest(${membership_ids}::uuid[]) as m
      on conflict (tenant_id, group_id, membership_id) do update set own_ends_on = excluded.own_ends_on`;
    await ctx.run(insert).catch((error: unknown) => {
      // Foreign keys contain the tenant, so a person of another unit counts as missing.
      if (isForeignKeyViolation(error)) return fail('not_found');
      throw error;
    });
  });
  serve(contract.removeMember, async (ctx, { params }) => {
    await requireOwnGroup(ctx, params.id);
    const removed = await ctx.run(
      sql`delete from user_group_member where group_id = ${params.id} and membership_id = ${params.membership_id} returning group_id`,
    );
    found(removed[0]);
  });
}

export function userGroups(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matches = matching(ctx, wanted);
    const order = orderBy(wanted.sort, sorts, sql`g.name_key, g.id`);
    const rows = sql<Row>`select ${columns(todayOf(ctx))} from user_group g where ${matches} ${order} ${pageOf(wanted)}`;
    const { data, meta } = await listPage(ctx, wanted, rows, sql`select from user_group g where ${matches}`);
    return { data: data.map((row) => shown(ctx, row)), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });
  serve(contract.exportList, async (ctx, { query: { format, columns: names, ...wanted } }) => {
    const { locale } = ctx.request;
    const header = (key: 'name' | 'description' | 'member_count' | 'report_count' | 'ends_on') => ({
      key,
      header: translate(locale, `fields:names.${key}`),
    });
    const right = (key: 'refresh_datasets' | 'create_notifications') => ({
      key,
      header: translate(locale, `fields:names.${key}`),
      cell: (row: Row) => yesOrNo(locale, row[key]),
    });
    const all = [
      { ...header('name'), cell: ({ name }: Row) => name },
      { ...header('description'), cell: ({ description }: Row) => description },
      { ...header('member_count'), cell: ({ member_count }: Row) => member_count },
      { ...header('report_count'), cell: ({ report_count }: Row) => report_count },
      { ...header('ends_on'), cell: ({ ends_on }: Row) => ends_on },
      right('refresh_datasets'),
      right('create_notifications'),
    ];
    const rows = inBatches<Row>((last) =>
      ctx.run(sql<Row>`
        select ${columns(todayOf(ctx))} from user_group g where ${matching(ctx, wanted)} ${last ? sql`and (g.name_key, g.id) > (lower(${last.name}), ${last.id}::uuid)` : sql``}
        order by g.name_key, g.id limit 2000`),
    );
    return answerExport({ format, name: translate(locale, 'fields:user_groups') }, chosenColumns(all, names), rows);
  });
  serve(contract.get, async (ctx, { params }) => shown(ctx, found((await ctx.run(groupRow(ctx, params.id)))[0], 'group_not_found')));
  serve(contract.add, async (ctx, { body }) => {
    const id = uuidv7();
    const insert = query.insertInto('user_group').values({ ...body, id, tenant_id: ownTenant });
    const [, , [row]] = await unlessTaken(nameTaken, ctx.run(giveWay(id, body), insert, groupRow(ctx, id)));
    return shown(ctx, found(row));
  });
  serve(contract.update, async (ctx, { params, body: { version, ...changes } }) => {
    const [renamed] = await ctx.run(
      sql`select from user_group g where g.id = ${params.id} and g.name <> ${changes.name} and ${isByDirectory(sql`g.id`)}`,
    );
    if (renamed) failFields({ name: 'by_directory' });
    const update = query
      .updateTable('user_group')
      .set({ ...changes, version: version + 1 })
      .where('id', '=', params.id)
      .where('version', '=', version)
      .returning('id');
    const [, changed, [row]] = await unlessTaken(nameTaken, ctx.run(giveWay(params.id, changes), update, groupRow(ctx, params.id)));
    return shown(ctx, saved(changed, row, 'group_not_found'));
  });
  serve(contract.remove, async (ctx, { params }) => {
    found((await ctx.run(query.deleteFrom('user_group').where('id', '=', params.id).returning('id')))[0], 'group_not_found');
  });
  serve(contract.reports, async (ctx, { params }) => {
    const [[group], data] = await ctx.run(
      groupId(params.id),
      sql<{ report_id: string; title: string; grant_id: string; ends_on: string | null }>`
        select r.id as report_id, r.title, a.id as grant_id, a.ends_on from report_grant a join report r on r.id = a.report_id
        where a.user_group_id = ${params.id} order by r.title_sort, r.id`,
    );
    found(group, 'group_not_found');
    return { data };
  });
  serve(contract.targets, async (ctx, { params }) => {
    found((await ctx.run(groupId(params.id)))[0], 'group_not_found');
    return { data: (await managedUnits(ctx)).filter(({ id }) => id !== ctx.actor.tenant_id) };
  });
  serve(contract.previewMigration, (ctx, { params }) => previewMigration(ctx, params));
  serve(contract.migrate, (ctx, { params, body }) => migrateGroup(ctx, params, body.leave));
  membersOf(serve);
}
