/** How a report is doing, decided from facts alone: five checks, the worst of them as its mark, and one advice. */
import type { HealthCheck, ReportMark } from '@vitrine/contract/reports/reportHealth.ts';
import { healthChecks, healthMarks, unusedDays } from '@vitrine/contract/reports/reportHealth.ts';

export type HealthFacts = {
  created_at: string;
  /** Whether it stands on a dataset that can be refreshed. */
  has_data: boolean;
  /** The last refresh that ended, and the last good one. */
  last: { state: 'completed' | 'failed'; at: string } | null;
  good_at: string | null;
  /** `changed_at` is of no use here: what counts is when it is due. */
  schedule: { days: number[]; times: string[]; paused: 'person' | 'failures' | null } | null;
  owner: 'nobody' | 'gone' | 'there';
  owner_gone_on: string | null;
  /** Counted at night over thirty days, beside what is usual among the reports of the unit; null where nothing was counted. */
  load: { loads: number; p95_ms: number; usual_ms: number; counted_at: string } | null;
  last_opened_at: string | null;
  data_rule: 'none' | 'filter' | 'rls';
  identity_required: boolean;
  /** Somebody is assigned without the rule that the report demands. */
  unruled: boolean;
};

type Check = HealthCheck;
type Advice = NonNullable<ReportMark['advice']>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A refresh takes its time, and a day may have 25 hours. */
const graceMs = 2 * hourMs;
/** Data without a schedule are old after a week, as on the start page. */
const oldMs = 7 * dayMs;
const quietDays = 30;
/** Fewer openings say nothing about speed. */
const enoughLoads = 5;
/** Whoever waits longer has gone. */
export const tooSlowMs = 15_000;
export const slowMs = 8_000;
/** Slower than the others counts from here on only: nobody minds a second. */
export const noticedMs = 4_000;

/** The longest time between two runs of a schedule, within a week. */
export function longestGapMs({ days, times }: { days: readonly number[]; times: readonly string[] }): number {
  const minutes = days
    .flatMap((day) => times.map((time) => day * 1440 + Number(time.slice(0, 2)) * 60 + Number(time.slice(3))))
    .toSorted((a, b) => a - b);
  const week = 7 * 1440;
  const gaps = minutes.map((at, index) => (minutes[index + 1] ?? (minutes[0] ?? 0) + week) - at);
  return Math.max(0, ...gaps) * 60_000;
}

const found = (check: Check['check'], mark: Check['mark'], finding: Check['finding'], since: string | null = null): Check => ({
  check,
  mark,
  finding,
  since,
  p95_ms: null,
});

function covered({ data_rule, identity_required, unruled }: HealthFacts): Check {
  // The model shows nothing without an identity, and the report gives none: it opens for no reader.
  if (identity_required && data_rule !== 'rls') return found('covered', 'act', 'no_rule');
  if (data_rule === 'none') return found('covered', 'good', 'open_to_all');
  return unruled ? found('covered', 'attention', 'readers_without_rule') : found('covered', 'good', 'covered');
}

function fresh({ has_data, last, good_at, schedule }: HealthFacts, now: Date): Check {
  if (!has_data) return found('fresh', null, 'no_data');
  if (last?.state === 'failed') return found('fresh', 'act', schedule?.paused === 'failures' ? 'paused' : 'failed', last.at);
  if (schedule?.paused === 'failures') return found('fresh', 'act', 'paused', good_at);
  if (good_at === null) return found('fresh', null, 'never_seen');
  const age = now.getTime() - Date.parse(good_at);
  if (schedule !== null && schedule.paused === null) {
    return age > longestGapMs(schedule) + graceMs ? found('fresh', 'attention', 'late', good_at) : found('fresh', 'good', 'fresh', good_at);
  }
  return age > oldMs ? found('fresh', 'attention', 'old', good_at) : found('fresh', 'good', 'fresh', good_at);
}

function owned({ owner, owner_gone_on }: HealthFacts): Check {
  if (owner === 'gone') return found('owned', 'act', 'owner_gone', owner_gone_on);
  return owner === 'nobody' ? found('owned', 'attention', 'nobody') : found('owned', 'good', 'owned');
}

function fast({ load }: HealthFacts): Check {
  if (load === null || load.loads < enoughLoads) return found('fast', null, 'too_few');
  const { p95_ms, usual_ms, counted_at } = load;
  const judged = (mark: Check['mark'], finding: Check['finding']) => ({ ...found('fast', mark, finding, counted_at), p95_ms });
  if (p95_ms > tooSlowMs) return judged('act', 'too_slow');
  const beyondOthers = p95_ms > noticedMs && p95_ms > 2 * usual_ms;
  return p95_ms > slowMs || beyondOthers ? judged('attention', 'slow') : judged('good', 'fast');
}

function used({ created_at, last_opened_at }: HealthFacts, now: Date): Check {
  // What was never opened is judged by the day on which it was registered.
  const days = (now.getTime() - Date.parse(last_opened_at ?? created_at)) / dayMs;
  const since = last_opened_at ?? created_at;
  if (days > unusedDays) return found('used', 'attention', 'unused', since);
  if (days > quietDays) return found('used', 'attention', 'quiet', since);
  return last_opened_at === null ? found('used', null, 'new', created_at) : found('used', 'good', 'used', last_opened_at);
}

const advised: Partial<Record<Check['finding'], Advice>> = {
  no_rule: 'set_rule',
  readers_without_rule: 'give_rules',
  failed: 'see_refresh',
  paused: 'take_up_schedule',
  late: 'see_refresh',
  old: 'set_schedule',
  owner_gone: 'name_owner',
  nobody: 'name_owner',
  too_slow: 'see_loads',
  slow: 'see_loads',
  quiet: 'see_access',
  unused: 'archive',
};

export type Health = ReportMark & { checks: Check[] };

/** Checks in the order of `healthChecks`; the advice is for the first of the worst ones. What nobody opens is archived rather than mended. */
export function healthOf(facts: HealthFacts, now: Date): Health {
  const all = { covered: covered(facts), fresh: fresh(facts, now), owned: owned(facts), fast: fast(facts), used: used(facts, now) };
  const checks = healthChecks.map((name) => all[name]);
  const mark = healthMarks.findLast((one) => checks.some((check) => check.mark === one)) ?? 'good';
  const worst = all.used.finding === 'unused' ? all.used : checks.find((check) => check.mark === mark);
  return { mark, advice: (mark !== 'good' && worst && advised[worst.finding]) || null, checks };
}
