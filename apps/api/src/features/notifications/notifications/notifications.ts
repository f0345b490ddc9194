/** Own notifications: the bell, the list, reading and deleting. */
import * as contract from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import { cappedCount, listPage, pageOf } from '#platform/http/list.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { announced, notRecalled, opened, shown } from './announced.ts';
import { narrowed, own, unread } from './narrowing.ts';
import { choice } from './choice.ts';

const shownByBell = 6;

/** Other tabs and devices of the person update their count. */
const tellMyself = ({ actor }: Context) => publishEvent({ topic: 'notifications', person_id: actor.person_id });

/** What an act writes, to which rows, and by which column it is found when it is taken back. */
const done = {
  read: {
    set: (at: Date) => sql`read_at = ${at}, read_by = 'portal'`,
    where: sql`n.read_at is null`,
    at: sql`n.deleted_at is null and n.read_at`,
    undo: () => sql`read_at = null, read_by = null`,
  },
  unread: {
    set: (at: Date) => sql`read_at = null, read_by = null, unread_at = ${at}`,
    where: sql`n.read_at is not null`,
    at: sql`n.deleted_at is null and n.read_at is null and n.unread_at`,
    undo: (now: Date) => sql`read_at = ${now}, read_by = 'portal'`,
  },
  delete: {
    set: (at: Date) => sql`deleted_at = ${at}`,
    where: sql`true`,
    at: sql`n.deleted_at`,
    undo: () => sql`deleted_at = null`,
  },
} satisfies Record<contract.NotificationAct, unknown>;

export function notifications(serve: Serve): void {
  choice(serve);

  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = narrowed(ctx, wanted);
    const { data, meta } = await listPage(
      ctx,
      wanted,
      announced(ctx, matching, sql`order by n.created_at desc, n.id ${pageOf(wanted)}`),
      sql`select from notification n where ${matching}`,
    );
    return { data: data.map((row) => shown(ctx, row)), meta };
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

  serve(contract.bulk, async (ctx, { body }) => {
    const at = ctx.now();
    // One that is not there stops all of them.
    const named = 'notification_ids' in body ? new Set(body.notification_ids).size : null;
    const meant =
      'notification_ids' in body ? sql`${own(ctx)} and n.id = any (${body.notification_ids}::uuid[])` : narrowed(ctx, body.matching);
    const [[counts]] = await ctx.run(
      sql<{ meant: number; changed: number }>`
        with meant as (select n.id from notification n where ${meant}),
        changed as (
          update notification n set ${done[body.act].set(at)} from meant
          where n.id = meant.id and ${done[body.act].where} and (${named}::int is null or ${named} = (select count(*) from meant)) returning n.id)
        select (select count(*)::int from meant) as meant, (select count(*)::int from changed) as changed`,
      tellMyself(ctx),
    );
    const { changed } = found(named === null || counts?.meant === named ? counts : undefined);
    return { changed, at: at.toISOString() };
  });

  serve(contract.undo, async (ctx, { body: { act, at } }) => {
    const mine = sql`n.person_id = ${ctx.actor.person_id} and ${notRecalled}`;
    await ctx.run(sql`update notification n set ${done[act].undo(ctx.now())} where ${mine} and ${done[act].at} = ${at}`, tellMyself(ctx));
  });
}
