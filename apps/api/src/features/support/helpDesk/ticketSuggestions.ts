/** What is known already about what somebody writes: tickets that they may see, and maintenance of the reports that they read. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type { suggest } from '@vitrine/contract/support/ticketSuggestions.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import type { Desk } from './desk.ts';
import { opensReport } from './evidence.ts';

type Suggested = Answer<typeof suggest>;

const shown = 3;
/** Older ones are hardly about the same, and all of them would have to be read. */
const looked_at = 200;
const dayMs = 86_400_000;

/** Shorter words stand in every sentence. */
const shortestWord = 4;
const alike = 0.6;

/** How many of the words of a title were written, and which part of it that is. A letter too many or too few changes nothing. */
const written = (title: RawBuilder<unknown>, q: string) => sql`
  lateral (
    select count(*) filter (where hit) as hits, coalesce(avg(hit::int), 0) as share
    from (select word_similarity(part, search_text(${q})) >= ${sql.lit(alike)} as hit
      from unnest(search_parts(${title})) as part where length(part) >= ${sql.lit(shortestWord)}) as words)`;

export async function ticketSuggestions(ctx: Context, desk: Desk, { q, report_id }: Input<typeof suggest>['query']): Promise<Suggested> {
  const now = ctx.now();
  if (report_id !== undefined) {
    const [report] = await desk.scope.run(sql`select from report r where r.id = ${report_id} and ${opensReport(ctx, desk)}`);
    found(report);
  }
  const [tickets, maintenance] = await desk.scope.run(
    sql<Suggested['tickets'][number]>`
      select k.id, k.number, k.title, k.state from (
        select t.id, t.number, t.title, t.state, t.touched_at from ticket t
        where t.archived_at is null and t.merged_into_id is null and ${desk.visible}
        order by t.touched_at desc, t.id desc limit ${sql.lit(looked_at)}) k, ${written(sql`k.title`, q)} w
      where w.hits >= 2 and w.share >= 0.6
      order by w.share desc, k.touched_at desc, k.id limit ${sql.lit(shown)}`,
    sql<Suggested['maintenance'][number]>`
      select m.report_id, r.title, m.starts_at, m.ends_at, m.message, m.starts_at <= ${now} as open
      from report_maintenance m join report r on r.tenant_id = m.tenant_id and r.id = m.report_id, ${written(sql`r.title`, q)} w
      where m.ends_at > ${now} and m.starts_at <= ${new Date(now.getTime() + dayMs)} and ${opensReport(ctx, desk)}
        and (m.report_id = ${report_id ?? null}::uuid or w.share >= 0.6)
      order by m.report_id = ${report_id ?? null}::uuid desc nulls last, m.starts_at, r.title_sort, m.id limit ${sql.lit(shown)}`,
  );
  return { tickets, maintenance };
}
