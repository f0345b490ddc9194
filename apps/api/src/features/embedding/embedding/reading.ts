/** What an embedded session reads: the reports of its token, as long as the unit lets them be embedded. */
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import type { Embedding, ShownReport } from '@vitrine/contract/reading/reportReading.ts';
import { sql } from 'kysely';
import type { Identity } from '#domain/reportAccess/decide.ts';
import { narrowed, seenWith } from '#domain/reportAccess/narrowed.ts';
import { basicFilter, embeddingOf, embedOf, shownReportOf, withoutChrome } from '#domain/reportAccess/shown.ts';
import { openingOf, viewOf } from '#domain/reportAccess/viewed.ts';
import { isVisible } from '#domain/reportAccess/visible.ts';
import type { Context } from '#domain/serving/context.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail } from '#platform/http/fail.ts';

type Grant = { report_ids: string[]; filters: ColumnFilter[]; identity: Identity | null; revoked: boolean };

/** What the token of this session said, without reports that may not be embedded any more. Refuses after a revocation. */
async function grantOf(ctx: Context): Promise<Grant> {
  const [grant] = await ctx.run(sql<Grant>`
    select s.filters, s.identity, coalesce(s.issued_at <= e.revoked_at, false) as revoked,
      array(
        select r.id from report r
        where r.id = any (s.report_ids) and (r.group_id = e.group_id or exists (select from embedded_report listed where listed.report_id = r.id))
      ) as report_ids
    from embedded_session s left join embedding e on true where s.id = ${ctx.actor.session_id}`);
  if (!grant) return fail('token_invalid');
  if (grant.revoked) fail('embed_token_revoked');
  return grant;
}

export async function reportsOf(ctx: Context): Promise<{ data: { id: string; title: string }[] }> {
  const { report_ids } = await grantOf(ctx);
  const data = await ctx.run(sql<{ id: string; title: string }>`
    select r.id, r.title from report r
    where r.id = any (${report_ids}::uuid[]) and r.kind in ('report', 'paginated') and ${isVisible(ctx)} order by r.title, r.id`);
  return { data };
}

async function seen(ctx: Context, id: string) {
  const grant = await grantOf(ctx);
  if (!grant.report_ids.includes(id.toLowerCase())) fail('not_found');
  const { report, decision } = await seenWith(ctx, id, grant.identity);
  return { report, decision: { ...decision, filters: narrowed(decision.filters, grant.filters) } };
}

export async function open(ctx: Context, id: string): Promise<ShownReport> {
  const { report, decision } = await seen(ctx, id);
  const [embed, unit] = await Promise.all([embedOf(ctx, report, decision), readTenantSettings(ctx)]);
  const view_id = uuidv7();
  await ctx.run(viewOf(ctx, view_id, report, decision, embed.token_id), openingOf(view_id, report, decision, embed.token_id));
  return { ...shownReportOf(report, decision, embed, withoutChrome(unit)), filters: decision.filters.map(basicFilter) };
}

export async function renew(ctx: Context, id: string): Promise<Embedding> {
  const { report, decision } = await seen(ctx, id);
  return embeddingOf(report, await embedOf(ctx, report, decision));
}
