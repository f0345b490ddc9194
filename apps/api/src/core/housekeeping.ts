/** What the database forgets: attempts, links, sessions and browsers that are long over (product-decisions 15). */
import { sql } from 'kysely';
import { z } from 'zod';
import { definePlatformJob } from './jobs/defineJob.ts';

const dayMs = 86_400_000;
const keptDays = { attempt: 1, link: 30, session: 180, device: 365, notification: 365, readNotification: 90 };

export const housekeeping = definePlatformJob({
  name: 'housekeeping',
  schema: z.strictObject({}),
  every: '7 * * * *',
  async work({ identity, now }) {
    const before = (days: number) => new Date(now().getTime() - days * dayMs);
    await identity.run(
      sql`delete from attempt where window_started_at < ${before(keptDays.attempt)} and coalesce(blocked_until < ${before(keptDays.attempt)}, true)`,
      sql`delete from one_time_token where expires_at < ${before(keptDays.link)}`,
      sql`delete from sign_in_step where expires_at < ${before(1)}`,
      sql`delete from passkey_challenge where expires_at < ${before(1)}`,
      sql`delete from registration_link where expires_at < ${before(keptDays.link)}`,
      sql`delete from session where expires_at < ${before(keptDays.session)}`,
      sql`delete from notification where created_at < ${before(keptDays.notification)} or read_at < ${before(keptDays.readNotification)} or deleted_at < ${before(1)}`,
      sql`delete from live_event where created_at < ${before(1 / 24)}`,
      sql`delete from device where last_used_at < ${before(keptDays.device)}`,
    );
  },
});
