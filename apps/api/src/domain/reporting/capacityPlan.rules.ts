/**
 * What a week would have been by other hours, from the use that is on record. A capacity runs in its hours; outside of them whoever opens a
 * report starts it, and it pauses when nobody has used it for a while (`capacityShift.rules.ts`). How long it runs for somebody depends on
 * the use alone, so that each hour of the week can be judged by itself.
 */
import type { HourRange } from '#domain/access/accessHours.ts';
import { hoursNow } from '#domain/access/accessHours.ts';
import { dayAfter, wallClock } from '#platform/wallClock.ts';
import type { CapacityHours } from './capacityShift.rules.ts';

/** Use without a pause that is long enough to stop: from its first moment to its last one. `waiting`: who opened a report while it started. */
export type Spell = { from: Date; until: Date; waiting: number };
export type Log = { spells: readonly Spell[]; from: Date; until: Date; timezone: string; inactive_minutes: number };

/** Of an average week. */
export type Figures = { hours_on: number; cold_starts: number; waiting: number };

/** An hour of the week, over all weeks of the log. `used_ms`: what it runs for those who use it, where it is not in the hours. */
export type Cell = { all_ms: number; used_ms: number; starts: number; waiting: number };
/** For each hour from midnight of Sunday on whether the capacity runs by the calendar. */
export type Week = readonly boolean[];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const weekMs = 7 * 24 * hourMs;
/** Time zones differ from UTC by multiples of it. */
const stepMs = 15 * minuteMs;
const [days, hoursADay] = [7, 24];

const weekMinutes = days * hoursADay * 60;
/** Minutes after midnight of Sunday, as clocks show them. */
const minuteOfWeek = (timezone: string, at: number): number => {
  const { date, minute } = wallClock(timezone, new Date(at));
  return dayAfter(date, 0).weekday * hoursADay * 60 + minute;
};

/** For each step of the log the hour of the week in which it lies. The clock is read once an hour, and oftener where it is changed. */
function cellOfSteps(timezone: string, first: number, last: number): number[] {
  const cells: number[] = [];
  const stepsAnHour = hourMs / stepMs;
  let begin = minuteOfWeek(timezone, first * stepMs);
  for (let step = first; step <= last; step += stepsAnHour) {
    const next = minuteOfWeek(timezone, (step + stepsAnHour) * stepMs);
    const isEven = (next - begin + weekMinutes) % weekMinutes === 60;
    for (let quarter = 0; quarter < stepsAnHour; quarter++) {
      const minute = isEven ? (begin + (quarter * stepMs) / minuteMs) % weekMinutes : minuteOfWeek(timezone, (step + quarter) * stepMs);
      cells.push(Math.floor(minute / 60));
    }
    begin = next;
  }
  return cells;
}

/** When it runs for its users, within the log. */
const spansOf = ({ spells, from, until, inactive_minutes }: Log): [number, number][] =>
  spells.map((spell) => [
    Math.max(spell.from.getTime(), from.getTime()),
    Math.min(spell.until.getTime() + inactive_minutes * minuteMs, until.getTime()),
  ]);

const averageOf = ({ from, until }: Pick<Log, 'from' | 'until'>, sums: { on_ms: number; starts: number; waiting: number }): Figures => {
  const weeks = (until.getTime() - from.getTime()) / weekMs;
  return { hours_on: sums.on_ms / hourMs / weeks, cold_starts: sums.starts / weeks, waiting: sums.waiting / weeks };
};

/** The log by hours of the week. */
export function cellsOf(log: Log): Cell[] {
  const cells = Array.from({ length: days * hoursADay }, (): Cell => ({ all_ms: 0, used_ms: 0, starts: 0, waiting: 0 }));
  const first = Math.floor(log.from.getTime() / stepMs);
  const last = Math.ceil(log.until.getTime() / stepMs) - 1;
  const steps = cellOfSteps(log.timezone, first, last).map((hour) => cells[hour]);
  for (let step = first; step <= last; step++) {
    const cell = steps[step - first];
    if (cell) cell.all_ms += Math.min((step + 1) * stepMs, log.until.getTime()) - Math.max(step * stepMs, log.from.getTime());
  }
  const cellOf = (at: number) => steps[Math.floor(at / stepMs) - first];
  for (const [begin, end] of spansOf(log)) {
    for (let at = begin; at < end;) {
      const next = Math.min((Math.floor(at / stepMs) + 1) * stepMs, end);
      const cell = cellOf(at);
      if (cell) cell.used_ms += next - at;
      at = next;
    }
  }
  for (const { from, waiting } of log.spells) {
    const cell = cellOf(from.getTime());
    if (!cell) continue;
    cell.starts += 1;
    cell.waiting += waiting;
  }
  return cells;
}

/** What a week is with these hours on. */
export function figuresOf(log: Log, cells: readonly Cell[], week: Week): Figures {
  const sums = { on_ms: 0, starts: 0, waiting: 0 };
  for (const [index, cell] of cells.entries()) {
    const isOn = week[index] === true;
    sums.on_ms += isOn ? cell.all_ms : cell.used_ms;
    sums.starts += isOn ? 0 : cell.starts;
    sums.waiting += isOn ? 0 : cell.waiting;
  }
  return averageOf(log, sums);
}

/** From when to when the calendars are open within the log. */
function openSpans({ from, until, timezone }: Log, { shifts }: Pick<CapacityHours, 'shifts'>): [number, number][] {
  const spans: [number, number][] = [];
  let at = from;
  while (at < until) {
    const now = hoursNow({ shifts, extended_until: null }, timezone, at);
    const next = now.open ? now.closes_at : now.opens_at;
    const end = next === null || next > until ? until : next;
    if (now.open) spans.push([at.getTime(), end.getTime()]);
    at = end;
  }
  return spans;
}

/** What a week was with these calendars: the log is gone through as it happened. */
export function replay(log: Log, hours: Pick<CapacityHours, 'shifts'>): Figures {
  const open = hours.shifts.length === 0 ? [] : openSpans(log, hours);
  const sums = { on_ms: 0, starts: 0, waiting: 0 };
  for (const { from, waiting } of log.spells) {
    const at = from.getTime();
    if (open.some(([begin, end]) => begin <= at && at < end)) continue;
    sums.starts += 1;
    sums.waiting += waiting;
  }
  let covered = -Infinity;
  for (const [begin, end] of [...open, ...spansOf(log)].toSorted(([a], [b]) => a - b)) {
    sums.on_ms += Math.max(0, end - Math.max(begin, covered));
    covered = Math.max(covered, end);
  }
  return averageOf(log, sums);
}

/** A way through the hours until now: what it costs, and which hours are on. */
type Cost = { ms: number; ranges: number };
type Way = Cost & { on: readonly boolean[] };
const isBetter = (one: Cost, other: Cost | undefined): boolean =>
  !other || one.ms < other.ms || (one.ms === other.ms && one.ranges < other.ranges);

/** For one day: the best way for each number of cold starts up to the most that are allowed. */
function waysOfDay(cells: readonly Cell[], allowed: number, rangesADay: number): Map<number, Way> {
  // By starts, ranges so far, and whether the hour before is on.
  type State = { starts: number; way: Way; isOn: boolean };
  let states = new Map<string, State>([['', { starts: 0, way: { ms: 0, ranges: 0, on: [] }, isOn: false }]]);
  for (const cell of cells) {
    const next = new Map<string, State>();
    for (const { starts, way, isOn } of states.values()) {
      for (const turnsOn of [true, false]) {
        const ranges = way.ranges + (turnsOn && !isOn ? 1 : 0);
        const sum = starts + (turnsOn ? 0 : cell.starts);
        if (ranges > rangesADay || sum > allowed) continue;
        const key = `${sum} ${ranges} ${turnsOn}`;
        const cost = { ms: way.ms + (turnsOn ? cell.all_ms : cell.used_ms), ranges };
        if (isBetter(cost, next.get(key)?.way)) next.set(key, { starts: sum, way: { ...cost, on: [...way.on, turnsOn] }, isOn: turnsOn });
      }
    }
    states = next;
  }
  const best = new Map<number, Way>();
  for (const { starts, way } of states.values()) if (isBetter(way, best.get(starts))) best.set(starts, way);
  return best;
}

/** The hours that cost least with at most so many cold starts in an average week, in at most so many ranges a day. */
export function cheapestWeek(log: Log, cells: readonly Cell[], coldStartsAtMost: number, rangesADay: number): Week {
  const weeks = (log.until.getTime() - log.from.getTime()) / weekMs;
  const allowed = Math.floor(coldStartsAtMost * weeks);
  let ways = new Map<number, Way>([[0, { ms: 0, ranges: 0, on: [] }]]);
  for (let day = 0; day < days; day++) {
    const ofDay = waysOfDay(cells.slice(day * hoursADay, (day + 1) * hoursADay), allowed, rangesADay);
    const next = new Map<number, Way>();
    for (const [starts, way] of ways) {
      for (const [more, wayOfDay] of ofDay) {
        const cost = { ms: way.ms + wayOfDay.ms, ranges: way.ranges + wayOfDay.ranges };
        if (starts + more > allowed || !isBetter(cost, next.get(starts + more))) continue;
        next.set(starts + more, { ...cost, on: [...way.on, ...wayOfDay.on] });
      }
    }
    ways = next;
  }
  let best: Way | undefined;
  for (const way of ways.values()) if (isBetter(way, best)) best = way;
  return best?.on ?? [];
}

const timeOf = (hour: number): string => `${String(hour % hoursADay).padStart(2, '0')}:00`;

/** As a shift has them: an end at midnight lies on the next day. */
export function rangesOf(week: Week): HourRange[] {
  const ranges: HourRange[] = [];
  for (let day = 0; day < days; day++) {
    for (let hour = 0; hour < hoursADay; hour++) {
      const isOn = (at: number) => at >= 0 && at < hoursADay && week[day * hoursADay + at] === true;
      if (!isOn(hour) || isOn(hour - 1)) continue;
      let end = hour;
      while (isOn(end)) end++;
      ranges.push({ day, start: timeOf(hour), end: timeOf(end) });
    }
  }
  return ranges;
}
