import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '#domain/billing/times.ts';
import { domainFees, positionsOf } from './positions.rules.ts';

const month = 30;

test('people who are free cost nothing, and never less than nothing', () => {
  const of = (person_count: number) => positionsOf({ person_count, bonus_users: 5, price_cents: 2490 }, [], month, []).total_cents;
  expect([of(0), of(5), of(6), of(105)]).toEqual([0, 0, 2490, 249_000]);
});

test('credits are used up in their order, and what is left of them waits', () => {
  const credits = [
    { id: 'a', left_cents: 3000, reason: 'x' },
    { id: 'b', left_cents: 9000, reason: 'y' },
    { id: 'c', left_cents: 100, reason: 'z' },
  ];
  const { positions, total_cents } = positionsOf({ person_count: 4, bonus_users: 0, price_cents: 2000 }, [], month, credits);
  expect(total_cents).toBe(0);
  expect(positions.slice(1)).toEqual([
    { place: 2, kind: 'credit', credit_id: 'a', reason: 'x', total_cents: -3000 },
    { place: 3, kind: 'credit', credit_id: 'b', reason: 'y', total_cents: -5000 },
  ]);
});

test('the stretches of a host never cost more or less than its fee, whoever had it', () => {
  const stretch = fc.record({ host: fc.constantFrom('a.example', 'b.example'), days: fc.nat(7) });
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 4 }), fc.nat(99_999), (stretches, fee) => {
      const segments = stretches.map(({ host, days }, client) => ({ host, days, unit_id: 'u', client_id: String(client), fee_cents: fee }));
      for (const [, fees] of Map.groupBy(domainFees(segments, 30), ({ host }) => host)) {
        const days = fees.reduce((sum, one) => sum + one.days, 0);
        const cents = fees.reduce((sum, one) => sum + one.cents, 0);
        expect(cents).toBeLessThanOrEqual(fee);
        if (days === 30) expect(cents).toBe(fee);
      }
    }),
  );
  const all = domainFees(
    [
      { host: 'a', days: 10, unit_id: 'u', client_id: '1', fee_cents: 1000 },
      { host: 'a', days: 20, unit_id: 'u', client_id: '2', fee_cents: 1000 },
    ],
    30,
  );
  expect(all.map(({ cents }) => cents)).toEqual([333, 667]);
});

test('the sum of the positions is the total, down to the centavo', () => {
  const amounts = fc.record({ person_count: fc.nat(100_000), bonus_users: fc.nat(200), price_cents: fc.nat(1_000_000) });
  fc.assert(
    fc.property(amounts, fc.array(fc.nat(10_000_000)), (terms, credits) => {
      const { positions, total_cents } = positionsOf(
        terms,
        [],
        month,
        credits.map((left_cents, id) => ({ id: String(id), left_cents, reason: '' })),
      );
      expect(positions.reduce((sum, position) => sum + position.total_cents, 0)).toBe(total_cents);
      expect(total_cents).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('an amount that no number holds is refused', () => {
  expect(() => times(100_000_000, 999_999_999_999)).toThrow('is no amount');
});
