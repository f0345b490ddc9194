/** Roles, columns and values of the model behind a report, for those who assign it. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/access/reportAccess.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import { askModel } from '#domain/reportAccess/askModel.ts';
import type { ReportToAsk } from '#domain/reportAccess/askService.ts';
import { reportsToAsk } from '#domain/reportAccess/askService.ts';
import { roleMeaning, roleNamed } from '#domain/reportAccess/roleMeaning.ts';
import { reportId } from './grants.queries.ts';

const valuesShown = 100;

/** Undefined: the report needs no reporting service. */
async function reportToAsk(ctx: Context, id: string): Promise<ReportToAsk | undefined> {
  const [[known], [report]] = await ctx.run(reportId(id), reportsToAsk([id]));
  found(known);
  return report;
}

/** Roles that assignments of reports on the same dataset name. */
const rolesInUse = (id: string) => sql<{ role: string }>`
  select distinct role from report_grant ra join report r on r.tenant_id = ra.tenant_id and r.id = ra.report_id, unnest(ra.rls_roles) as role
  where r.id = ${id} or r.dataset_id = (select dataset_id from report where id = ${id}) order by role limit 200`;

async function rolesOf(ctx: Context, report: ReportToAsk): Promise<Pick<Answer<typeof contract.model>, 'roles' | 'roles_from'>> {
  let answered = false;
  const asking = ctx.reporting.rolesOf(report.account, report).then((roles) => {
    answered = true;
    return roles;
  });
  const [told, used] = await Promise.all([askModel(ctx, report, asking), ctx.run(rolesInUse(report.id))]);
  if (told) return { roles: told.map(roleMeaning), roles_from: 'model' };
  return { roles: used.map(({ role }) => roleNamed(role)), roles_from: answered ? 'use' : 'asking' };
}

export async function modelOf(ctx: Context, id: string): Promise<Answer<typeof contract.model>> {
  const report = await reportToAsk(ctx, id);
  if (report?.data_rule === 'rls') return { ...(await rolesOf(ctx, report)), columns: null };
  const columns = report?.data_rule === 'filter' ? await askModel(ctx, report, ctx.reporting.columns(report.account, report)) : null;
  return { roles: [], roles_from: 'use', columns };
}

type Wanted = Input<typeof contract.modelValues>['query'];

export async function valuesOf(ctx: Context, id: string, { table, column, q }: Wanted): Promise<Answer<typeof contract.modelValues>> {
  const report = await reportToAsk(ctx, id);
  // With row-level security no query is answered, so none is asked.
  if (report?.data_rule !== 'filter') return { values: null, more: false };
  const wanted = { words: q, most: valuesShown };
  return (
    (await askModel(ctx, report, ctx.reporting.values(report.account, report, { table, column }, wanted))) ?? { values: null, more: false }
  );
}
