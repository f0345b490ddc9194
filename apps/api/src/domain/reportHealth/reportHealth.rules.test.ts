import { expect, test } from 'vitest';
import type { HealthFacts } from './reportHealth.rules.ts';
import { healthOf, longestGapMs, noticedMs, slowMs, tooSlowMs } from './reportHealth.rules.ts';

const now = new Date('2026-11-24T12:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const well: HealthFacts = {
  created_at: ago(200),
  has_data: true,
  last: { state: 'completed', at: ago(0.2) },
  good_at: ago(0.2),
  schedule: { days: [0, 1, 2, 3, 4, 5, 6], times: ['06:00'], paused: null },
  owner: 'there',
  owner_gone_on: null,
  load: { loads: 40, p95_ms: 2000, usual_ms: 1800, counted_at: ago(0.3) },
  last_opened_at: ago(1),
  data_rule: 'rls',
  identity_required: true,
  unruled: false,
};
const load = (p95_ms: number, { loads = 40, usual_ms = 1800 } = {}) => ({ loads, p95_ms, usual_ms, counted_at: ago(0.3) });
const judged = (facts: Partial<HealthFacts>) => {
  const { mark, advice, checks } = healthOf({ ...well, ...facts }, now);
  return [
    mark,
    advice,
    checks
      .filter((check) => check.mark !== 'good')
      .map(({ finding }) => finding)
      .join(' '),
  ];
};

test('a report of which nothing is wrong is good, and nothing is advised', () => {
  expect(judged({})).toEqual(['good', null, '']);
});

test.each<[Partial<HealthFacts>, unknown[]]>([
  [{ data_rule: 'none' }, ['act', 'set_rule', 'no_rule']],
  [{ data_rule: 'filter' }, ['act', 'set_rule', 'no_rule']],
  [{ data_rule: 'none', identity_required: false }, ['good', null, '']],
  [{ unruled: true }, ['attention', 'give_rules', 'readers_without_rule']],
  [{ last: { state: 'failed', at: ago(0.1) } }, ['act', 'see_refresh', 'failed']],
  [
    { last: { state: 'failed', at: ago(0.1) }, schedule: { days: [1], times: ['06:00'], paused: 'failures' } },
    ['act', 'take_up_schedule', 'paused'],
  ],
  [{ schedule: { days: [1], times: ['06:00'], paused: 'failures' } }, ['act', 'take_up_schedule', 'paused']],
  [{ good_at: ago(1.05) }, ['good', null, '']],
  [{ good_at: ago(1.2) }, ['attention', 'see_refresh', 'late']],
  [{ good_at: ago(6), schedule: { days: [1], times: ['06:00'], paused: null } }, ['good', null, '']],
  [{ good_at: ago(6), schedule: null }, ['good', null, '']],
  [{ good_at: ago(8), schedule: null }, ['attention', 'set_schedule', 'old']],
  [{ good_at: ago(8), schedule: { days: [1], times: ['06:00'], paused: 'person' } }, ['attention', 'set_schedule', 'old']],
  [{ has_data: false, last: null, good_at: null }, ['good', null, 'no_data']],
  [{ last: null, good_at: null }, ['good', null, 'never_seen']],
  [{ owner: 'gone' }, ['act', 'name_owner', 'owner_gone']],
  [{ owner: 'nobody' }, ['attention', 'name_owner', 'nobody']],
  [{ load: load(tooSlowMs) }, ['attention', 'see_loads', 'slow']],
  [{ load: load(tooSlowMs + 1) }, ['act', 'see_loads', 'too_slow']],
  [{ load: load(slowMs, { usual_ms: slowMs }) }, ['good', null, '']],
  [{ load: load(slowMs + 1, { usual_ms: slowMs }) }, ['attention', 'see_loads', 'slow']],
  [{ load: load(noticedMs + 1) }, ['attention', 'see_loads', 'slow']],
  [{ load: load(noticedMs) }, ['good', null, '']],
  [{ load: load(60_000, { loads: 4 }) }, ['good', null, 'too_few']],
  [{ load: null }, ['good', null, 'too_few']],
  [{ last_opened_at: ago(29) }, ['good', null, '']],
  [{ last_opened_at: ago(31) }, ['attention', 'see_access', 'quiet']],
  [{ last_opened_at: ago(91) }, ['attention', 'archive', 'unused']],
  [{ last_opened_at: null }, ['attention', 'archive', 'unused']],
  [{ last_opened_at: null, created_at: ago(3) }, ['good', null, 'new']],
])('%o', (facts, expected) => {
  expect(judged(facts)).toEqual(expected);
});

test('one thing is advised: for the worst, of equals for what readers would notice first', () => {
  expect(judged({ owner: 'nobody', load: load(tooSlowMs + 1) }).slice(0, 2)).toEqual(['act', 'see_loads']);
  expect(judged({ owner: 'gone', data_rule: 'none' }).slice(0, 2)).toEqual(['act', 'set_rule']);
  expect(judged({ owner: 'nobody', good_at: ago(3) }).slice(0, 2)).toEqual(['attention', 'see_refresh']);
});

test('what nobody opens is not to be mended first', () => {
  expect(judged({ last_opened_at: ago(120), last: { state: 'failed', at: ago(1) } }).slice(0, 2)).toEqual(['act', 'archive']);
});

test('each check is told with since when', () => {
  const { checks } = healthOf({ ...well, last: { state: 'failed', at: ago(0.5) }, owner: 'gone', owner_gone_on: '2026-11-01' }, now);
  expect(checks.map(({ check, since }) => [check, since])).toEqual([
    ['covered', null],
    ['fresh', ago(0.5)],
    ['owned', '2026-11-01'],
    ['fast', ago(0.3)],
    ['used', ago(1)],
  ]);
});

test.each([
  [[1], ['06:00'], 7 * 24],
  [[1, 2, 3, 4, 5], ['06:00'], 72],
  [[0, 1, 2, 3, 4, 5, 6], ['06:00', '18:00'], 12],
  [[0, 1, 2, 3, 4, 5, 6], ['18:00', '06:30'], 12.5],
  [[6, 0], ['22:00'], 6 * 24],
])('on days %o at %o it is %d hours at the most', (days, times, hours) => {
  expect(longestGapMs({ days, times })).toBe(hours * 3_600_000);
});
