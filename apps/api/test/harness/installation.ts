/** The installation as it may be: servers that say that they are there, and a database that has lost a part. */
import { sql } from 'kysely';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Owner } from './owner.ts';

/** A server with twelve open pages that was started two hours ago, at its usual level. */
export async function addNode(owner: Owner, host: string): Promise<void> {
  await owner.run(sql`
    insert into portal_node (id, host, process, started_at, seen_at, memory_bytes, open_pages, waiting_for_database, log_level)
    values (${uuidv7()}, ${host}, 4711, now() - interval '2 hours', now(), 157286400, 12, 0, 'info')`);
}

/** At which level the log of all servers was put; null: each at its own. */
export async function switchedLevel(owner: Owner): Promise<string | null | undefined> {
  return (await owner.run(sql<{ log_level: string | null }>`select log_level from platform_setting`))[0]?.log_level;
}

/** Takes a function of the database away, so that whoever needs it fails as nobody has foreseen; the answer brings it back. */
export async function loseFunction(owner: Owner, name: string): Promise<() => Promise<void>> {
  await owner.run(sql`alter function ${sql.id(name)} rename to ${sql.id(`${name}_lost`)}`);
  return async () => {
    await owner.run(sql`alter function ${sql.id(`${name}_lost`)} rename to ${sql.id(name)}`);
  };
}
