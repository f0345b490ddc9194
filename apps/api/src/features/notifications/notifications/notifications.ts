/** Own notifications: the bell, the list, reading and deleting. */
import * as contract from '@vitrine/contract/notifications/notifications.ts';
import type { Notification } from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import { cappedCount, answerList, pageOf } from '#platform/http/list.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';

const shownByBell = 6;

const own = ({ actor }: Context) => sql`person_id = ${actor.person_id} and deleted_at is null`;
const unread = ({ now }: Context) => sql`read_at is null and (ends_at is null or ends_at > ${now()})`;
const fields = sql`id, kind, "values", link, created_at, read_at`;
/** Other tabs and devices of the person update their count. */
const tellMyself = ({ actor }: Context) => publishEvent({ topic: 'notifications', person_id: actor.person_id });

export function notifications(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = wanted.read === 'unread' ? sql`${own(ctx)} and ${unread(ctx)}` : own(ctx);
    const [rows, [count]] = await ctx.run(
      sql<Notification>`select ${fields} from notification where ${matching} order by created_at desc, id ${pageOf(wanted)}`,
      cappedCount(sql`select from notification where ${matching}`),
    );
    return answerList(wanted, rows, count?.total ?? 0);
  });

  serve(contract.summary, async (ctx) => {
    // Partner staff without a chosen unit have no notifications.
    if (ctx.actor.tenant_id === null) return { unread: 0, latest: [] };
    const [latest, [count]] = await ctx.run(
      sql<Notification>`select ${fields} from notification where ${own(ctx)} order by created_at desc, id limit ${sql.lit(shownByBell)}`,
      cappedCount(sql`select from notification where ${own(ctx)} and ${unread(ctx)}`),
    );
    return { unread: count?.total ?? 0, latest };
  });

  serve(contract.mark, async (ctx, { params: { id }, body: { read } }) => {
    const read_at = read ? ctx.now() : null;
    const [rows] = await ctx.run(
      sql<{ id: string }>`update notification set read_at = ${read_at} where id = ${id} and ${own(ctx)} returning id`,
      tellMyself(ctx),
    );
    found(rows[0]);
  });

  serve(contract.markAll, async (ctx) => {
    await ctx.run(sql`update notification set read_at = ${ctx.now()} where ${own(ctx)} and read_at is null`, tellMyself(ctx));
  });

  serve(contract.remove, async (ctx, { params: { id } }) => {
    const [rows] = await ctx.run(
      sql<{ id: string }>`update notification set deleted_at = ${ctx.now()} where id = ${id} and ${own(ctx)} returning id`,
      tellMyself(ctx),
    );
    found(rows[0]);
  });

  serve(contract.restore, async (ctx, { params: { id } }) => {
    const mine = sql`person_id = ${ctx.actor.person_id}`;
    const [rows] = await ctx.run(
      sql<{ id: string }>`update notification set deleted_at = null where id = ${id} and ${mine} returning id`,
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
