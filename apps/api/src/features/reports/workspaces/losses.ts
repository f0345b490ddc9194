/** What of the unit stands on a workspace, as far as the portal knows: told before it is deleted. */
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';

type Counts = { report_count: number; playlist_count: number; schedule_count: number; reader_count: number };

/** Reports in it, and those elsewhere that read its datasets. */
const concerned = (id: string) => sql`
  select r.tenant_id, r.id, r.title, r.title_sort from report r where r.workspace_id = ${id} or r.dataset_workspace_id = ${id}`;

export async function lossesOf(ctx: Pick<Context, 'run'>, id: string): Promise<Counts & { reports: string[] }> {
  const [titles, [counts]] = await ctx.run(
    sql<{ title: string }>`select title from (${concerned(id)}) as c order by title_sort, id limit 20`,
    sql<Counts>`
      with c as (${concerned(id)})
      select (select count(*)::integer from c) as report_count,
        (select count(distinct s.playlist_id)::integer from playlist_slide s join c on c.tenant_id = s.tenant_id and c.id = s.report_id) as playlist_count,
        (select count(*)::integer from refresh_schedule where dataset_workspace_id = ${id}) as schedule_count,
        (select count(*)::integer from report_grant g join c on c.tenant_id = g.tenant_id and c.id = g.report_id) as reader_count`,
  );
  return {
    reports: titles.map(({ title }) => title),
    ...(counts ?? { report_count: 0, playlist_count: 0, schedule_count: 0, reader_count: 0 }),
  };
}
