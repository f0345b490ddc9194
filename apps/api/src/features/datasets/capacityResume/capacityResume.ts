/** Starting the paused capacity of a report. The service is asked each time which capacity that is. */
import type { CapacityState, MyCapacity } from '@vitrine/contract/datasets/capacityResume.ts';
import * as contract from '@vitrine/contract/datasets/capacityResume.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { administratorNames } from '#domain/people/administratorNames.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { Failure, fail, found } from '#platform/http/fail.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import type { CapacityHours, CapacityRule } from '#domain/reporting/capacityShift.rules.ts';
import { mayWakeNow, opensAt } from '#domain/reporting/capacityShift.rules.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import type { PowerbiCapacity } from '#domain/reporting/powerbiCapacity.ts';
import type { ReadableReport } from '#domain/reportAccess/readable.ts';
import { readableReport } from '#domain/reportAccess/readable.ts';
import { isVisible } from '#domain/reportAccess/visible.ts';
import { callingColumns, isWithinReach } from '#domain/reporting/reportingAccount.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { holds } from '#domain/access/access.ts';

/** Whether the account and the person's right allow it; `administrators` are named for people who may not. */
type Rights = { waking: (typeof contract.wakings)[number]; within_reach: boolean; has_right: boolean; administrators: string[] };

async function rightsOn(ctx: Context, { account_id }: Pick<ReadableReport, 'account_id'>): Promise<Rights> {
  const [rights] = await ctx.run(sql<Rights>`
    select a.waking, ${isWithinReach(ctx)} as within_reach,
      coalesce((select m.wake_capacities from membership m where m.id = ${ctx.actor.membership_id}::uuid), false) as has_right,
      ${administratorNames} as administrators
    from reporting_account a where a.id = ${account_id}`);
  return found(rights);
}

function allowed({ actor }: Context, { waking, within_reach, has_right }: Rights): boolean {
  if (waking === 'nobody' || !holds(actor, 'capacity_control', 'use')) return false;
  if (actor.role === 'user') return waking === 'everybody' || has_right;
  return within_reach;
}

type Calendar = { rule: CapacityRule; hours: CapacityHours };

/** Rule and hours of a capacity that the unit keeps. */
async function calendarOf(ctx: Context, { resource }: PowerbiCapacity): Promise<Calendar | null> {
  if (resource === null) return null;
  const { subscription_id, name } = resource;
  const [[row], { timezone }] = await Promise.all([
    ctx.run(sql<CapacityRule & { shifts: CapacityHours['shifts'] }>`
      select c.auto_activate, c.auto_pause, c.inactive_minutes, c.use_schedule, c.activate_outside, c.force_stop,
        (select coalesce(jsonb_agg(jsonb_build_object('ranges', h.ranges, 'holidays', h.holidays)), '[]')
          from capacity_shift l join shift h on h.id = l.shift_id where l.capacity_id = c.id and h.active) as shifts
      from capacity c where c.subscription_id = ${subscription_id} and c.name = ${name.toLowerCase()}`),
    readTenantSettings(ctx),
  ]);
  return row === undefined ? null : { rule: row, hours: { timezone, shifts: row.shifts } };
}

/** Readers start nothing outside of the hours of a capacity that the unit keeps, unless its rule lets them. */
const isWithinHours = ({ actor, now }: Context, calendar: Calendar | null): boolean =>
  actor.role !== 'user' || calendar === null || mayWakeNow(calendar.rule, calendar.hours, now());

/** `waits`: nothing but the hours keeps the caller from starting it. */
function nextOf({ now }: Context, calendar: Calendar | null, waits: boolean): CapacityState['next'] {
  if (calendar === null) return null;
  const { rule, hours } = calendar;
  const at = opensAt(rule, hours, now())?.toISOString();
  if (at === undefined || !(rule.auto_activate || waits)) return null;
  return { what: rule.auto_activate ? 'starts' : 'may_wake', at, timezone: hours.timezone };
}

async function stateOf(ctx: Context, rights: Rights, capacity: PowerbiCapacity): Promise<CapacityState> {
  const { phase, resource } = capacity;
  const isPossible = resource !== null && rights.waking !== 'nobody';
  const calendar = await calendarOf(ctx, capacity);
  const could_wake = isPossible && allowed(ctx, rights);
  const may_wake = could_wake && isWithinHours(ctx, calendar);
  const rests = phase === 'paused' || phase === 'failed';
  const next = rests ? nextOf(ctx, calendar, could_wake && !may_wake) : null;
  return { phase, may_wake, who: isPossible && !may_wake ? rights.administrators : [], next };
}

/** Stands among the acts of a capacity that the unit keeps; the job that watches it finds out how it ends. */
const wokenByReader = (ctx: Context, { subscription_id, name }: NonNullable<PowerbiCapacity['resource']>): Statement => sql`
  insert into capacity_act (tenant_id, id, capacity_id, kind, source, reason, from_sku, asked_by, asked_at)
  select c.tenant_id, ${uuidv7()}::uuid, c.id, 'resume', 'person', 'reader',
    coalesce((select s.sku from capacity_seen s where s.capacity_id = c.id order by s.seen_from desc limit 1), c.sku), ${ctx.actor.actor_id}::uuid, ${ctx.now()}
  from capacity c where c.subscription_id = ${subscription_id} and c.name = ${name.toLowerCase()}
  on conflict do nothing`;

async function wake(ctx: Context, report: ReadableReport): Promise<CapacityState> {
  const rights = await rightsOn(ctx, report);
  if (!allowed(ctx, rights)) fail('forbidden');
  const before = await ctx.reporting.capacity(report.account, report.workspace_id);
  if (before.resource === null) return fail('capacity_not_connected');
  if (!isWithinHours(ctx, await calendarOf(ctx, before))) fail('forbidden');
  if (before.phase !== 'paused' && before.phase !== 'failed') return stateOf(ctx, rights, before);
  await ctx.reporting.wakeCapacity(report.account, before.resource);
  await ctx.run(
    query.insertInto('audit_log').values({
      action: 'capacity.wake',
      object_type: 'report',
      object_id: report.id,
      before: null,
      after: JSON.stringify({ title: report.title, capacity: before.resource.name }),
    }),
    wokenByReader(ctx, before.resource),
    publishEvent({ topic: 'capacity', about: { report_id: report.id } }),
  );
  return { ...(await stateOf(ctx, rights, before)), phase: 'changing', next: null };
}

type Place = Pick<ReadableReport, 'id' | 'account_id' | 'account' | 'workspace_id'> & { reports: string[] };

/** More workspaces than somebody would look through are not asked about. */
const placesAtMost = 20;

/** The workspaces in which reports of the caller stand. */
const placesOf = (ctx: Context): RawBuilder<Place> => sql<Place>`
  select place.*, to_jsonb(account) as account
  from (
    select (array_agg(r.id order by r.title_sort, r.id))[1] as id, r.account_id, r.workspace_id,
      array_agg(r.title order by r.title_sort, r.id) as reports
    from report r where ${isVisible(ctx)} and r.kind in ('report', 'paginated')
    group by r.account_id, r.workspace_id order by min(r.title_sort), r.workspace_id limit ${sql.lit(placesAtMost)}
  ) as place
  cross join lateral (select ${callingColumns} from reporting_account a where a.id = place.account_id) as account
  order by place.reports[1], place.workspace_id`;

/** Null: the service refused or did not answer, which the others are not made to wait for. */
const asked = (ctx: Context, { account, workspace_id }: Place): Promise<PowerbiCapacity | null> =>
  ctx.reporting.capacity(account, workspace_id).catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });

async function mine(ctx: Context): Promise<{ data: MyCapacity[] }> {
  const data = await Promise.all(
    (await ctx.run(placesOf(ctx))).map(async (place): Promise<MyCapacity | null> => {
      const [rights, capacity] = await Promise.all([rightsOn(ctx, place), asked(ctx, place)]);
      const { id, reports } = place;
      if (capacity === null) return { id, reports, phase: null, may_wake: false, who: [], next: null };
      // A workspace without a capacity of its own has nothing to start.
      return capacity.phase === 'running' && capacity.resource === null ? null : { id, reports, ...(await stateOf(ctx, rights, capacity)) };
    }),
  );
  return { data: data.filter((row) => row !== null) };
}

export function capacityResume(serve: Serve): void {
  serve(contract.mine, mine);
  serve(contract.get, async (ctx, { params }) => {
    const { report } = await readableReport(ctx, params.id);
    const rights = await rightsOn(ctx, report);
    return stateOf(ctx, rights, await ctx.reporting.capacity(report.account, report.workspace_id));
  });
  serve(contract.wake, async (ctx, { params }) => wake(ctx, (await readableReport(ctx, params.id)).report));
}
