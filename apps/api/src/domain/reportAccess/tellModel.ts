/** Roles and columns of the model behind a report, as far as the reporting service tells them. */
import type { model } from '@vitrine/contract/access/reportAccess.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { askModel } from './askModel.ts';
import type { ReportToAsk } from './askService.ts';
import { roleMeaning, roleNamed } from './roleMeaning.ts';

type Told = Answer<typeof model>;

/** Roles that assignments of reports on the same dataset name. */
const rolesInUse = (id: string) => sql<{ role: string }>`
  select distinct role from report_grant ra join report r on r.tenant_id = ra.tenant_id and r.id = ra.report_id, unnest(ra.rls_roles) as role
  where r.id = ${id} or r.dataset_id = (select dataset_id from report where id = ${id}) order by role limit 200`;

async function rolesOf(ctx: Context, report: ReportToAsk): Promise<Pick<Told, 'roles' | 'roles_from'>> {
  let answered = false;
  const asking = ctx.reporting.rolesOf(report.account, report).then((roles) => {
    answered = true;
    return roles;
  });
  const [told, used] = await Promise.all([askModel(ctx, report, asking), ctx.run(rolesInUse(report.id))]);
  if (told) return { roles: told.map(roleMeaning), roles_from: 'model' };
  return { roles: used.map(({ role }) => roleNamed(role)), roles_from: answered ? 'use' : 'asking' };
}

/** Of a report with roles its roles, of one with filters its columns. Undefined: the report needs no reporting service. */
export async function tellModel(ctx: Context, report: ReportToAsk | undefined): Promise<Told> {
  if (report?.data_rule === 'rls') return { ...(await rolesOf(ctx, report)), columns: null };
  const columns = report?.data_rule === 'filter' ? await askModel(ctx, report, ctx.reporting.columns(report.account, report)) : null;
  return { roles: [], roles_from: 'use', columns };
}
