/** Whether a value meets the condition of a task, and whom that tells. */
import type { Operator, Task } from '@vitrine/contract/automation/task.ts';

export type Value = string | number | boolean | null;
export type Condition = Pick<Task, 'operator' | 'value' | 'value_to'>;

const minuteMs = 60_000;

/** `1.234,5` and `1,234.5` are typed by people: the last mark is that of the decimals. */
export function numberOf(value: Value): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const typed = value.trim().replaceAll(/\s/g, '');
  if (!/^[-+]?[\d.,]+$/.test(typed) || !/\d/.test(typed)) return null;
  const mark = Math.max(typed.lastIndexOf(','), typed.lastIndexOf('.'));
  const mixed = typed.includes(',') && typed.includes('.');
  const repeated = typed.split(/[.,]/).length > 2;
  // One kind of mark, and more than once: it groups thousands.
  if (mark < 0 || (repeated && !mixed)) return finite(typed.replaceAll(/[.,]/g, ''));
  return finite(`${typed.slice(0, mark).replaceAll(/[.,]/g, '')}.${typed.slice(mark + 1)}`);
}

function finite(text: string): number | null {
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

export const textOf = (value: Value): string => (value === null ? '' : String(value));
const folded = (value: Value): string => textOf(value).trim().toLowerCase();
const isEmpty = (value: Value): boolean => value === null || textOf(value).trim() === '';

/** Numbers by size, everything else by its letters, whatever their case. */
function compare(value: Value, to: string): number {
  const [a, b] = [typeof value === 'number' ? value : null, numberOf(to)];
  if (a !== null && b !== null) return a - b;
  const [left, right] = [folded(value), folded(to)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** How much it has changed since the run before, in per cent; null where that says nothing. */
function changeOf(value: Value, before: Value | undefined): number | null {
  const [now, then] = [numberOf(value), before === undefined ? null : numberOf(before)];
  return now === null || then === null || then === 0 ? null : ((now - then) / Math.abs(then)) * 100;
}

type Facts = { value: Value; wanted: string; to: string; before: Value | undefined };

const isBy = ({ value, wanted, before }: Facts, sign: 1 | -1): boolean =>
  sign * (changeOf(value, before) ?? 0) >= (numberOf(wanted) ?? Infinity);

/** Of a value that is there. */
const holds: Record<Operator, (facts: Facts) => boolean> = {
  empty: () => false,
  not_empty: () => true,
  changed: ({ value, before }) => before !== undefined && folded(value) !== folded(before),
  equal: ({ value, wanted }) => compare(value, wanted) === 0,
  different: ({ value, wanted }) => compare(value, wanted) !== 0,
  more: ({ value, wanted }) => compare(value, wanted) > 0,
  at_least: ({ value, wanted }) => compare(value, wanted) >= 0,
  less: ({ value, wanted }) => compare(value, wanted) < 0,
  at_most: ({ value, wanted }) => compare(value, wanted) <= 0,
  between: ({ value, wanted, to }) => compare(value, wanted) >= 0 && compare(value, to) <= 0,
  contains: ({ value, wanted }) => folded(value).includes(folded(wanted)),
  rose: (facts) => isBy(facts, 1),
  fell: (facts) => isBy(facts, -1),
};

/** Nothing is neither more nor less than anything: no value meets `empty`, and that it has changed. `before` is undefined at the first run. */
export function meets({ operator, value: wanted, value_to: to }: Condition, value: Value, before: Value | undefined): boolean {
  if (operator === null) return false;
  if (isEmpty(value) && operator !== 'changed') return operator === 'empty';
  return holds[operator]({ value, wanted, to, before });
}

export type Policy = Pick<Task, 'repeat' | 'repeat_minutes' | 'repetitions' | 'tell_recovery'>;
/** How the last run left it. */
export type Before = { firing: boolean; told_times: number; told_at: Date | null };

/** What is told: `fired` that it holds, `recovered` that it holds no more. */
export function tells(policy: Policy, before: Before, met: boolean, now: Date): 'fired' | 'recovered' | null {
  // Who was never told that it held has nothing to be told about its end.
  if (!met) return before.firing && policy.tell_recovery && before.told_times > 0 ? 'recovered' : null;
  if (!before.firing || before.told_times === 0) return 'fired';
  if (policy.repeat === 'once' || before.told_times >= policy.repetitions) return null;
  if (policy.repeat === 'every' || before.told_at === null) return 'fired';
  return now.getTime() - before.told_at.getTime() >= (policy.repeat_minutes ?? 0) * minuteMs ? 'fired' : null;
}

/** What the runs so far have left behind; `value` is undefined before the first answer. */
export type Standing = Before & { value: Value | undefined };
export type Rule = Condition & Policy & Pick<Task, 'only_execute'>;
export const neverRun: Standing = { firing: false, told_times: 0, told_at: null, value: undefined };

/** What an answer means: the one decision of runs and of the look at the past. Whoever is muted has not been told. */
export function decide(
  rule: Rule,
  before: Standing,
  answer: { value: Value; now: Date; muted: boolean },
): { met: boolean; what: 'fired' | 'recovered' | null; after: Standing } {
  const { value, now, muted } = answer;
  const met = meets(rule, value, before.value);
  const what = rule.only_execute ? null : tells(rule, before, met, now);
  const isTold = what === 'fired' && !muted;
  const told_times = met ? (before.firing ? before.told_times : 0) + Number(isTold) : 0;
  return { met, what, after: { firing: met, value, told_times, told_at: isTold ? now : met ? before.told_at : null } };
}
