/** Pictures of reports for whoever sees them now; what is missing is asked for, and nobody waits. */
import * as contract from '@vitrine/contract/reading/thumbnails.ts';
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import type { GuardedReport } from '#domain/reportAccess/decide.ts';
import { decideAll } from '#domain/reportAccess/facts.ts';
import { settingsNow } from '#domain/access/accessRules.ts';
import { storedSettings } from '#domain/settings/readTenantSettings.ts';
import { passingAddress } from '#platform/files/address.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { found } from '#platform/http/fail.ts';
import { makeThumbnail } from './makeThumbnail.jobs.ts';
import type { Pictured } from './thumbnailKey.ts';
import { thumbnailKey } from './thumbnailKey.ts';

/** Pictures of a unit and day: the exports that they take are those that readers wait for. */
const mostOfDay = 500;

const none = { data: [], coming: false };

const dayMs = 86_400_000;
/** So long after it was asked for, a picture may still be on its way. */
const onItsWayMs = 5 * 60_000;

type Wanted = { report_id: string; key: string };
type Kept = Wanted & { asked_at: string; file_id: string | null };

/** Reports that the service draws, unless somebody gave them a cover. What is under maintenance is shown to nobody. */
const pictured = ({ now }: Context, ids: readonly string[]) => sql<GuardedReport & Pictured>`
  select r.id, r.active, r.data_rule, r.ignore_rls, r.roles_required, r.allow_edit, r.account_id, r.workspace_id, r.external_report_id, r.dataset_id
  from report r
  where r.id = any (${ids}::uuid[]) and r.kind = 'report' and r.account_id is not null and r.cover_id is null and not exists (
    select from report_maintenance w where w.report_id = r.id and w.starts_at <= ${now()} and w.ends_at > ${now()})
  order by r.id`;

type Asked = Input<typeof contract.list>['body'];

async function thumbnailsOf(ctx: Context, { report_ids, make }: Asked): Promise<Answer<typeof contract.list>> {
  const [[stored], reports] = await ctx.run(storedSettings, pictured(ctx, report_ids));
  // A picture carries no watermark, so there is none where they are on, as with exports.
  if (settingsNow(found(stored), ctx.now()).enable_watermark) return none;
  const { locale } = ctx.request;
  const wanted = (await decideAll(ctx, ctx, reports)).flatMap(({ report, decision }) =>
    decision.see ? [{ report_id: report.id, key: thumbnailKey(report, decision, locale) }] : [],
  );
  if (wanted.length === 0) return none;
  const [kept, [lately]] = await ctx.run(
    sql<Kept>`
      select t.report_id, t.key, t.asked_at, f.id as file_id
      from thumbnail t left join file f on f.id = t.file_id and f.expires_at > ${ctx.now()}
      where t.report_id = any (${wanted.map(({ report_id }) => report_id)}::uuid[]) and t.key = any (${wanted.map(({ key }) => key)}::text[])`,
    sql<{ count: number }>`select count(*)::int as count from thumbnail where asked_at > ${dayBefore(ctx)}`,
  );
  const byKey = new Map(kept.map((row) => [row.key, row]));
  const isDue = (row: Kept | undefined) => row === undefined || Date.parse(row.asked_at) <= dayBefore(ctx).getTime();
  const asked = make ? wanted : [];
  const due = asked.filter(({ key }) => isDue(byKey.get(key))).slice(0, Math.max(0, mostOfDay - found(lately).count));
  if (due.length > 0) await askFor(ctx, due);
  const isComing = ({ file_id, asked_at }: Kept) => file_id === null && Date.parse(asked_at) > ctx.now().getTime() - onItsWayMs;
  return {
    data: kept.flatMap(({ report_id, file_id }) => (file_id ? [{ id: report_id, address: passingAddress(ctx, file_id) }] : [])),
    coming: due.length > 0 || kept.some(isComing),
  };
}

const dayBefore = ({ now }: Context): Date => new Date(now().getTime() - dayMs);

/** Whoever asks first has it made; the others find it asked for. */
async function askFor(ctx: Context, due: readonly Wanted[]): Promise<void> {
  const { person_id, tenant_id } = ctx.actor;
  const { locale } = ctx.request;
  await ctx.withTenant(async (tx) => {
    const asked = await tx.run(sql<Wanted>`
      insert into thumbnail (tenant_id, report_id, key, person_id, asked_at)
      select ${ownTenant}, due.report_id, due.key, ${person_id}, ${ctx.now()}
      from unnest(${due.map(({ report_id }) => report_id)}::uuid[], ${due.map(({ key }) => key)}::text[]) as due (report_id, key)
      order by due.key
      on conflict (tenant_id, report_id, key) do update set person_id = excluded.person_id, asked_at = excluded.asked_at
      where thumbnail.asked_at <= ${dayBefore(ctx)}
      returning report_id, key`);
    const jobs = asked.map(({ report_id, key }) =>
      addJob(makeThumbnail, found(tenant_id ?? undefined), { report_id, person_id, key, locale }),
    );
    for (const job of jobs) await tx.run(job);
  });
}

export function thumbnails(serve: Serve): void {
  serve(contract.list, (ctx, { body }) => thumbnailsOf(ctx, body));
}
