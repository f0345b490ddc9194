/** Assignments of a report: to a person, to a user group, to the whole unit. */
import * as contract from '@vitrine/contract/features/reportAccess.ts';
import type { ColumnFilter, Grant, GrantInput } from '@vitrine/contract/features/reportAccess.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { isForeignKeyViolation } from '../../core/database/errors.ts';
import { query } from '../../core/database/query.ts';
import { fail, failFields, found } from '../../core/fail.ts';
import { holdsWords } from '../../core/list.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { saved, unlessTaken } from '../../core/saving.ts';
import type { Serve } from '../../core/serve.ts';
import { uuidv7 } from '../../core/uuid.ts';

const candidatesShown = 20;

const assignedAlready = { report_grant_to_membership: 'to_id', report_grant_to_group: 'to_id', report_grant_to_unit: 'to' };

/** Assignments of a report, the widest first. */
const grantsOf = (reportId: string, condition: RawBuilder<unknown> = sql`true`): RawBuilder<Grant> => sql<Grant>`
  select ra.id, ra.filters, ra.rls_roles, ra.rls_username, ra.ends_on, ra.version,
    case when ra.unit then 'unit' when ra.user_group_id is null then 'membership' else 'user_group' end as to,
    coalesce(ra.membership_id, ra.user_group_id) as to_id,
    coalesce(p.name, g.name, (select t.name from tenant t where t.id = ra.tenant_id)) as to_name,
    p.email as to_email
  from report_grant ra
  left join membership m on m.id = ra.membership_id
  left join person p on p.id = m.person_id
  left join user_group g on g.id = ra.user_group_id
  where ra.report_id = ${reportId} and ${condition}
  order by ra.unit desc, ra.user_group_id is null, search_text(coalesce(p.name, g.name)), ra.id`;

const grantOf = (reportId: string, id: string) => grantsOf(reportId, sql`ra.id = ${id}`);

const reportId = (id: string) => query.selectFrom('report').select('id').where('id', '=', id);

/** What the shape alone cannot say: whom `to_id` belongs to, and that a column is filtered once. */
function check({ to, to_id }: Pick<GrantInput, 'to' | 'to_id'>): void {
  if (to === 'unit' && to_id !== null) failFields({ to_id: 'invalid' });
  if (to !== 'unit' && to_id === null) failFields({ to_id: 'required' });
}

function checkFilters(filters: readonly ColumnFilter[]): void {
  const columns = new Set(filters.map(({ table, column }) => JSON.stringify([table, column])));
  if (columns.size < filters.length) failFields({ filters: 'invalid' });
}

export function reportAccess(serve: Serve): void {
  serve(contract.list, async (ctx, { params }) => {
    const [[report], data] = await ctx.run(reportId(params.id), grantsOf(params.id));
    found(report);
    return { data };
  });

  serve(contract.add, async (ctx, { params, body: { to, to_id, filters, ...rules } }) => {
    check({ to, to_id });
    checkFilters(filters);
    const id = uuidv7();
    const insert = query.insertInto('report_grant').values({
      ...rules,
      id,
      tenant_id: ownTenant,
      report_id: params.id,
      membership_id: to === 'membership' ? to_id : null,
      user_group_id: to === 'user_group' ? to_id : null,
      unit: to === 'unit',
      filters: JSON.stringify(filters),
    });
    const saving = unlessTaken(assignedAlready, ctx.run(insert, grantOf(params.id, id)));
    // The keys hold the tenant: a report, person or group of another unit is one that is not there.
    const [, [grant]] = await saving.catch((error: unknown) => {
      if (isForeignKeyViolation(error)) return fail('not_found');
      throw error;
    });
    return found(grant);
  });

  serve(contract.update, async (ctx, { params, body: { version, filters, ...rules } }) => {
    checkFilters(filters);
    const update = query
      .updateTable('report_grant')
      .set({ ...rules, filters: JSON.stringify(filters), version: version + 1 })
      .where('id', '=', params.grant_id)
      .where('report_id', '=', params.id)
      .where('version', '=', version)
      .returning('id');
    const [changed, [grant]] = await ctx.run(update, grantOf(params.id, params.grant_id));
    return saved(changed, grant);
  });

  serve(contract.remove, async (ctx, { params }) => {
    const remove = query.deleteFrom('report_grant').where('id', '=', params.grant_id).where('report_id', '=', params.id).returning('id');
    const [removed] = await ctx.run(remove);
    found(removed);
  });

  serve(contract.candidates, async (ctx, { params, query: { q } }) => {
    type Candidate = { to: 'membership' | 'user_group'; to_id: string; name: string; email: string | null };
    const assigned = sql`select from report_grant ra where ra.report_id = ${params.id}`;
    const candidates = sql<Candidate>`
      select "to", to_id, name, email from (
        select 'user_group' as "to", g.id as to_id, g.name, null as email from user_group g
        where ${holdsWords(q, sql`g.name`)} and not exists (${assigned} and ra.user_group_id = g.id)
        union all
        select 'membership', m.id, p.name, p.email from membership m join person p on p.id = m.person_id
        where m.state <> 'D' and ${holdsWords(q, sql`p.name`, sql`p.email`)} and not exists (${assigned} and ra.membership_id = m.id)
      ) as candidate
      order by "to" desc, search_text(name), to_id limit ${sql.lit(candidatesShown)}`;
    const [[report], data] = await ctx.run(reportId(params.id), candidates);
    found(report);
    return { data };
  });
}
