/** What could not be opened, and why: for the analysis, by cause. */
import type { OpeningTrouble } from '@vitrine/contract/reports/openingTroubles.ts';
import { openingTroubles } from '@vitrine/contract/reports/openingTroubles.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { Failure } from '#platform/http/fail.ts';

const troubles: ReadonlySet<string> = new Set<OpeningTrouble>(openingTroubles);

/** Tries of one person within an hour count once: while a service does not answer, the browser asks again by itself. */
const failedOpening = ({ actor, now }: Context, report_id: string, cause: string) => sql`
  insert into failed_opening (tenant_id, report_id, person_id, hour, cause)
  values (${ownTenant}, ${report_id}, ${actor.person_id}, date_trunc('hour', ${now()}::timestamptz, 'UTC'), ${cause})
  on conflict do nothing`;

/** Opens a report; a trouble is counted and goes on to whoever asked. */
export async function countingFailures<Opened>(ctx: Context, report_id: string, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof Failure && troubles.has(error.word)) await ctx.run(failedOpening(ctx, report_id, error.word));
    throw error;
  }
}
