/** Whether the owner of a task still sees its report whole: what a call takes outside is what they could have looked up themselves. */
import { sql } from 'kysely';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { readsReport } from '#domain/reportAccess/readers.ts';

type Owned = { owner_id: string; report_id: string };

export async function ownerReads(ctx: JobContext, { owner_id, report_id }: Owned, today: string): Promise<boolean> {
  const [[member], [staff]] = await Promise.all([
    ctx.run(sql`select from membership m where m.person_id = ${owner_id} and m.role = 'admin' and ${readsReport(report_id, today)}`),
    // A partner's staff has no membership of the unit and sees all its reports.
    ctx.identity.run(sql`
      select from staff w join tenant t on t.id = ${ctx.tenant_id}
      where w.person_id = ${owner_id} and w.state = 'active' and (w.partner_id = t.partner_id or w.partner_id is null)`),
  ]);
  return member !== undefined || staff !== undefined;
}
