/** Own notifications: the bell, the list, reading and deleting. */
import * as contract from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import { cappedCount, answerList, pageOf } from '#platform/http/list.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { announced, notRecalled, opened, shown } from './announced.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';

const shownByBell = 6;

/** Columns of a notification `n`. What was recalled is nobody's any more, before the job that takes it away has come to it. */
const own = ({ actor }: Context) => sql`n.person_id = ${actor.person_id} and n.deleted_at is null and ${notRecalled}`;
const unread = ({ now }: Context) => sql`n.read_at is null and (n.ends_at is null or n.ends_at > ${now()})`;
/** Other tabs and devices of the person update their count. */
const tellMyself = ({ actor }: Context) => publishEvent({ topic: 'notifications', person_id: actor.person_id });

export function notifications(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = wanted.read === 'unread' ? sql`${own(ctx)} and ${unread(ctx)}` : own(ctx);
    const [rows, [count]] = await ctx.run(
      announced(ctx, sql`${matching}`, sql`order by n.created_at desc, n.id ${pageOf(wanted)}`),
      cappedCount(sql`select from notification n where ${matching}`),
    );
    return answerList(
      wanted,
      rows.map((row) => shown(ctx, row)),
      count?.total ?? 0,
    );
  });

  serve(contract.summary, async (ctx) => {
    // Partner staff without a chosen unit have no notifications.
    if (ctx.actor.tenant_id === null) return { unread: 0, latest: [] };
    const [latest, [count]] = await ctx.run(
      announced(ctx, own(ctx), sql`order by n.created_at desc, n.id limit ${sql.lit(shownByBell)}`),
      cappedCount(sql`select from notification n where ${own(ctx)} and ${unread(ctx)}`),
    );
    return { unread: count?.total ?? 0, latest: latest.map((row) => shown(ctx, row)) };
  });

  serve(contract.get, async (ctx, { params: { id } }) =>
    opened(ctx, found((await ctx.run(announced(ctx, sql`n.id = ${id} and ${own(ctx)}`, sql`limit 1`)))[0])),
  );

  serve(contract.mark, async (ctx, { params: { id }, body: { read, by } }) => {
    const [read_at, read_by] = read ? [ctx.now(), by] : [null, null];
    const [rows] = await ctx.run(
      sql<{
        id: string;
      }>`update notification n set read_at = ${read_at}, read_by = ${read_by} where n.id = ${id} and ${own(ctx)} returning n.id`,
      tellMyself(ctx),
    );
    found(rows[0]);
  });

  serve(contract.markAll, async (ctx) => {
    await ctx.run(
      sql`update notification n set read_at = ${ctx.now()}, read_by = 'portal' where ${own(ctx)} and n.read_at is null`,
      tellMyself(ctx),
    );
  });

  serve(contract.remove, async (ctx, { params: { id } }) => {
    const [rows] = await ctx.run(
      sql<{ id: string }>`update notification n set deleted_at = ${ctx.now()} where n.id = ${id} and ${own(ctx)} returning n.id`,
      tellMyself(ctx),
    );
    found(rows[0]);
  });

  serve(contract.restore, async (ctx, { params: { id } }) => {
    const mine = sql`n.person_id = ${ctx.actor.person_id} and ${notRecalled}`;
    const [rows] = await ctx.run(
      sql<{ id: string }>`update notification n set deleted_at = null where n.id = ${id} and ${mine} returning n.id`,
      tellMyself(ctx),
    );
    found(rows[0]);
  });

  serve(contract.getChoice, async (ctx) => {
    const [[row], settings] = await Promise.all([
      ctx.run(query.selectFrom('notification_choice').select('by_mail').where('person_id', '=', ctx.actor.person_id)),
      readTenantSettings(ctx),
    ]);
    return { by_mail: row?.by_mail ?? true, unit_sends: settings.send_email_notification };
  });

  serve(contract.saveChoice, async (ctx, { body: { by_mail } }) => {
    await ctx.run(
      query
        .insertInto('notification_choice')
        .values({ tenant_id: ownTenant, person_id: ctx.actor.person_id, by_mail })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'person_id']).doUpdateSet({ by_mail })),
    );
  });
}
