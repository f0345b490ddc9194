import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Condition, Policy, Value } from './condition.rules.ts';
import { meets, numberOf, tells } from './condition.rules.ts';

const met = (operator: Condition['operator'], value: Value, wanted = '', to = '', before?: Value) =>
  meets({ operator, value: wanted, value_to: to }, value, before);

test('numbers are read as people type them', () => {
  expect(['1.234,5', '1,234.5', '1234', '-3,5', '1.234.567', ' 7 ', 'x', '', '1-2'].map(numberOf)).toEqual([
    1234.5,
    1234.5,
    1234,
    -3.5,
    1_234_567,
    7,
    null,
    null,
    null,
  ]);
});

test('numbers compare by size, texts by their letters whatever their case', () => {
  expect(met('more', 10, '9')).toBe(true);
  expect(met('less', 10, '9')).toBe(false);
  expect(met('equal', 'Recife', ' recife')).toBe(true);
  expect(met('different', 'Recife', 'RECIFE')).toBe(false);
  expect(met('contains', 'São Paulo', 'PAULO')).toBe(true);
  expect(met('between', 5, '5', '9')).toBe(true);
  expect(met('between', 9.01, '5', '9')).toBe(false);
  expect(met('at_least', '2026-03-02T00:00:00', '2026-03-01')).toBe(true);
});

test('nothing meets no condition but that it is empty', () => {
  for (const operator of [
    'equal',
    'different',
    'more',
    'at_least',
    'less',
    'at_most',
    'between',
    'contains',
    'not_empty',
    'rose',
    'fell',
  ] as const)
    expect([operator, met(operator, null, '0', '9', 5)]).toEqual([operator, false]);
  expect(met('empty', null)).toBe(true);
  expect(met('empty', '  ')).toBe(true);
  expect(met('empty', 0)).toBe(false);
});

test('what has changed is compared with the run before; the first one has none', () => {
  expect(met('changed', 1)).toBe(false);
  expect(met('changed', 2, '', '', 1)).toBe(true);
  expect(met('changed', null, '', '', 1)).toBe(true);
  expect(met('rose', 110, '10', '', 100)).toBe(true);
  expect(met('rose', 109, '10', '', 100)).toBe(false);
  expect(met('fell', 80, '20', '', 100)).toBe(true);
  expect(met('fell', -120, '20', '', -100)).toBe(true);
  expect(met('rose', 5, '10', '', 0)).toBe(false);
  expect(met('rose', 5, '10')).toBe(false);
});

const policy: Policy = { repeat: 'once', repeat_minutes: null, repetitions: 1, tell_recovery: false };
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

test('once: when it begins to hold, and again after it did not', () => {
  expect(tells(policy, { firing: false, told_times: 0, told_at: null }, true, at(0))).toBe('fired');
  expect(tells(policy, { firing: true, told_times: 1, told_at: at(0) }, true, at(15))).toBeNull();
  expect(tells(policy, { firing: true, told_times: 1, told_at: at(0) }, false, at(30))).toBeNull();
});

test('every run, as often as was wished; every so many minutes, not more often', () => {
  const every: Policy = { ...policy, repeat: 'every', repetitions: 3 };
  expect(tells(every, { firing: true, told_times: 2, told_at: at(0) }, true, at(1))).toBe('fired');
  expect(tells(every, { firing: true, told_times: 3, told_at: at(0) }, true, at(1))).toBeNull();
  const hourly: Policy = { ...every, repeat: 'interval', repeat_minutes: 60 };
  expect(tells(hourly, { firing: true, told_times: 1, told_at: at(0) }, true, at(59))).toBeNull();
  expect(tells(hourly, { firing: true, told_times: 1, told_at: at(0) }, true, at(60))).toBe('fired');
});

test('its end is told where that is wished, to nobody who was not told of its beginning', () => {
  const recovering: Policy = { ...policy, tell_recovery: true };
  expect(tells(recovering, { firing: true, told_times: 1, told_at: at(0) }, false, at(15))).toBe('recovered');
  expect(tells(recovering, { firing: true, told_times: 0, told_at: null }, false, at(15))).toBeNull();
  expect(tells(recovering, { firing: false, told_times: 0, told_at: null }, false, at(15))).toBeNull();
});

test('while it holds nobody is told more often than was wished', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('once', 'every', 'interval'),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.boolean(), { maxLength: 40 }),
      (repeat, repetitions, run) => {
        const told = { firing: false, told_times: 0, told_at: null as Date | null };
        for (const [index, holds] of run.entries()) {
          const said = tells({ repeat, repeat_minutes: 30, repetitions, tell_recovery: true }, told, holds, at(index * 15));
          const began = holds && !told.firing;
          told.told_times = holds ? (began ? 0 : told.told_times) + Number(said === 'fired') : 0;
          if (said === 'fired') told.told_at = at(index * 15);
          told.firing = holds;
          if (began) expect(said).toBe('fired');
          expect(told.told_times).toBeLessThanOrEqual(repeat === 'once' ? 1 : repetitions);
        }
      },
    ),
  );
});
