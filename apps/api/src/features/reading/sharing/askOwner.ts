/** A question to who answers for a report. The caller does not learn the address; the owner answers by e-mail. */
import { sql } from 'kysely';
import { looksOnly } from '#domain/access/looksOnly.ts';
import { notify } from '#domain/notifications/notify.ts';
import { decideOn } from '#domain/reportAccess/readable.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';

export async function askOwner(ctx: Context, id: string, question: string): Promise<void> {
  const { actor } = ctx;
  if (looksOnly(ctx)) fail('forbidden');
  const { report } = await decideOn(ctx, id);
  await requireAttempt(ctx.identity, [ofId('share', actor.person_id)], ctx.now());
  const [owner] = await ctx.run(sql<{ person_id: string }>`
    select m.person_id from report r join membership m on m.tenant_id = r.tenant_id and m.person_id = r.owner_id where r.id = ${id} and m.state = 'active'`);
  if (!owner) return fail('owner_missing');
  if (owner.person_id === actor.person_id) return fail('not_yourself');
  const line = JSON.stringify({ title: report.title });
  await ctx.run(
    query.insertInto('audit_log').values({ action: 'report.ask', object_type: 'report', object_id: id, before: null, after: line }),
    ...notify(actor.tenant_id ?? fail('not_found_companies'), {
      person_ids: [owner.person_id],
      kind: 'report_question',
      values: { person: actor.name, email: actor.email, report: report.title, question },
      link: `/${id}/reports/view`,
    }),
  );
}
