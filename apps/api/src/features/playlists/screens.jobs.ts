/** Screens that have gone silent: administrators and the owner of the playlist are told, once for each time. */
import { sql } from 'kysely';
import { z } from 'zod';
import { definePlatformJob } from '../../core/jobs/defineJob.ts';
import { notify } from '../../core/notify/notify.ts';
import { unitAdministrators } from '../../core/people/unitAdministrators.ts';
import { darkSince } from './screens.rules.ts';

type Dark = { tenant_id: string; playlist_id: string; owner_id: string; screen: string; playlist: string; since: string };

const goneDark = (now: Date) => sql<Dark>`
  with dark as (
    update playlist_screen set dark_since = ${now}
    where removed_at is null and dark_since is null and last_seen_at < ${darkSince(now)}
    returning tenant_id, link_id, name, last_seen_at)
  select d.tenant_id, l.id as playlist_id, l.owner_id, d.name as screen, l.name as playlist, d.last_seen_at as since
  from dark d
  join playlist_link k on k.tenant_id = d.tenant_id and k.id = d.link_id
  join playlist l on l.tenant_id = k.tenant_id and l.id = k.playlist_id
  where k.revoked_at is null and k.expires_at > ${now}`;

export const watchScreens = definePlatformJob({
  name: 'playlist_screen.watch',
  schema: z.strictObject({}),
  every: '*/2 * * * *',
  async work(ctx) {
    for (const { tenant_id, playlist_id, owner_id, screen, playlist, since } of await ctx.identity.run(goneDark(ctx.now()))) {
      const unit = ctx.unit(tenant_id);
      const administrators = await unit.run(unitAdministrators);
      const person_ids = [owner_id, ...administrators.map(({ person_id }) => person_id)];
      const notice = {
        person_ids,
        kind: 'screen_dark',
        values: { screen, playlist, since },
        link: `/playlists?screens=${playlist_id}`,
      } as const;
      for (const statement of notify(tenant_id, notice)) await unit.run(statement);
    }
  },
});
