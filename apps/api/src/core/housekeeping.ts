/** What the database forgets: attempts, links, sessions and browsers that are long over (product-decisions 15). */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from './database/database.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const keptDays = { attempt: 1, link: 30, session: 180, device: 365 };

/** Removes what nobody asks for any more. Several nodes may do it at once. */
export async function cleanUp(database: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await database.run(
    { kind: 'identity', action: 'housekeeping' },
    sql`delete from attempt where window_started_at < ${before(keptDays.attempt)} and coalesce(blocked_until < ${before(keptDays.attempt)}, true)`,
    sql`delete from one_time_token where expires_at < ${before(keptDays.link)}`,
    sql`delete from session where expires_at < ${before(keptDays.session)}`,
    sql`delete from device where last_used_at < ${before(keptDays.device)}`,
  );
}

/** Cleans up now and every hour, until the returned function is called. */
export function keepHouse(database: Database, now: () => Date, log: FastifyBaseLogger): () => void {
  const work = () => void cleanUp(database, now()).catch((error: unknown) => log.warn({ err: error }, 'housekeeping has to wait'));
  work();
  const timer = setInterval(work, hourMs);
  timer.unref();
  return () => clearInterval(timer);
}
