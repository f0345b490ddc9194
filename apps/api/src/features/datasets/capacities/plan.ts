/** Other hours for a capacity, judged by the use that is on record (`capacityPlan.rules.ts`). */
import * as contract from '@vitrine/contract/datasets/capacities.ts';
import type { WeekFigures } from '@vitrine/contract/datasets/capacities.ts';
import { rangesADay } from '@vitrine/contract/settings/accessHours.ts';
import { sql } from 'kysely';
import { centsPerHour } from '#domain/reporting/capacityCost.rules.ts';
import type { Cell, Figures, Log, Week } from '#domain/reporting/capacityPlan.rules.ts';
import { cellsOf, cheapestWeek, figuresOf, rangesOf, replay } from '#domain/reporting/capacityPlan.rules.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { unlessTaken } from '#platform/http/saving.ts';
import { changeCapacity } from './changeCapacity.ts';
import type { FullRow } from './rows.ts';
import { askedRule, capacityWithinReach } from './rows.ts';
import { watchNext } from './watch.jobs.ts';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const weeksAtMost = 8;
/** Until one of its own is on record. */
const usualStartSeconds = 120;

const startSeconds = (id: string) => sql<{ seconds: number | null }>`
  select percentile_cont(0.5) within group (order by extract(epoch from x.ended_at - x.asked_at))::float8 as seconds
  from capacity_act x where x.capacity_id = ${id} and x.kind = 'resume' and x.state = 'done'`;

type SpellRow = { begun: string; ended: string; waiting: number; uses: number };

/** Use of the account in spells: what lies less than the rest apart is one. Readers wait for a start, exports and refreshes do not. */
const spellsOf = ({ id, inactive_minutes }: FullRow, since: Date, now: Date, start: number) => sql<SpellRow>`
  with use as (
    select v.opened_at as begun, v.opened_at + make_interval(secs => v.seconds) as ended, true as by_reader
    from capacity c join report r on r.tenant_id = c.tenant_id and r.account_id = c.account_id
      join report_view v on v.tenant_id = r.tenant_id and v.report_id = r.id
    where c.id = ${id} and v.opened_at >= ${since} and v.opened_at < ${now}
    union all
    select e.created_at, e.created_at, false
    from capacity c join report r on r.tenant_id = c.tenant_id and r.account_id = c.account_id
      join report_export e on e.tenant_id = r.tenant_id and e.report_id = r.id
    where c.id = ${id} and e.created_at >= ${since} and e.created_at < ${now}
    union all
    select f.asked_at, coalesce(f.ended_at, f.asked_at), false
    from capacity c join dataset_refresh f on f.tenant_id = c.tenant_id and f.account_id = c.account_id
    where c.id = ${id} and f.asked_at >= ${since} and f.asked_at < ${now}
  ), after as (
    select *, max(ended) over (order by begun, ended rows between unbounded preceding and 1 preceding) as used_at from use
  ), numbered as (
    select *, count(*) filter (where used_at is null or begun > used_at + make_interval(mins => ${inactive_minutes}))
      over (order by begun, ended) as spell from after
  ), placed as (
    select *, min(begun) over (partition by spell) as first from numbered
  )
  select first as begun, max(ended) as ended, count(*)::integer as uses,
    (count(*) filter (where by_reader and begun < first + make_interval(secs => ${start})))::integer as waiting
  from placed group by spell, first order by first`;

async function logOf(ctx: Context, row: FullRow): Promise<{ log: Log; uses: number; start_seconds: number }> {
  const now = ctx.now();
  const [[start], { timezone }] = await Promise.all([ctx.run(startSeconds(row.id)), readTenantSettings(ctx)]);
  const start_seconds = Math.round(start?.seconds ?? usualStartSeconds);
  const rows = await ctx.run(spellsOf(row, new Date(now.getTime() - weeksAtMost * weekMs), now, start_seconds));
  // Whole weeks since the first use: a portal that is new has none in which nobody came.
  const first = rows[0] ? Date.parse(rows[0].begun) : now.getTime();
  const weeks = Math.max(1, Math.floor((now.getTime() - first) / weekMs));
  const from = new Date(now.getTime() - weeks * weekMs);
  const counted = rows.filter(({ begun }) => Date.parse(begun) >= from.getTime());
  const spells = counted.map(({ begun, ended, waiting }) => ({ from: new Date(begun), until: new Date(ended), waiting }));
  const log = { spells, from, until: now, timezone, inactive_minutes: row.inactive_minutes };
  return { log, uses: counted.reduce((sum, { uses }) => sum + uses, 0), start_seconds };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

const shownWith =
  (sku: string) =>
  ({ hours_on, cold_starts, waiting }: Figures): WeekFigures => {
    const price = centsPerHour(sku);
    return {
      hours_on: rounded(hours_on),
      cold_starts: rounded(cold_starts),
      waiting: rounded(waiting),
      cents: price === null ? null : Math.round(hours_on * price),
    };
  };

const proposed = (log: Log, cells: readonly Cell[], coldStarts: number): Week => cheapestWeek(log, cells, coldStarts, rangesADay);

async function shiftHours(ctx: Context, id: string): Promise<Parameters<typeof replay>[1]> {
  const [shift] = await ctx.run(sql<Parameters<typeof replay>[1]['shifts'][number]>`select ranges, holidays from shift where id = ${id}`);
  return { shifts: [found(shift)] };
}

export function planning(serve: Serve): void {
  serve(contract.plan, async (ctx, { params: { id }, query: { cold_starts, shift_id } }) => {
    const row = await capacityWithinReach(ctx, id);
    const { log, uses, start_seconds } = await logOf(ctx, row);
    const cells = cellsOf(log);
    const shown = shownWith(row.sku);
    const { rule, hours } = askedRule(row, log.timezone);
    const week = proposed(log, cells, cold_starts);
    return {
      days: uses === 0 ? 0 : Math.round((log.until.getTime() - log.from.getTime()) / dayMs),
      uses,
      timezone: log.timezone,
      inactive_minutes: row.inactive_minutes,
      start_seconds,
      always: shown(figuresOf(log, cells, Array<boolean>(cells.length).fill(true))),
      own: rule.use_schedule && hours.shifts.length > 0 ? shown(replay(log, hours)) : null,
      on_demand: shown(figuresOf(log, cells, [])),
      shift: shift_id === undefined ? null : shown(replay(log, await shiftHours(ctx, shift_id))),
      proposal: { ...shown(figuresOf(log, cells, week)), ranges: rangesOf(week) },
      version: row.version,
    };
  });

  serve(contract.applyPlan, async (ctx, { params: { id }, body: { name, cold_starts, version } }) => {
    const row = await capacityWithinReach(ctx, id);
    const { log, uses } = await logOf(ctx, row);
    const ranges = rangesOf(proposed(log, cellsOf(log), cold_starts));
    if (uses === 0 || ranges.length === 0) fail('capacity_plan_empty');
    const shift_id = uuidv7();
    const change = ctx.withTenant(async (tx) => {
      const rule = { use_schedule: true, auto_activate: true, auto_pause: true, activate_outside: true, force_stop: false };
      await changeCapacity(tx, { id, version }, rule);
      await tx.run(
        // An earlier proposal of the same name gives way where it is this capacity's alone.
        sql`delete from shift s where s.name_key = lower(${name})
          and exists (select from capacity_shift l where l.tenant_id = s.tenant_id and l.shift_id = s.id and l.capacity_id = ${id})
          and not exists (select from capacity_shift l where l.tenant_id = s.tenant_id and l.shift_id = s.id and l.capacity_id <> ${id})
          and not exists (select from shift_user_group g where g.tenant_id = s.tenant_id and g.shift_id = s.id)
          and not exists (select from shift_membership m where m.tenant_id = s.tenant_id and m.shift_id = s.id)`,
        query.deleteFrom('capacity_shift').where('capacity_id', '=', id),
        query.insertInto('shift').values({ tenant_id: ownTenant, id: shift_id, name, ranges: JSON.stringify(ranges), holidays: '[]' }),
        query.insertInto('capacity_shift').values({ tenant_id: ownTenant, capacity_id: id, shift_id }),
        watchNext(ctx.actor.tenant_id ?? fail('not_found_companies'), id, ctx.now()),
      );
    });
    await unlessTaken({ shift_tenant_id_name_key_key: 'name' }, change);
  });
}
