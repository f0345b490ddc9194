/** Capacities as they stand in the database, with what was seen of them. */
import type { Capacity, CapacityDetail } from '@vitrine/contract/datasets/capacities.ts';
import { skus } from '@vitrine/contract/datasets/capacities.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import { centsPerHour, spentSince } from '#domain/reporting/capacityCost.rules.ts';
import type { Span } from '#domain/reporting/capacityCost.rules.ts';
import type { CapacityHours, CapacityUse } from '#domain/reporting/capacityShift.rules.ts';
import { nextChanges, wantedOf } from '#domain/reporting/capacityShift.rules.ts';
import { callingColumns, isWithinReach } from '#domain/reporting/reportingAccount.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import type { Context } from '#domain/serving/context.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { found } from '#platform/http/fail.ts';

type Kept = Omit<Capacity, 'cents_per_hour' | 'month_cents' | 'can' | 'open_act' | 'seen_at'> & {
  seen_at: string | null;
  open_act: Capacity['open_act'];
  spans: Span[];
};
type Rule = Omit<CapacityDetail['rule'], 'shifts'>;
export type FullRow = Kept &
  Rule & {
    calling: ReportingAccount;
    shifts: { id: string; name: string; active: boolean; ranges: CapacityHours['shifts'][number]['ranges']; holidays: string[] }[];
    used_at: string | null;
    is_refreshing: boolean;
    is_exporting: boolean;
    last_act: { kind: string; source: string; at: string } | null;
  };

/** Readers are led to the capacities of their reports (`capacityResume`): these are for those who keep them. */
export const isKeeper = ({ actor }: Pick<Context, 'actor'>): boolean => actor.role !== 'user';

/** What was seen of a capacity `c` last. */
const lastSeen = sql`left join lateral (
  select * from capacity_seen s where s.tenant_id = c.tenant_id and s.capacity_id = c.id order by s.seen_from desc limit 1) as seen on true`;
/** A month and the hours before it that may reach into it. */
const spansOf = sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'seen_from', s.seen_from, 'seen_until', s.seen_until, 'state', s.state, 'sku', s.sku) order by s.seen_from), '[]')
  from capacity_seen s where s.tenant_id = c.tenant_id and s.capacity_id = c.id and s.seen_until > now() - interval '32 days')`;
const openAct = sql`(select jsonb_build_object('id', x.id, 'kind', x.kind, 'wanted_sku', x.to_sku, 'asked_at', x.asked_at)
  from capacity_act x where x.tenant_id = c.tenant_id and x.capacity_id = c.id and x.state = 'asked')`;

const columns = sql`c.id, c.account_id, a.name as account, c.name, c.resource_group, c.subscription_id, coalesce(seen.sku, c.sku) as sku,
  coalesce(seen.state, 'unknown') as state, seen.seen_until as seen_at, seen.problem, c.current, a.waking, c.version,
  (select count(*)::integer from capacity_shift l where l.tenant_id = c.tenant_id and l.capacity_id = c.id) as shift_count,
  ${openAct} as open_act, ${spansOf} as spans`;
export const source = sql`capacity c join reporting_account a on a.tenant_id = c.tenant_id and a.id = c.account_id`;

/** Use of the account stands for use of its capacity: on which of them a report stands, Azure alone knows. */
const ofAccount = sql`r.tenant_id = c.tenant_id and r.account_id = c.account_id`;
const use = sql`
  greatest(
    (select max(v.opened_at + make_interval(secs => v.seconds)) from report_view v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
      where ${ofAccount} and v.opened_at > now() - interval '2 days'),
    (select max(e.created_at) from report_export e join report r on r.tenant_id = e.tenant_id and r.id = e.report_id where ${ofAccount}),
    (select max(coalesce(n.ended_at, n.started_at)) from task_run n
      join task k on k.tenant_id = n.tenant_id and k.id = n.task_id join report r on r.tenant_id = k.tenant_id and r.id = k.report_id
      where ${ofAccount} and n.started_at > now() - interval '2 days'),
    (select max(coalesce(f.ended_at, f.asked_at)) from dataset_refresh f where f.tenant_id = c.tenant_id and f.account_id = c.account_id),
    (select max(x.asked_at) from capacity_act x where x.tenant_id = c.tenant_id and x.capacity_id = c.id and x.kind = 'resume')) as used_at,
  exists (select from dataset_refresh f where f.tenant_id = c.tenant_id and f.account_id = c.account_id and f.state in ('queued', 'running'))
    as is_refreshing,
  exists (select from report_export e join report r on r.tenant_id = e.tenant_id and r.id = e.report_id
    where ${ofAccount} and e.state in ('queued', 'running')) as is_exporting,
  (select jsonb_build_object('kind', x.kind, 'source', x.source, 'at', x.asked_at) from capacity_act x
    where x.tenant_id = c.tenant_id and x.capacity_id = c.id and x.state in ('asked', 'done') and x.kind <> 'scale'
    order by x.asked_at desc, x.id desc limit 1) as last_act`;
const shiftsOf = sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'id', h.id, 'name', h.name, 'active', h.active, 'ranges', h.ranges, 'holidays', h.holidays) order by h.name_key), '[]')
  from capacity_shift l join shift h on h.tenant_id = l.tenant_id and h.id = l.shift_id where l.tenant_id = c.tenant_id and l.capacity_id = c.id)`;

export const listedRows = (matching: RawBuilder<unknown>, order: RawBuilder<unknown>, page: RawBuilder<unknown>): RawBuilder<Kept> =>
  sql<Kept>`select ${columns} from ${source} ${lastSeen} where ${matching} ${order} ${page}`;

/** One with everything that is decided by. */
export const fullRow = (id: string, within: RawBuilder<unknown> = sql`true`): RawBuilder<FullRow> => sql<FullRow>`
  select ${columns}, c.auto_activate, c.auto_pause, c.inactive_minutes, c.use_schedule, c.activate_outside, c.force_stop,
    ${shiftsOf} as shifts, ${use}, to_jsonb(calling) as calling
  from ${source} ${lastSeen} cross join lateral (select ${callingColumns}) as calling where c.id = ${id} and ${within}`;

export async function capacityWithinReach(ctx: Context, id: string): Promise<FullRow> {
  const [row] = isKeeper(ctx) ? await ctx.run(fullRow(id, isWithinReach(ctx))) : [];
  return found(row);
}

/** Azure bills by months of UTC. */
const monthOf = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
const moment = (text: string): string => new Date(text).toISOString();

export function shown(ctx: Pick<Context, 'actor' | 'now'>, row: Kept): Capacity {
  const mayEdit = holds(ctx.actor, 'reporting_accounts', 'write');
  const { open_act, spans } = row;
  return {
    id: row.id,
    account_id: row.account_id,
    account: row.account,
    name: row.name,
    resource_group: row.resource_group,
    subscription_id: row.subscription_id,
    sku: row.sku,
    state: row.state,
    seen_at: row.seen_at,
    problem: row.problem,
    current: row.current,
    waking: row.waking,
    shift_count: row.shift_count,
    version: row.version,
    cents_per_hour: centsPerHour(row.sku),
    month_cents: spentSince(spans, monthOf(ctx.now())),
    open_act: open_act && { ...open_act, asked_at: moment(open_act.asked_at) },
    can: { edit: mayEdit, remove: mayEdit, work: holds(ctx.actor, 'capacity_control', 'use') },
  };
}

export const heldBy = ({ is_refreshing, is_exporting }: Pick<FullRow, 'is_refreshing' | 'is_exporting'>): CapacityUse['held_by'] => {
  if (is_refreshing) return 'refresh';
  return is_exporting ? 'export' : null;
};

/** The rule with all that it is asked about. */
export function askedRule(row: FullRow, timezone: string) {
  const { auto_activate, auto_pause, inactive_minutes, use_schedule, activate_outside, force_stop, shifts, last_act, used_at } = row;
  const rule: Rule = { auto_activate, auto_pause, inactive_minutes, use_schedule, activate_outside, force_stop };
  const hours: CapacityHours = { timezone, shifts: shifts.filter(({ active }) => active) };
  const isByHand = last_act?.kind === 'pause' && last_act.source === 'person';
  const asked: CapacityUse = {
    used_at: used_at === null ? null : new Date(used_at),
    held_by: heldBy(row),
    paused_by_hand_at: isByHand ? new Date(last_act.at) : null,
  };
  return { rule, hours, use: asked };
}

export async function detailOf(ctx: Context, id: string): Promise<CapacityDetail> {
  const [row, { timezone }] = await Promise.all([capacityWithinReach(ctx, id), readTenantSettings(ctx)]);
  const { rule, hours, use: asked } = askedRule(row, timezone);
  return {
    ...shown(ctx, row),
    timezone,
    sizes: skus.filter((sku) => sku[0] === row.sku[0]).map((sku) => ({ sku, cents_per_hour: centsPerHour(sku) })),
    rule: { ...rule, shifts: row.shifts.map(({ id: shift_id, name, active }) => ({ id: shift_id, name, active })) },
    verdict: wantedOf(rule, hours, asked, ctx.now()),
    next_changes: nextChanges(rule, hours, ctx.now()).map((change) => ({ ...change, at: change.at.toISOString() })),
  };
}
