/** Counts failures of a schedule in a row. The fourth pauses it, as the service would, and notifies the administrators. */
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { failuresUntilPause } from './schedule.rules.ts';
import { tellPaused } from './publishRefresh.ts';

type About = { dataset_id: string; report_id: string | null; report: string | null };

/** Counts a run of the schedule of a data set. */
export async function countRun(
  ctx: Pick<Scoped, 'run' | 'withTenant'> & { tenant_id: string },
  about: About,
  succeeded: boolean,
): Promise<void> {
  const { dataset_id } = about;
  if (succeeded) {
    await ctx.run(sql`update refresh_schedule set failures = 0 where dataset_id = ${dataset_id} and failures > 0`);
    return;
  }
  await ctx.withTenant(async (tx) => {
    const [[counted], people] = await tx.run(
      sql<{ stopped: boolean }>`
        update refresh_schedule set failures = failures + 1,
          paused = case when failures + 1 >= ${failuresUntilPause}::int then coalesce(paused, 'failures') else paused end,
          next_run_at = case when failures + 1 >= ${failuresUntilPause}::int then null else next_run_at end
        where dataset_id = ${dataset_id}
        returning failures = ${failuresUntilPause}::int as stopped`,
      unitAdministrators,
    );
    if (!counted?.stopped) return;
    const person_ids = people.map(({ person_id }) => person_id);
    for (const statement of tellPaused(ctx.tenant_id, person_ids, about)) await tx.run(statement);
  });
}
