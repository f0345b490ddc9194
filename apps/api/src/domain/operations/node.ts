/**
 * This process among the others of the installation: every few seconds it says that it is there, and hears at which level the log has to
 * be. What was switched ends by itself, also while the database does not answer.
 */
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const beatMs = 5000;
/** Who has been silent for so long is no longer counted among the nodes. */
export const silentSeconds = 60;

type Switched = { log_level: string | null; log_level_until: string | null };

export type Node = {
  id: string;
  /** Says that it is there, and follows the log level. Never rejects. */
  beat: () => Promise<void>;
  /** Begins to do so by itself. */
  start: () => void;
  /** Leaves the list. */
  close: () => Promise<void>;
};

type Needs = Pick<Services, 'database' | 'live' | 'log' | 'now'>;

export function openNode({ database, live, log, now }: Needs): Node {
  const id = uuidv7();
  const startedAt = new Date(Date.now() - process.uptime() * 1000);
  const usual = log.level;
  let switched: Switched = { log_level: null, log_level_until: null };
  let timer: NodeJS.Timeout | null = null;
  let beating: Promise<void> | null = null;

  function follow(): void {
    const { log_level, log_level_until } = switched;
    const holds = log_level !== null && log_level_until !== null && Date.parse(log_level_until) > now().getTime();
    const level = holds ? log_level : usual;
    if (log.level === level) return;
    // Both levels may hide the line that tells of them.
    log.level = 'info';
    log.info({ level, until: holds ? log_level_until : null }, 'the log goes to another level');
    log.level = level;
  }

  async function tell(): Promise<void> {
    const at = now();
    const { waiting } = database.connections();
    const [, , rows] = await database.run(
      { kind: 'identity' },
      sql`
        insert into portal_node (id, host, process, started_at, seen_at, memory_bytes, open_pages, waiting_for_database, log_level)
        values (${id}, ${hostname()}, ${process.pid}::integer, ${startedAt}, ${at}, ${process.memoryUsage.rss()}::bigint,
          ${live.listening()}::integer, ${waiting}::integer, ${log.level})
        on conflict (id) do update set seen_at = excluded.seen_at, memory_bytes = excluded.memory_bytes, open_pages = excluded.open_pages,
          waiting_for_database = excluded.waiting_for_database, log_level = excluded.log_level`,
      sql`delete from portal_node where seen_at < ${at}::timestamptz - make_interval(secs => ${sql.lit(silentSeconds)})`,
      sql<Switched>`select log_level, log_level_until from platform_setting`,
    );
    switched = rows[0] ?? switched;
  }

  const once = async (): Promise<void> => {
    await tell().catch((error: unknown) => log.warn({ err: error }, 'this node could not say that it is there'));
    const before = log.level;
    follow();
    // What the page shows is what is so now.
    if (log.level !== before) await tell().catch((error: unknown) => log.debug({ err: error }, 'the new level is told with the next beat'));
  };
  /** One at a time, however slow the database is. */
  const beat = (): Promise<void> =>
    (beating ??= once().finally(() => {
      beating = null;
    }));

  return {
    id,
    beat,
    start() {
      void beat();
      timer ??= setInterval(() => void beat(), beatMs).unref();
    },
    async close() {
      if (timer) clearInterval(timer);
      await beating;
      log.level = usual;
      await database
        .run({ kind: 'identity' }, sql`delete from portal_node where id = ${id}`)
        .catch((error: unknown) => log.debug({ err: error }, 'this node is forgotten by the others'));
    },
  };
}
