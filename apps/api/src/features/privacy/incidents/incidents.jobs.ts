/** Administrators are reminded of an incident on the business day before the last one to tell of it, and again when that is over. */
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { businessDaysAfter, legalDay } from '#domain/incidents/businessDays.rules.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { incidentIsOpen } from '#domain/waiting/conditions.ts';

type Due = { id: string; title: string; due_on: string; kind: Extract<NotificationKind, 'incident_due' | 'incident_late'> };

/** Open incidents `i` whose time is nearly over, or over, of which nobody was reminded. */
const unreminded = (today: string) => sql<boolean>`${incidentIsOpen} and (
  (i.due_on between ${today}::date and ${businessDaysAfter(today, 1)}::date and i.soon_told_for is distinct from i.due_on)
  or (i.due_on < ${today}::date and i.late_told_for is distinct from i.due_on))`;

export const remindOfIncidents = definePlatformJob({
  name: 'incident.remind',
  schema: z.strictObject({}),
  every: '26 * * * *',
  async work(ctx) {
    const today = legalDay(ctx.now());
    const units = await ctx.identity.run(sql<{ tenant_id: string }>`
      select distinct i.tenant_id from incident i join tenant t on t.id = i.tenant_id where t.state <> 'closed' and ${unreminded(today)} order by 1`);
    await eachByItself(ctx, units, ({ tenant_id }) =>
      ctx.unit(tenant_id).withTenant(async (tx) => {
        const [due, administrators] = await tx.run(
          sql<Due>`
            update incident i set soon_told_for = i.due_on, late_told_for = case when i.due_on < ${today}::date then i.due_on else i.late_told_for end
            where ${unreminded(today)}
            returning i.id, i.title, to_char(i.due_on, 'YYYY-MM-DD') as due_on, case when i.due_on < ${today}::date then 'incident_late' else 'incident_due' end as kind`,
          unitAdministrators,
        );
        for (const { id, title, due_on, kind } of due) {
          const notice = { kind, values: { incident: title, date: due_on }, link: `/privacy/incidents/${id}` };
          for (const statement of notify(tenant_id, { ...notice, person_ids: administrators.map(({ person_id }) => person_id) }))
            await tx.run(statement);
        }
      }),
    );
  },
});
