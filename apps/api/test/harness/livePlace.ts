import { sql } from 'kysely';
import type { Browser } from './browser.ts';
import type { World } from './world.ts';

/**
 * An event of long ago, older than every transaction of the server: whoever has heard it has missed nothing that is no longer here. Where
 * a page stands is the oldest transaction that is open anywhere in the server, so an event of now might not be older.
 */
export async function rememberLongAgo(world: World, unit: { id: string }): Promise<void> {
  await world.owner.run(
    sql`insert into live_event (tenant_id, topic, about, xid) values (${unit.id}, 'report', jsonb_build_object('id', 'long ago'), '3'::xid8)`,
  );
}

/** Where an open page of the unit stands now, which has heard something before; the returned function answers what it missed since. */
export async function listenFrom(world: World, browser: Browser, unit: { id: string }): Promise<() => Promise<string>> {
  await rememberLongAgo(world, unit);
  const hear = async (search: string) => (await browser.inject({ method: 'GET', url: `/api/live?once=true${search}` })).body;
  const last = /id: (\d+)/.exec(await hear(''))?.[1] ?? '';
  return () => hear(`&last=${last}`);
}
