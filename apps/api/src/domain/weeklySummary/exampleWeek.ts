/** A made-up week, for the examples of mails. */
import type { PartnerWeek, UnitWeek } from './weeklySummary.rules.ts';

const now = { views: 312, people: 41, minutes: 1260, failures: 5 };
const before = { views: 280, people: 44, minutes: 1115, failures: 2 };

export function exampleWeek(values: Record<string, string | number>): UnitWeek {
  const report = String(values['report']);
  return {
    now,
    before,
    added: { count: 1, titles: [report], unopened: 0, first_unopened: null },
    unopened: { count: 3, never: 1, titles: [report] },
    refresh: { id: '', title: report, count: 4 },
    failing: null,
    unused: 0,
  };
}

export function exampleUnits(values: Record<string, string | number>): PartnerWeek {
  const unit = { id: '', name: String(values['unit']), views: 312, views_before: 280, people: 41, failures: 5 };
  return { now, before, units: [unit], unused: 3 };
}
