/** Notifies administrators and the owner of the playlist when a display goes offline, once per outage. */
import { sql } from 'kysely';
import { z } from 'zod';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { darkSince } from './displays.rules.ts';

type Silent = { tenant_id: string; id: string };
type Dark = { playlist_id: string; owner_id: string; screen: string; playlist: string; since: string };

const silent = (now: Date) => sql<Silent>`
  select tenant_id, id from playlist_screen where removed_at is null and dark_since is null and last_seen_at < ${darkSince(now)}`;

/** No row: it has been seen again, or its link leads nowhere, so that nobody misses it. */
const goneDark = (id: string, now: Date) => sql<Dark>`
  with dark as (
    update playlist_screen set dark_since = ${now}
    where id = ${id} and removed_at is null and dark_since is null and last_seen_at < ${darkSince(now)}
    returning tenant_id, link_id, name, last_seen_at)
  select l.id as playlist_id, l.owner_id, d.name as screen, l.name as playlist, d.last_seen_at as since
  from dark d
  join playlist_link k on k.tenant_id = d.tenant_id and k.id = d.link_id
  join playlist l on l.tenant_id = k.tenant_id and l.id = k.playlist_id
  where k.revoked_at is null and k.expires_at > ${now}`;

export const watchScreens = definePlatformJob({
  name: 'playlist_screen.watch',
  schema: z.strictObject({}),
  every: '*/2 * * * *',
  async work(ctx) {
    const now = ctx.now();
    await eachByItself(ctx, await ctx.identity.run(silent(now)), ({ tenant_id, id }) =>
      ctx.unit(tenant_id).withTenant(async (tx) => {
        const [[dark], administrators] = await tx.run(goneDark(id, now), unitAdministrators);
        if (!dark) return;
        const { playlist_id, owner_id, screen, playlist, since } = dark;
        const notice = {
          person_ids: [owner_id, ...administrators.map(({ person_id }) => person_id)],
          kind: 'screen_dark',
          values: { screen, playlist, since },
          link: `/playlists?screens=${playlist_id}`,
        } as const;
        for (const statement of notify(tenant_id, notice)) await tx.run(statement);
      }),
    );
  },
});
