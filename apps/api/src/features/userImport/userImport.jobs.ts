/** What happens to imports by itself: they run, and are forgotten. */
import { importLimits } from '@vitrine/contract/features/userImport.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { UnitJob } from '../../core/jobs/defineJob.ts';
import { defineJob, definePlatformJob } from '../../core/jobs/defineJob.ts';
import { inviteAll } from '../../core/people/inviteAll.ts';
import { readUnitSettings } from '../../core/readUnitSettings.ts';
import { runImport } from './runImport.ts';

const payload = z.strictObject({ import_id: z.guid(), may_grant_admin: z.boolean() });

/** Runs an import in the background. A node that dies is replaced by another, which goes on with the first pending row. */
export const importUsers: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'user_import.run',
  schema: payload,
  pace: 'slow',
  expires_seconds: 3600,
  async work(ctx, { import_id, may_grant_admin }) {
    const { send_email_register_user } = await readUnitSettings(ctx);
    await runImport({ unit: ctx, identity: ctx.identity, may_grant_admin, tenant_id: ctx.tenant_id }, import_id, async (people) => {
      if (send_email_register_user) await inviteAll(ctx, people);
    });
  },
});

/** A file's people end with it: of an import that is long over the numbers stay, one that nobody began goes altogether. */
export const forgetImports = definePlatformJob({
  name: 'user_import.forget',
  schema: z.strictObject({}),
  every: '41 * * * *',
  async work({ identity, now, unit }) {
    const before = new Date(now().getTime() - importLimits.keptDays * 86_400_000);
    const units = await identity.run(sql<{ id: string }>`select id from tenant order by id`);
    for (const { id } of units) {
      await unit(id).run(
        sql`delete from user_import where state = 'review' and created_at < ${before}`,
        sql`
          with due as (
            update user_import set rows_forgotten_at = ${now()}
            where state in ('done', 'undone') and finished_at < ${before} and rows_forgotten_at is null returning id)
          update user_import_row r set cells = '{}' from due where r.import_id = due.id`,
      );
    }
  },
});
