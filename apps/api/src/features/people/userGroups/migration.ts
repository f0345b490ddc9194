/**
 * Copies a group to another unit: its people become members there, and its assignments are repeated for reports that the
 * other unit has registered as well. Reports, settings and values of the unit's own fields are not copied.
 */
import type { Migration } from '@vitrine/contract/people/userGroups.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { found } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

type Place = { id: string; tenant_id: string };
type Member = {
  id: string;
  name: string;
  email: string;
  person_id: string;
  department: string | null;
  custom: string;
  ends_on: string | null;
};
type Grant = {
  id: string;
  title: string;
  external_report_id: string | null;
  filters: string;
  rls_roles: string[];
  rls_username: string | null;
  ends_on: string | null;
};
type Group = {
  name: string;
  description: string;
  ends_on: string | null;
  home_page: string | null;
  refresh_datasets: boolean;
  create_notifications: boolean;
};

type Contract = NonNullable<Migration['contract']>;

async function readGroup(ctx: Context, id: string): Promise<{ group: Group; members: Member[]; grants: Grant[] }> {
  const [[group], members, grants] = await ctx.run(
    sql<Group>`select name, description, ends_on, home_page, refresh_datasets, create_notifications from user_group where id = ${id}`,
    // Only global custom fields exist in both units.
    sql<Member>`
      select m.id, p.name, p.email, m.person_id, m.department, gm.own_ends_on as ends_on,
        (select coalesce(jsonb_object_agg(f.id, m.custom -> f.id::text), '{}') from custom_field f where f.is_global and m.custom ? f.id::text)::text as custom
      from user_group_member gm join membership m on m.id = gm.membership_id join person p on p.id = m.person_id
      where gm.group_id = ${id} and m.state = 'active' order by m.name_sort, m.id`,
    sql<Grant>`
      select a.id, r.title, r.external_report_id, a.filters::text as filters, a.rls_roles, a.rls_username, a.ends_on
      from report_grant a join report r on r.id = a.report_id where a.user_group_id = ${id} order by r.title_sort, r.id`,
  );
  return { group: found(group, 'group_not_found'), members, grants };
}

async function readTarget(there: Scoped, name: string, members: readonly Member[], grants: readonly Grant[]) {
  const people = members.map(({ person_id }) => person_id);
  const reports = grants.flatMap(({ external_report_id }) => external_report_id ?? []);
  return there.run(
    sql<{ id: string }>`select id from user_group where name_key = lower(${name})`,
    sql<{
      person_id: string;
    }>`select person_id from membership where person_id = any (${people}::uuid[]) and state in ('active', 'blocked')`,
    sql<{ id: string; external_report_id: string }>`
      select distinct on (external_report_id) id, external_report_id from report where external_report_id = any (${reports}::uuid[]) order by external_report_id, id`,
    sql<{ used: number; limit: number }>`
      select (select used from unit_seats) as used, user_limit as limit from tenant where id = app_setting('tenant_id')::uuid`,
    sql<Contract>`select wanted, agreed as limit from contract_with(${people}::uuid[]) where agreed is not null`,
  );
}

export async function previewMigration(ctx: Context, { id, tenant_id }: Place): Promise<Migration> {
  const there = await ctx.unit(tenant_id);
  const { group, members, grants } = await readGroup(ctx, id);
  const [[same], present, reports, [seats], [contract = null]] = await readTarget(there, group.name, members, grants);
  const isThere = (member: Member) => present.some(({ person_id }) => person_id === member.person_id);
  const shown = ({ id, name, email }: Member) => ({ id, name, email });
  const joining = members.filter((member) => !isThere(member)).map(shown);
  const { used, limit } = found(seats);
  return {
    group_exists: same !== undefined,
    joining,
    already: members.filter(isThere).map(shown),
    reports: grants.map((grant) => ({
      id: grant.id,
      title: grant.title,
      there: reports.some(({ external_report_id }) => external_report_id === grant.external_report_id),
    })),
    seats: { used, limit },
    contract,
    // As the guards decide, who look only where somebody joins.
    fits: joining.length === 0 || (used + joining.length <= limit && (contract === null || contract.wanted <= contract.limit)),
  };
}

/** Everything in the other unit is one transaction; only then the group is removed here, if wanted. */
export async function migrateGroup(ctx: Context, { id, tenant_id }: Place, leave: boolean) {
  const there = await ctx.unit(tenant_id);
  const { group, members, grants } = await readGroup(ctx, id);
  const [, present, reports] = await readTarget(there, group.name, members, grants);
  const matched = grants.flatMap((grant) => {
    const report = reports.find(({ external_report_id }) => external_report_id === grant.external_report_id);
    return report ? [{ ...grant, id: uuidv7(), report_id: report.id }] : [];
  });
  await there.withTenant(async (tx) => {
    const [target] = await tx.run(
      sql<{ id: string }>`
        insert into user_group (tenant_id, id, name, description, ends_on, home_page, refresh_datasets, create_notifications)
        values (${ownTenant}, ${uuidv7()}, ${group.name}, ${group.description}, ${group.ends_on}::date, ${group.home_page}, ${group.refresh_datasets}, ${group.create_notifications})
        on conflict (tenant_id, name_key) do update set version = user_group.version returning id`,
    );
    const rows = JSON.stringify(members.map((member) => ({ ...member, id: uuidv7(), custom: JSON.parse(member.custom) as unknown })));
    const wanted = sql`jsonb_to_recordset(${rows}::jsonb) as w (id uuid, person_id uuid, department text, custom jsonb, ends_on date)`;
    await tx.run(
      sql`insert into membership (tenant_id, id, person_id, role, department, custom)
        select ${ownTenant}, w.id, w.person_id, 'user', w.department, w.custom from ${wanted}
        on conflict (tenant_id, person_id) do update set state = 'active', deactivated_on = null where membership.state in ('deactivated', 'inactive')`,
      sql`insert into user_group_member (tenant_id, group_id, membership_id, own_ends_on)
        select ${ownTenant}, ${found(target).id}::uuid, m.id, w.ends_on from ${wanted} join membership m on m.person_id = w.person_id
        on conflict do nothing`,
      sql`insert into report_grant (tenant_id, id, report_id, user_group_id, filters, rls_roles, rls_username, ends_on)
        select ${ownTenant}, g.id, g.report_id, ${found(target).id}::uuid, g.filters::jsonb, coalesce(g.rls_roles, '{}'), g.rls_username, g.ends_on
        from jsonb_to_recordset(${JSON.stringify(matched)}::jsonb) as g (id uuid, report_id uuid, filters text, rls_roles text[], rls_username text, ends_on date)
        on conflict do nothing`,
    );
  });
  if (leave && tenant_id !== ctx.actor.tenant_id) await ctx.run(query.deleteFrom('user_group').where('id', '=', id));
  return { joined: members.length - present.length, already: present.length, reports: matched.length };
}
