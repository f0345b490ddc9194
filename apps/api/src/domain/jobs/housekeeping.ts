/** Regular clean-up of the database: expired attempts, links, sessions and known browsers, and the audit log (docs/reference/product-rules.md 15). */
import { sql } from 'kysely';
import { z } from 'zod';
import { definePlatformJob } from './defineJob.ts';
import { eachByItself } from './eachByItself.ts';
import type { Scoped } from '#platform/database/scoped.ts';

const dayMs = 86_400_000;
const keptDays = { attempt: 1, link: 30, device: 365, notification: 365, readNotification: 90 };

const linesAtOnce = 1000;

/** Lines of 24 months and addresses of six, in transactions so short that nobody waits for them. The database knows the times. */
async function expireLog(identity: Scoped): Promise<void> {
  let expired = 1;
  while (expired > 0) {
    const [row] = await identity.run(sql<{ expired: number }>`select expire_log(${linesAtOnce}) as expired`);
    expired = row?.expired ?? 0;
  }
}

export const housekeeping = definePlatformJob({
  name: 'housekeeping',
  schema: z.strictObject({}),
  every: '7 * * * *',
  async work({ identity, log, now }) {
    const before = (days: number) => new Date(now().getTime() - days * dayMs);
    const statements = [
      sql`delete from attempt where window_started_at < ${before(keptDays.attempt)} and coalesce(blocked_until < ${before(keptDays.attempt)}, true)`,
      sql`delete from one_time_token where expires_at < ${before(keptDays.link)}`,
      sql`delete from sign_in_step where expires_at < ${before(1)}`,
      sql`delete from passkey_challenge where expires_at < ${before(1)}`,
      sql`delete from registration_link where expires_at < ${before(keptDays.link)}`,
      sql`delete from session where expires_at < ${now()}::timestamptz - interval '6 months'`,
      sql`delete from notification where created_at < ${before(keptDays.notification)} or read_at < ${before(keptDays.readNotification)} or deleted_at < ${before(1)}`,
      // The last of them stays: whoever has heard it has missed nothing that was removed.
      sql`delete from live_event where created_at < ${before(1 / 24)} and xid < (select xid from live_event where created_at < ${before(1 / 24)} order by xid desc limit 1)`,
      sql`delete from device where last_used_at < ${before(keptDays.device)}`,
    ];
    const tasks = [...statements.map((statement) => () => identity.run(statement)), () => expireLog(identity)];
    await eachByItself({ log }, tasks, (task) => task());
  },
});
