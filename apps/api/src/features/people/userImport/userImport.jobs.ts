/** Jobs of imports: running them, and removing old ones. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob, definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { goingNow, looked, written } from '#domain/retention/removeDue.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { runImport } from './runImport.ts';

const payload = z.strictObject({ import_id: z.guid(), may_grant_admin: z.boolean() });

/** Runs an import in the background. After a crash another node continues with the first pending row. */
export const importUsers: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'user_import.run',
  schema: payload,
  pace: 'slow',
  expires_seconds: 3600,
  waiting: {
    key: 'import_id',
    // Partners' people are no members: what they left unfinished grants nobody the administrator's role.
    since: (before) => sql`
      select i.id as import_id, exists (
        select from membership m where m.person_id = i.created_by and m.role = 'admin' and m.state = 'active') as may_grant_admin
      from user_import i where i.state = 'running' and i.started_at < ${before}`,
  },
  async work(ctx, { import_id, may_grant_admin }) {
    const { send_email_register_user } = await readTenantSettings(ctx);
    const scope = { unit: ctx, identity: ctx.identity, may_grant_admin, tenant_id: ctx.tenant_id };
    await runImport(scope, import_id, { invites: send_email_register_user, now: ctx.now });
  },
});

/** Removes personal data of old imports: finished ones keep their numbers, ones that were never started are deleted. */
export const forgetImports = definePlatformJob({
  name: 'user_import.forget',
  schema: z.strictObject({}),
  every: '41 * * * *',
  async work({ identity, log, now, unit }) {
    const units = await identity.run(sql<{ id: string }>`select id from tenant order by id`);
    await eachByItself({ log }, units, ({ id }) =>
      unit(id).run(sql`
        with due as materialized (select x.tenant_id, x.id, x.state from user_import x where ${goingNow('imports', now())}),
        removed as (delete from user_import i using due where i.id = due.id and due.state = 'review' and i.state = due.state returning i.tenant_id),
        emptied as (
          update user_import i set rows_forgotten_at = ${now()} from due where i.id = due.id and due.state <> 'review' returning i.tenant_id, i.id),
        cells as (update user_import_row r set cells = '{}' from emptied e where r.import_id = e.id),
        gone as (select tenant_id from removed union all select tenant_id from emptied)
        ${written('imports', now())}`),
    );
    await identity.run(looked(['imports'], now()));
  },
});
