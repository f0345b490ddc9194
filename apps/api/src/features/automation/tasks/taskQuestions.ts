/** Help with the question of a task before it is saved. */
import * as contract from '@vitrine/contract/automation/taskQuestions.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { failFields } from '#platform/http/fail.ts';
import { testPast } from './backTest.ts';
import { modelOf } from './model.ts';
import { requireReport } from './question.ts';
import { writtenQuery } from './writtenQuery.rules.ts';

export function taskQuestions(serve: Serve): void {
  serve(contract.model, async (ctx, { query: { report_id } }) => modelOf(ctx.reporting, await requireReport(ctx, report_id)));
  serve(contract.written, (_ctx, { body }) => {
    const written = writtenQuery(body);
    if ('wrong' in written) failFields({ [`filters.${written.wrong}.values`]: 'invalid' });
    return Promise.resolve(written);
  });
  serve(contract.backTest, (ctx, { body }) => testPast(ctx, body));
}
