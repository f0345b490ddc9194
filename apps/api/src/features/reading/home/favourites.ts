/** Favourites of a person, with a limit and an order by hand. */
import { favouritesLimit } from '@vitrine/contract/reading/home.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { decideOn } from '#domain/reportAccess/readable.ts';

/** Parallel calls of a person are serialised, so that together they do not exceed the limit. */
const takeTurn = ({ actor }: Context): Statement =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`favourite/${String(actor.tenant_id)}/${actor.person_id}`}, 0))`;

const ownRows = ({ actor }: Context): RawBuilder<unknown> => sql`favourite where person_id = ${actor.person_id}`;

/** Adds a report at the end of the list, or removes it; idempotent. False: the list is full. */
export async function star(ctx: Context, reportId: string, kept: boolean): Promise<boolean> {
  await decideOn(ctx, reportId);
  if (!kept) {
    await ctx.run(sql`delete from ${ownRows(ctx)} and report_id = ${reportId}`);
    return true;
  }
  const add = sql`
    insert into favourite (tenant_id, person_id, report_id, position)
    select ${ownTenant}, ${ctx.actor.person_id}, ${reportId}, (select coalesce(max(position), 0) + 1 from ${ownRows(ctx)})
    where (select count(*) from ${ownRows(ctx)}) < ${favouritesLimit}
    on conflict do nothing`;
  const [, , [now]] = await ctx.run(
    takeTurn(ctx),
    add,
    sql<{ report_id: string }>`select report_id from ${ownRows(ctx)} and report_id = ${reportId}`,
  );
  return now !== undefined;
}

/** Puts the named reports first in this order; the others keep theirs after them. An unknown report changes nothing. */
export async function orderFavourites(ctx: Context, ids: readonly string[]): Promise<void> {
  if (new Set(ids).size < ids.length) failFields({ report_ids: 'repeated' });
  const named = sql<{ count: number }>`select count(*) from ${ownRows(ctx)} and report_id = any (${ids}::uuid[])`;
  const order = sql`
    update favourite kept set position = placed.position
    from (
      select own.report_id, row_number() over (order by wanted.place nulls last, own.position, own.report_id) as position
      from (select * from ${ownRows(ctx)}) own
      left join unnest(${ids}::uuid[]) with ordinality as wanted (id, place) on wanted.id = own.report_id
    ) as placed
    where kept.person_id = ${ctx.actor.person_id} and kept.report_id = placed.report_id and kept.position <> placed.position
      and (${named}) = ${ids.length}::int`;
  const [, [known]] = await ctx.run(takeTurn(ctx), named, order);
  if (known?.count !== ids.length) fail('not_found');
}
