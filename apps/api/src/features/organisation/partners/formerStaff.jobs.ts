/** Forgets the people of a deleted partner: their accounts and the log name nobody any more. What they did stays under a key. */
import { z } from 'zod';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { forgetStaff } from '#domain/organisation/formerPartner.ts';

export const forgetFormerStaff = definePlatformJob({
  name: 'partner_staff.forget',
  schema: z.strictObject({ partner_id: z.guid(), people: z.array(z.guid()) }),
  async work(ctx, { partner_id, people }) {
    await forgetStaff(ctx, partner_id, people);
  },
});
