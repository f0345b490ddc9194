/** Publishes what is due, or tells why not, and removes pictures that no theme names. */
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ThemeOwner } from '#domain/branding/publishTheme.ts';
import { publishing, tellPages } from '#domain/branding/publishTheme.ts';
import { unreadableIn } from '#domain/branding/readable.ts';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { mailToStaff } from '#domain/notifications/mailToStaff.ts';
import { notify } from '#domain/notifications/notify.ts';

const nothing = z.strictObject({});
const dayMs = 86_400_000;

type Due = ThemeOwner & { name: string; scheduled: ThemeDocument; publish_by: string | null };

/** What could be read when its time was set, but cannot now that it has come, is not published: whoever set the time is told. */
async function takenBack(ctx: PlatformJobContext, id: string, isDue: RawBuilder<unknown>): Promise<boolean> {
  const [due] = await ctx.identity.run(
    sql<Due>`select tenant_id, partner_id, name, scheduled, publish_by from theme where id = ${id} and ${isDue}`,
  );
  if (!due || unreadableIn(due.scheduled).length === 0) return false;
  const { tenant_id, partner_id, publish_by } = due;
  const event = { kind: 'theme_unreadable' as const, values: { theme: due.name }, link: `/whitelabels/${id}` };
  const mail = tenant_id === null ? await mailToStaff(ctx, { ...event, partner_id, person_id: publish_by }) : [];
  await (tenant_id === null ? ctx.identity : ctx.unit(tenant_id)).withTenant(async (tx) => {
    const taken = await tx.run(sql`
      update theme set scheduled = null, publish_at = null, publish_by = null, version = version + 1
      where id = ${id} and ${isDue} and scheduled = ${JSON.stringify(due.scheduled)}::jsonb returning id`);
    if (taken.length === 0) return;
    const notices = tenant_id === null ? mail : notify(tenant_id, { ...event, person_ids: publish_by === null ? [] : [publish_by] });
    for (const statement of notices) await tx.run(statement);
  });
  return true;
}

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
      if (await takenBack(ctx, id, isDue)) return;
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
