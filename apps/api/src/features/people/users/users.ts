/** People of the unit: list, form, states, erasing, and membership in several units. */
import * as contract from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { holds, mayCall } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import { longListPage } from '#platform/http/list.ts';
import { familiarDomains } from '#domain/people/familiarDomains.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { bulkUsers } from './bulkUsers.ts';
import { eraseUser } from './eraseUser.ts';
import { exportUsers } from './exportUsers.ts';
import { inviteAgain } from './inviteUsers.ts';
import { addUser, updateUser } from './saveUser.ts';
import { forceLogout, setState } from './userState.ts';
import { joinUnit, leaveUnit, unitsOf } from './userUnits.ts';
import { keys, matching, userOf, userRows } from './users.queries.ts';
import { shown } from './users.rules.ts';

const departmentsShown = 200;

/** Loose index scan: reads only the first person of each department, however many there are. */
const departmentsOf = sql<{ department: string }>`
  with recursive step (department) as (
    (select department from membership where department <> '' and state <> 'deactivated' order by department limit 1)
    union all
    select (
      select m.department from membership m where m.department <> '' and m.state <> 'deactivated' and m.department > step.department
      order by m.department limit 1
    ) from step where step.department is not null
  )
  select department from (select department from step where department is not null limit ${sql.lit(departmentsShown)}) as d
  order by search_text(department)`;

async function surroundings(ctx: Context) {
  const [departments, [unit]] = await ctx.run(
    departmentsOf,
    sql<{ used: number; limit: number; free: number; bonus: number | null }>`
      select s.used, t.user_limit as limit, greatest(0, least(t.user_limit - s.used, c.free)) as free, c.bonus_users as bonus
      from tenant t join unit_seats s on s.tenant_id = t.id, seats_of_contract() as c where t.id = app_setting('tenant_id')::uuid`,
  );
  return {
    departments: departments.map(({ department }) => department),
    seats: found(unit),
    may_grant_admin: holds(ctx.actor, 'grant_admin', 'use'),
    may_import_from_unit: holds(ctx.actor, 'user_import_from_unit', 'use'),
  };
}

/** Assignments that concern a person: personal, by groups, or of the whole unit. */
const reportsOf = (id: string) => sql<{
  report_id: string;
  title: string;
  grant_id: string | null;
  through: string[];
  unit: boolean;
  ends_on: string | null;
}>`
  select r.id as report_id, r.title, (array_agg(a.id) filter (where a.membership_id is not null))[1] as grant_id,
    coalesce(array_agg(distinct g.name) filter (where g.id is not null), '{}') as through, bool_or(a.unit) as unit,
    max(a.ends_on) filter (where a.membership_id is not null) as ends_on
  from report_grant a join report r on r.id = a.report_id
  left join user_group g on g.id = a.user_group_id
  where a.membership_id = ${id} or a.unit
    or exists (select from user_group_member gm where gm.group_id = a.user_group_id and gm.membership_id = ${id}
      and (gm.ends_on is null or gm.ends_on >= unit_today(gm.tenant_id)))
  group by r.id, r.title, r.title_sort order by r.title_sort, r.id`;

export function users(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matches = await matching(ctx, wanted);
    const counted = sql`select from membership m where ${matches}`;
    const { data, meta } = await longListPage(ctx, wanted, keys, (cut) => userRows(matches, cut), counted);
    return { data: data.map((row) => shown(ctx, row)), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });
  serve(contract.exportList, (ctx, { query: wanted }) => exportUsers(ctx, wanted));
  serve(contract.surroundings, (ctx) => surroundings(ctx));
  serve(contract.mailDomains, async (ctx) => ({ data: (await ctx.run(familiarDomains)).map(({ domain }) => domain) }));
  serve(contract.get, async (ctx, { params }) => shown(ctx, found((await ctx.run(userOf(params.id)))[0])));

  serve(contract.add, (ctx, { body }) => addUser(ctx, body));
  serve(contract.update, (ctx, { params, body }) => updateUser(ctx, params.id, body));
  serve(contract.setState, (ctx, { params, body }) => setState(ctx, params.id, body.state));
  serve(contract.forceLogout, (ctx, { params }) => forceLogout(ctx, params.id));
  serve(contract.invite, (ctx, { params }) => inviteAgain(ctx, params.id));
  serve(contract.erase, (ctx, { params, query: { confirm } }) => eraseUser(ctx, params.id, confirm));
  serve(contract.bulk, (ctx, { body }) => bulkUsers(ctx, body));

  serve(contract.units, async (ctx, { params }) => ({ data: await unitsOf(ctx, params.id) }));
  serve(contract.joinUnit, (ctx, { params, body }) => joinUnit(ctx, params, body.role));
  serve(contract.leaveUnit, (ctx, { params }) => leaveUnit(ctx, params));
  serve(contract.reports, async (ctx, { params }) => {
    const [[member], data] = await ctx.run(query.selectFrom('membership').select('id').where('id', '=', params.id), reportsOf(params.id));
    found(member);
    return { data };
  });
}
