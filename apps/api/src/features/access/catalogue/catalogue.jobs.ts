/** Undecided requests: administrators are reminded after three days, after seven the request lapses. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Scoped } from '#platform/database/scoped.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { looked, removeDue } from '#domain/retention/removeDue.ts';
import { before, lapseAfterMs, remindAfterMs } from '#domain/reportAccess/requestTimes.rules.ts';

/** `asker_id` is who made the request, for themselves, for another or for a group; `person` is for whom. */
type DueRequest = { id: string; report_id: string; person_id: string | null; asker_id: string; report: string; person: string };

const dueRequest = sql`select q.id, q.report_id, p.id as person_id, coalesce(q.asked_by, p.id) as asker_id, r.title as report, coalesce(p.name, fg.name) as person
  from changed q join report r on r.id = q.report_id left join membership m on m.id = q.membership_id
    left join person p on p.id = m.person_id left join user_group fg on fg.id = q.for_group_id`;

const lapse = (now: Date) => sql<DueRequest>`
  with changed as (
    update catalogue_request set state = 'lapsed', version = version + 1
    where state = 'open' and created_at <= ${before(now, lapseAfterMs)} returning *)
  ${dueRequest}`;

const remind = (now: Date) => sql<DueRequest>`
  with changed as (
    update catalogue_request set reminded_at = ${now}
    where state = 'open' and reminded_at is null and created_at <= ${before(now, remindAfterMs)} returning *)
  ${dueRequest}`;

/** The change and its notifications are one transaction. */
async function tendUnit(unit: Scoped, tenant_id: string, now: Date): Promise<void> {
  await unit.withTenant(async (tx) => {
    const [lapsed, waiting, administrators] = await tx.run(lapse(now), remind(now), unitAdministrators);
    const person_ids = administrators.map(({ person_id }) => person_id);
    const notices = [
      ...lapsed.flatMap(({ asker_id, report }) =>
        notify(tenant_id, { person_ids: [asker_id], kind: 'catalogue_lapsed', values: { report }, link: '/catalogs?tab=mine' }),
      ),
      ...waiting.flatMap(({ id, person_id, asker_id, report, person }) =>
        notify(tenant_id, {
          person_ids: person_ids.filter((administrator) => administrator !== person_id && administrator !== asker_id),
          kind: 'catalogue_waiting',
          values: { report, person },
          link: `/catalogs?tab=queue&request=${id}`,
        }),
      ),
    ];
    for (const notice of notices) await tx.run(notice);
    await tx.run(removeDue('catalogue_requests', now));
  });
}

export const expireRequests = definePlatformJob({
  name: 'catalogue_request.tend',
  schema: z.strictObject({}),
  every: '7 * * * *',
  async work(ctx) {
    const units = await ctx.identity.run(sql<{ id: string }>`select id from tenant where state <> 'closed' order by id`);
    await eachByItself(ctx, units, ({ id }) => tendUnit(ctx.unit(id), id, ctx.now()));
    await ctx.identity.run(looked(['catalogue_requests'], ctx.now()));
  },
});
