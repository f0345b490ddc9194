/** Problems that readers report, for the administrators of the unit. */
import * as contract from '@vitrine/contract/reading/reportProblems.ts';
import { sql } from 'kysely';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { notify } from '#domain/notifications/notify.ts';
import { problemSolvedAt } from '#domain/waiting/conditions.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { decideOn } from '#domain/reportAccess/readable.ts';
import { ownView } from '#domain/reportAccess/viewed.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

export function reportProblems(serve: Serve): void {
  serve(contract.report, async (ctx, { params, body }) => {
    const { report } = await decideOn(ctx, params.id);
    const { person_id, name, tenant_id } = ctx.actor;
    const [administrators, [view]] = await ctx.run(unitAdministrators, ownView(ctx, params.id, body.view_id));
    // Only a view by the same person can belong to the problem.
    if (body.view_id !== null) found(view);
    const id = uuidv7();
    const insert = query.insertInto('report_problem').values({ tenant_id: ownTenant, id, report_id: params.id, person_id, ...body });
    const notices = notify(tenant_id ?? fail('not_found_companies'), {
      person_ids: administrators.map((administrator) => administrator.person_id).filter((one) => one !== person_id),
      kind: 'report_problem',
      values: { report: report.title, person: name, description: body.description.slice(0, 200) },
      link: `/management/report/${params.id}?tab=use`,
    });
    await ctx.run(insert, ...notices);
    return { id };
  });

  serve(contract.list, (ctx, { query: wanted }) => {
    const from = sql`report_problem x join report r on r.id = x.report_id left join person p on p.id = x.person_id`;
    const matching = every(
      holdsWords(wanted.q, sql`x.description`, sql`r.title`, sql`p.name`),
      wanted.report_id === undefined ? undefined : sql`x.report_id = ${wanted.report_id}`,
      wanted.open === undefined ? undefined : sql`(${problemSolvedAt} is null) = ${wanted.open}`,
    );
    const rows = sql<contract.ReportProblem>`
      select x.id, x.report_id, r.title, coalesce(p.name, '–') as person_name, x.description, x.page, x.filters, x.refreshed_at, x.load_ms, x.render_ms,
        x.details, x.created_at, ${problemSolvedAt} as solved_at,
        (select jsonb_build_object('id', t.id, 'number', t.number) from ticket t where t.tenant_id = x.tenant_id and t.id = x.ticket_id) as ticket
      from ${from} where ${matching} ${orderBy(wanted.sort, { created_at: sql`x.created_at` }, sql`x.id desc`)} ${pageOf(wanted)}`;
    return listPage(ctx, wanted, rows, sql`select from ${from} where ${matching}`);
  });

  serve(contract.solve, async (ctx, { params, body: { solved } }) => {
    const change = { solved_at: solved ? ctx.now() : null, solved_by: solved ? ctx.actor.actor_id : null };
    const [problem] = await ctx.run(
      sql<{ ticket_id: string | null }>`select ticket_id from report_problem where id = ${params.problem_id}`,
    );
    if (found(problem).ticket_id !== null) fail('problem_has_ticket');
    const [changed] = await ctx.run(query.updateTable('report_problem').set(change).where('id', '=', params.problem_id).returning('id'));
    found(changed);
  });
}
