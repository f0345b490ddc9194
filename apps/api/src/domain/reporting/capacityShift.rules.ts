/** Whether a capacity is to run now, by its calendars and its use. Asked by the job, by the screen, and when a reader wakes one. */
import type { HourRange } from '#domain/access/accessHours.ts';
import { hoursNow } from '#domain/access/accessHours.ts';

export type CapacityRule = {
  auto_activate: boolean;
  auto_pause: boolean;
  inactive_minutes: number;
  use_schedule: boolean;
  activate_outside: boolean;
  force_stop: boolean;
};
export type CapacityHours = { timezone: string; shifts: readonly { ranges: readonly HourRange[]; holidays: readonly string[] }[] };
export type CapacityUse = {
  /** The last reading, export or refresh, or the last start by hand. */
  used_at: Date | null;
  /** What runs now and would be lost. */
  held_by: 'refresh' | 'export' | null;
  /** When somebody paused it, if that was the last thing that was done to it. */
  paused_by_hand_at: Date | null;
};
export type Verdict = { wanted: 'run' | 'pause' | 'leave'; reason: VerdictReason };
type VerdictReason = 'off' | 'within_hours' | 'outside_hours' | 'idle' | 'in_use' | 'held_refresh' | 'held_export' | 'by_hand';
export type Change = { at: Date; to: 'run' | 'pause'; reason: 'within_hours' | 'outside_hours' };

const minuteMs = 60_000;
/** A refresh or an export is waited for no longer, counted from the end of the shift. */
const heldAtMostMs = 60 * minuteMs;

const hoursAt = ({ timezone, shifts }: CapacityHours, at: Date) => hoursNow({ shifts, extended_until: null }, timezone, at);
const follows = (rule: CapacityRule, { shifts }: CapacityHours): boolean => rule.use_schedule && shifts.length > 0;

/** Whether a reader may start it now, as far as its calendars decide that. */
export const mayWakeNow = (rule: CapacityRule, hours: CapacityHours, now: Date): boolean =>
  !follows(rule, hours) || rule.activate_outside || hoursAt(hours, now).open;

/** When its calendars open next; null where they are open, never open, or are not followed. */
export function opensAt(rule: CapacityRule, hours: CapacityHours, now: Date): Date | null {
  const current = hoursAt(hours, now);
  return !follows(rule, hours) || current.open ? null : current.opens_at;
}

/** Whether two moments lie in the same hours: nobody is overruled before those end. */
function isSameSpan(hours: CapacityHours, earlier: Date, now: Date): boolean {
  const [then, current] = [hoursAt(hours, earlier), hoursAt(hours, now)];
  return then.open && current.open && then.closes_at?.getTime() === current.closes_at?.getTime();
}

function resting(rule: CapacityRule, { used_at, held_by }: CapacityUse, now: Date): Verdict | null {
  if (held_by !== null) return { wanted: 'leave', reason: `held_${held_by}` };
  const isIdle = used_at === null || now.getTime() - used_at.getTime() >= rule.inactive_minutes * minuteMs;
  return isIdle ? null : { wanted: 'leave', reason: 'in_use' };
}

function outside(rule: CapacityRule, hours: CapacityHours, use: CapacityUse, now: Date): Verdict {
  if (!rule.auto_pause) return { wanted: 'leave', reason: 'off' };
  const stop = { wanted: 'pause', reason: 'outside_hours' } as const;
  if (rule.force_stop) return stop;
  const isOverdue = !hoursAt(hours, new Date(now.getTime() - heldAtMostMs)).open;
  return resting(rule, isOverdue ? { ...use, held_by: null } : use, now) ?? stop;
}

/** What the rule wants of a capacity now, and why. `leave`: as it is. */
export function wantedOf(rule: CapacityRule, hours: CapacityHours, use: CapacityUse, now: Date): Verdict {
  if (!rule.auto_activate && !rule.auto_pause) return { wanted: 'leave', reason: 'off' };
  if (follows(rule, hours)) {
    if (!hoursAt(hours, now).open) return outside(rule, hours, use, now);
    if (rule.auto_activate) {
      const { paused_by_hand_at } = use;
      const isOverruled = paused_by_hand_at !== null && isSameSpan(hours, paused_by_hand_at, now);
      return isOverruled ? { wanted: 'leave', reason: 'by_hand' } : { wanted: 'run', reason: 'within_hours' };
    }
  }
  if (!rule.auto_pause) return { wanted: 'leave', reason: 'off' };
  return resting(rule, use, now) ?? { wanted: 'pause', reason: 'idle' };
}

/** The next changes that the calendars bring. */
export function nextChanges(rule: CapacityRule, hours: CapacityHours, now: Date, count = 3): Change[] {
  const changes: Change[] = [];
  if (!follows(rule, hours)) return changes;
  let at = now;
  // Each turn goes to the next opening or closing; half of them may be of a kind that is switched off.
  for (let turn = 0; turn < 2 * count && changes.length < count; turn++) {
    const current = hoursAt(hours, at);
    const next = current.open ? current.closes_at : current.opens_at;
    if (next === null || next <= at) break;
    if (current.open && rule.auto_pause) changes.push({ at: next, to: 'pause', reason: 'outside_hours' });
    if (!current.open && rule.auto_activate) changes.push({ at: next, to: 'run', reason: 'within_hours' });
    at = next;
  }
  return changes;
}
