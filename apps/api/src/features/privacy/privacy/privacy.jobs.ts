/** Administrators are reminded of a request three days before its answer is due. */
import { sql } from 'kysely';
import { z } from 'zod';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';

const remindDays = 3;

export const remindOfRequests = definePlatformJob({
  name: 'privacy_request.remind',
  schema: z.strictObject({}),
  every: '23 * * * *',
  async work(ctx) {
    const units = await ctx.identity.run(sql<{ id: string }>`select id from tenant where state <> 'closed' order by id`);
    await eachByItself(ctx, units, ({ id: tenant_id }) =>
      ctx.unit(tenant_id).withTenant(async (tx) => {
        const [due, administrators] = await tx.run(
          sql<{ id: string; person: string; person_id: string }>`
            with due as (
              update privacy_request set reminded_at = ${ctx.now()}
              where state = 'open' and reminded_at is null and due_at <= ${ctx.now()}::timestamptz + make_interval(days => ${remindDays}::int) returning id, membership_id)
            select d.id, p.name as person, p.id as person_id from due d join membership m on m.id = d.membership_id join person p on p.id = m.person_id`,
          unitAdministrators,
        );
        for (const { id, person, person_id } of due) {
          const notices = notify(tenant_id, {
            person_ids: administrators.map((one) => one.person_id).filter((one) => one !== person_id),
            kind: 'privacy_waiting',
            values: { person, days: remindDays },
            link: `/privacy?request=${id}`,
          });
          for (const statement of notices) await tx.run(statement);
        }
      }),
    );
  },
});
