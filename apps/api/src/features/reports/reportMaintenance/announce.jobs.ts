/** Notifies readers a day before a maintenance window, if wanted. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Statement } from '#platform/database/query.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { notify } from '#domain/notifications/notify.ts';
import { isAssignedTo } from '#domain/reportAccess/readers.ts';

const dayMs = 86_400_000;
/** Recipients per statement. */
const atOnce = 500;

const payload = z.strictObject({ window_id: z.guid() });

type Window = { report_id: string; report: string; starts_at: string; ends_at: string; message: string };

/** Everybody with a valid assignment of any kind and without a removal. */
const readers = (reportId: string, today: Date) => sql<{ person_id: string }>`
  select m.person_id from membership m where m.state = 'active' and ${isAssignedTo(reportId, sql`${today}::timestamptz::date`)}`;

export const announceMaintenance = defineJob({
  name: 'report_maintenance.announce',
  schema: payload,
  waiting: {
    key: 'window_id',
    since: (before) => sql`
      select id as window_id from report_maintenance
      where announce and announced_at is null and starts_at - interval '1 day' < ${before} and ends_at > ${before}`,
  },
  async work(ctx, { window_id }) {
    const now = ctx.now();
    await ctx.withTenant(async (tx) => {
      // This statement claims the announcement: a second attempt notifies nobody, and a window that was moved has a new job.
      const [window] = await tx.run(sql<Window>`
        update report_maintenance m set announced_at = ${now} from report r
        where m.id = ${window_id} and r.id = m.report_id and m.announce and m.announced_at is null
          and m.ends_at > ${now} and m.starts_at <= ${new Date(now.getTime() + dayMs)}
        returning m.report_id, r.title as report, m.starts_at, m.ends_at, m.message`);
      if (!window) return;
      const { report_id, report, starts_at: starts, ends_at: ends, message } = window;
      const people = (await tx.run(readers(report_id, now))).map(({ person_id }) => person_id);
      const notice = {
        kind: 'maintenance_planned',
        values: { report, starts, ends, message },
        link: `/${report_id}/reports/view`,
      } as const;
      for (let from = 0; from < people.length; from += atOnce) {
        const person_ids = people.slice(from, from + atOnce);
        for (const statement of notify(ctx.tenant_id, { ...notice, person_ids, ends_at: new Date(ends) })) await tx.run(statement);
      }
    });
  },
});

/** Adds the job of the announcement, for its time or now. */
export const askToAnnounce = (tenant_id: string, window_id: string, wanted: boolean, starts_at: string): Statement[] =>
  wanted ? [addJob(announceMaintenance, tenant_id, { window_id }, { at: new Date(Date.parse(starts_at) - dayMs) })] : [];
