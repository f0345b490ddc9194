/** Roles, columns and values of the model behind a report, for those who assign it. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/access/reportAccess.ts';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import { askModel } from '#domain/reportAccess/askModel.ts';
import type { ReportToAsk } from '#domain/reportAccess/askService.ts';
import { reportsToAsk } from '#domain/reportAccess/askService.ts';
import { tellModel } from '#domain/reportAccess/tellModel.ts';
import { reportId } from './grants.queries.ts';

const valuesShown = 100;

/** Undefined: the report needs no reporting service. */
async function reportToAsk(ctx: Context, id: string): Promise<ReportToAsk | undefined> {
  const [[known], [report]] = await ctx.run(reportId(id), reportsToAsk([id]));
  found(known);
  return report;
}

export const modelOf = async (ctx: Context, id: string): Promise<Answer<typeof contract.model>> =>
  tellModel(ctx, await reportToAsk(ctx, id));

type Wanted = Input<typeof contract.modelValues>['query'];

export async function valuesOf(ctx: Context, id: string, { table, column, q }: Wanted): Promise<Answer<typeof contract.modelValues>> {
  const report = await reportToAsk(ctx, id);
  // With row-level security no query is answered, so none is asked.
  if (report === undefined || report.data_rule === 'rls') return { values: null, more: false };
  const wanted = { words: q, most: valuesShown };
  return (
    (await askModel(ctx, report, ctx.reporting.values(report.account, report, { table, column }, wanted))) ?? { values: null, more: false }
  );
}
