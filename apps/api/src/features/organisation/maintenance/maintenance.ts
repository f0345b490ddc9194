/** Switches maintenance of the platform and of partners. Open pages hear of it and ask again; `authenticate` refuses. */
import type { MaintenanceInput, Place } from '@vitrine/contract/organisation/maintenance.ts';
import * as contract from '@vitrine/contract/organisation/maintenance.ts';
import type { Topic } from '@vitrine/contract/system/live.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { maintenanceIn } from '#domain/access/maintenance.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { found } from '#platform/http/fail.ts';

/** What is over is not shown. */
const shown = (table: 'pa' | 'platform', now: Date) =>
  sql`case when ${sql.raw(table)}.maintenance_until > ${now} then ${maintenanceIn(table)} end as maintenance`;
const platformColumns = (now: Date) => sql`null::uuid as id, null::text as name, ${shown('platform', now)}`;
const partnerColumns = (now: Date) => sql`pa.id, pa.name, ${shown('pa', now)}`;

function change({ on, minutes, message }: MaintenanceInput, now: Date): RawBuilder<unknown> {
  const end = minutes === null ? 'infinity' : new Date(now.getTime() + minutes * 60_000).toISOString();
  return sql`maintenance_until = ${on ? end : null}::timestamptz, maintenance_message = ${on ? message : ''}`;
}

/** For the open pages of units `t`, before the change: who ends what has ended tells nobody. */
const tell = (units: RawBuilder<unknown>, { on }: MaintenanceInput) => sql`
  insert into live_event (tenant_id, topic)
  select t.id, ${'maintenance' satisfies Topic} from ${units} where ${on}::boolean or maintenance_until is not null`;

export function maintenance(serve: Serve): void {
  serve(contract.list, async (ctx) => {
    const partners = sql<Place>`select ${partnerColumns(ctx.now())} from partner pa order by search_text(pa.name), pa.id`;
    if (ctx.actor.role !== 'operator') return { data: await ctx.partner().run(partners) };
    const platform = sql<Place>`select ${platformColumns(ctx.now())} from platform_setting platform`;
    return { data: (await ctx.operator().run(platform, partners)).flat() };
  });

  serve(contract.ofPlatform, async (ctx, { body }) => {
    const now = ctx.now();
    const [, rows] = await ctx
      .operator()
      .run(
        tell(sql`tenant t, platform_setting`, body),
        sql<Place>`update platform_setting platform set ${change(body, now)} returning ${platformColumns(now)}`,
      );
    return found(rows[0]);
  });

  serve(contract.ofPartner, async (ctx, { params: { id }, body }) => {
    const now = ctx.now();
    // A partner reaches itself and its own units only.
    const scope = ctx.actor.role === 'operator' ? ctx.operator() : ctx.partner();
    const [, rows] = await scope.run(
      tell(sql`tenant t join partner pa on pa.id = t.partner_id and pa.id = ${id}`, body),
      sql<Place>`update partner pa set ${change(body, now)} where pa.id = ${id} returning ${partnerColumns(now)}`,
    );
    return found(rows[0]);
  });
}
