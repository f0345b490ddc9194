/** Until when a ticket should be answered and resolved. Only the hours in which the help desk works count, on the clock of the unit. */
import type { Ticket } from '@vitrine/contract/support/ticket.ts';
import type { TicketGoals } from '@vitrine/contract/support/ticketGoals.ts';
import { dayAfter, minutesOf, nextShown, wallClock } from '#platform/wallClock.ts';

const minuteMs = 60_000;
const dayMinutes = 1440;
/** A goal of 500 hours, counted in the hour of one day a week, is reached within them. */
const mostDays = 4000;

export type Goals = Omit<TicketGoals, 'version'> & { timezone: string };

type Span = readonly [number, number];
/** Thousands of tickets are counted by the same days. */
const known = new WeakMap<Goals, Map<string, Span>>();

/** The working hours of the day so many days after a date, in milliseconds; none on days off. An end that is not after the start is on the next day. */
function spanOf(goals: Goals, today: string, offset: number): Span | null {
  const { date, weekday } = dayAfter(today, offset);
  if (!goals.days.includes(weekday)) return null;
  const spans = known.get(goals) ?? new Map<string, Span>();
  known.set(goals, spans);
  const span = spans.get(date) ?? spanOn(goals, date);
  spans.set(date, span);
  return span;
}

function spanOn({ starts, ends, timezone }: Goals, date: string): Span {
  const begin = Date.parse(`${date}T00:00:00Z`) + minutesOf(starts) * minuteMs;
  const length = (minutesOf(ends) - minutesOf(starts) + dayMinutes) % dayMinutes || dayMinutes;
  // Real time: on the day on which clocks change, the hours are as long as they are.
  const [from, until] = [begin, begin + length * minuteMs].map((wall) => nextShown(timezone, wall, -Infinity).getTime());
  return [from ?? 0, until ?? 0];
}

/** Minutes between two moments in which the help desk works. */
export function workedMinutes(goals: Goals, from: Date, until: Date): number {
  const today = wallClock(goals.timezone, from).date;
  let worked = 0;
  for (let offset = -1; offset < mostDays; offset++) {
    const span = spanOf(goals, today, offset);
    if (!span) {
      if (Date.parse(`${dayAfter(today, offset - 1).date}T00:00:00Z`) > until.getTime()) break;
      continue;
    }
    if (span[0] >= until.getTime()) break;
    worked += Math.max(0, Math.min(span[1], until.getTime()) - Math.max(span[0], from.getTime()));
  }
  return Math.floor(worked / minuteMs);
}

/** The moment at which so many minutes of work will have passed since a moment; with a negative number, that since which they have passed. */
export function afterWork(goals: Goals, from: Date, minutes: number): Date {
  const today = wallClock(goals.timezone, from).date;
  const step = minutes < 0 ? -1 : 1;
  let left = Math.abs(minutes) * minuteMs;
  let last = from.getTime();
  for (let offset = -step; Math.abs(offset) < mostDays; offset += step) {
    const span = spanOf(goals, today, offset);
    if (!span) continue;
    const [begin, end] = step === 1 ? [Math.max(span[0], from.getTime()), span[1]] : [span[0], Math.min(span[1], from.getTime())];
    if (end <= begin) continue;
    if (left <= end - begin) return new Date(step === 1 ? begin + left : end - left);
    left -= end - begin;
    last = step === 1 ? end : begin;
  }
  return new Date(last);
}

/** What is counted for a ticket. */
export type Clock = {
  /** Since when the time runs; null while the ticket is resolved. */
  counts_since: string | null;
  /** Minutes of work until the time stopped last. */
  counted_minutes: number | null;
  answered_at: string | null;
  /** Minutes of work until the first answer. */
  answer_minutes: number | null;
  answer_due_at: string | null;
  solution_due_at: string | null;
};

export const clockOfNew = (now: Date): Clock => ({
  counts_since: now.toISOString(),
  counted_minutes: null,
  answered_at: null,
  answer_minutes: null,
  answer_due_at: null,
  solution_due_at: null,
});

/** When the minutes of the goal are over, by what was counted before the time was last set going. */
const dueAfter = (goals: Goals, since: string, counted: number, hours: number | null): string | null =>
  hours === null ? null : afterWork(goals, new Date(since), hours * 60 - counted).toISOString();

type Standing = Pick<Ticket, 'state' | 'priority'> & { answered: boolean };

/** The clock after a change: it stops with the solution, goes on when the ticket is opened again, and follows priority and goals while it runs. */
export function clockAfter(before: Clock, { state, priority, answered }: Standing, goals: Goals, now: Date): Clock {
  const counted = before.counted_minutes ?? 0;
  const total = before.counts_since === null ? counted : counted + workedMinutes(goals, new Date(before.counts_since), now);
  const isFirstAnswer = answered && before.answered_at === null;
  const told = isFirstAnswer ? { answered_at: now.toISOString(), answer_minutes: total } : {};
  if (state === 'resolved')
    return { ...before, ...told, counts_since: null, ...(before.counts_since === null ? {} : { counted_minutes: total }) };
  const counts_since = before.counts_since ?? now.toISOString();
  const hours = goals.hours[priority];
  return {
    ...before,
    ...told,
    counts_since,
    // What was answered was answered by the goal of its time.
    answer_due_at: before.answered_at === null ? dueAfter(goals, counts_since, counted, hours.answer) : before.answer_due_at,
    solution_due_at: dueAfter(goals, counts_since, counted, hours.solution),
  };
}
