/** Runs an import in the background. A node that dies is replaced by another, which goes on with the first pending row. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { UnitJob } from '../../core/jobs/defineJob.ts';
import { defineJob } from '../../core/jobs/defineJob.ts';
import { inviteAll } from '../../core/people/inviteAll.ts';
import { effectiveSettings } from '../../core/unitSettings.ts';
import { runImport } from './runImport.ts';

const payload = z.strictObject({ import_id: z.guid(), may_grant_admin: z.boolean() });

export const importUsers: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'user_import.run',
  schema: payload,
  pace: 'slow',
  expires_seconds: 3600,
  async work(ctx, { import_id, may_grant_admin }) {
    const [settings] = await ctx.run(sql<{ unit: unknown; partner: unknown }>`
      select (select value from tenant_setting) as unit, (select value from partner_setting) as partner`);
    const invites = effectiveSettings(settings?.unit, settings?.partner).send_email_register_user;
    await runImport({ unit: ctx, identity: ctx.identity, may_grant_admin, tenant_id: ctx.tenant_id }, import_id, async (people) => {
      if (invites) await inviteAll(ctx, people);
    });
  },
});
