/** Publishes what is due, and removes pictures that no theme names. */
import { sql } from 'kysely';
import { z } from 'zod';
import { publishing, tellPages } from '#domain/branding/publishTheme.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';

const nothing = z.strictObject({});
const dayMs = 86_400_000;

/** Every minute. A theme that another process has published meanwhile is not due any more. */
export const publishThemes = definePlatformJob({
  name: 'theme.publish_due',
  schema: nothing,
  every: '* * * * *',
  async work(ctx) {
    const now = ctx.now();
    const isDue = sql`publish_at <= ${now}`;
    const due = await ctx.identity.run(sql<{ id: string }>`select id from theme where ${isDue} order by publish_at, id`);
    await eachByItself(ctx, due, async ({ id }) => {
      const [theme] = await ctx.identity.run(
        publishing({ where: sql`id = ${id} and ${isDue}`, document: sql`scheduled`, by: sql`publish_by`, now }),
      );
      if (theme) await (theme.tenant_id === null ? ctx.operator : ctx.unit(theme.tenant_id)).run(tellPages(theme));
    });
  },
});

/** Every night: pictures of abandoned forms, and of versions that are not kept any more. */
export const cleanThemePictures = definePlatformJob({
  name: 'theme.clean_pictures',
  schema: nothing,
  every: { cron: '50 3 * * *', timezone: 'America/Sao_Paulo' },
  async work(ctx) {
    const yesterday = new Date(ctx.now().getTime() - dayMs);
    await ctx.identity.run(sql`
      with named as (
        select d.document from theme th cross join lateral (values (th.draft), (th.published), (th.scheduled)) as d (document)
        union all
        select document from theme_version
      ),
      used as (
        select jsonb_build_array(document -> 'logo_id', document -> 'icon_id', document -> 'icon_report_id', document -> 'favicon_id',
          document -> 'sign_in_picture_id') as ids
        from named where document is not null
      )
      delete from theme_picture p where p.created_at < ${yesterday}
        and not exists (select from used where used.ids ? p.id::text)`);
  },
});
