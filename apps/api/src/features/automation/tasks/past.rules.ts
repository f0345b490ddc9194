/** When a rule would have told people: its decision about each answer of the past, one after the other. */
import type { TestedDay } from '@vitrine/contract/automation/taskQuestions.ts';
import { dayAfter, wallClock } from '#platform/wallClock.ts';
import type { Rule, Value } from './condition.rules.ts';
import { decide, neverRun, numberOf, textOf } from './condition.rules.ts';
import type { Times } from './trigger.rules.ts';
import { nextOfAll } from './trigger.rules.ts';

const dayMs = 86_400_000;
const atOnce = 200;
const longestValue = 120;
/** Without times somebody has to ask: once a day is what is looked at. */
const daily: Times = {
  frequency: 'daily',
  days: [],
  day_of_month: null,
  times: ['08:00'],
  every_minutes: null,
  from: '00:00',
  until: '23:59',
  expires_on: null,
};

export type Answer = { at: Date; value: Value };
export type Decided = Answer & { met: boolean; what: 'fired' | 'recovered' | null };

export function decisionsOn(rule: Rule, answers: readonly Answer[]): Decided[] {
  let standing = neverRun;
  return answers.map(({ at, value }) => {
    const { met, what, after } = decide(rule, standing, { value, now: at, muted: false });
    standing = after;
    return { at, value, met, what };
  });
}

/** Five answers at least, which reach over half of the days. */
export function areEnough(answers: readonly Answer[], days: number): boolean {
  const [first, last] = [answers[0], answers.at(-1)];
  return first !== undefined && last !== undefined && answers.length >= 5 && last.at.getTime() - first.at.getTime() >= (days / 2) * dayMs;
}

/** The moments after `from` and before `until` at which it would have run. */
export function runsWithin(triggers: readonly Times[], timezone: string, from: Date, until: Date): Date[] {
  const times = triggers.length > 0 ? triggers.map((trigger) => ({ ...trigger, expires_on: null })) : [daily];
  const runs: Date[] = [];
  for (let after = from; ;) {
    const next = nextOfAll(times, timezone, after, atOnce);
    runs.push(...next.filter((at) => at < until));
    const last = next.at(-1);
    if (last === undefined || last >= until) return runs;
    after = last;
  }
}

export const dayOf = (timezone: string, at: Date): string => wallClock(timezone, at).date;

/** Day by day, with those on which nothing ran. */
export function byDay(decided: readonly Decided[], timezone: string, { from, until }: { from: string; until: string }): TestedDay[] {
  const ofDay = Map.groupBy(decided, ({ at }) => dayOf(timezone, at));
  const days: TestedDay[] = [];
  for (let day = from; day <= until; day = dayAfter(day, 1).date) {
    const runs = ofDay.get(day) ?? [];
    const value = runs.at(-1)?.value ?? null;
    days.push({
      day,
      value: value === null ? null : textOf(value).slice(0, longestValue),
      number_value: numberOf(value),
      runs: runs.length,
      met: runs.some(({ met }) => met),
      fired: runs.filter(({ what }) => what === 'fired').length,
      recovered: runs.filter(({ what }) => what === 'recovered').length,
    });
  }
  return days;
}
