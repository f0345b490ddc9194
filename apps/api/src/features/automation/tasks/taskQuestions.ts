/** Help with the question of a task before it is saved. */
import * as contract from '@vitrine/contract/automation/taskQuestions.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { askModel } from '#domain/reportAccess/askModel.ts';
import { failFields } from '#platform/http/fail.ts';
import { testPast } from './backTest.ts';
import { modelOf } from './model.ts';
import { requireReport } from './question.ts';
import { writtenQuery } from './writtenQuery.rules.ts';

export function taskQuestions(serve: Serve): void {
  serve(contract.model, async (ctx, { query: { report_id } }) => modelOf(ctx.reporting, await requireReport(ctx, report_id)));
  serve(contract.values, async (ctx, { query: { report_id, table, name, q } }) => {
    const report = await requireReport(ctx, report_id);
    const wanted = { words: q, most: contract.questionLimits.values };
    const known = await askModel(ctx, report, ctx.reporting.values(report.account, report, { table, column: name }, wanted));
    return { values: known?.values.map(String) ?? [] };
  });
  serve(contract.written, (_ctx, { body }) => {
    const written = writtenQuery(body);
    if ('wrong' in written) failFields({ [`filters.${written.wrong}.values`]: 'invalid' });
    return Promise.resolve(written);
  });
  serve(contract.backTest, (ctx, { body }) => testPast(ctx, body));
}
