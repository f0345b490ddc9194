/** Notifies administrators of a registration, by a job of the unit because nobody is signed in. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';

const payload = z.strictObject({ membership_id: z.guid() });

export const tellOfRegistration: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'registration.tell',
  schema: payload,
  async work(ctx, { membership_id }) {
    await ctx.withTenant(async (tx) => {
      const [[waiting], administrators] = await tx.run(
        sql<{ person: string }>`
          select p.name as person from membership m join person p on p.id = m.person_id
          where m.id = ${membership_id} and m.state = 'inactive' and m.registration_decided_at is null`,
        unitAdministrators,
      );
      if (!waiting) return;
      const notices = notify(ctx.tenant_id, {
        person_ids: administrators.map(({ person_id }) => person_id),
        kind: 'registration_waiting',
        values: waiting,
        link: '/registrations',
      });
      for (const statement of notices) await tx.run(statement);
    });
  },
});
