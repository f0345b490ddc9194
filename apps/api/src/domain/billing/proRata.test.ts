import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shares } from './proRata.ts';

const amounts = fc.integer({ min: 0, max: 999_999_999_999 });
const days = fc.array(fc.nat(31), { minLength: 1, maxLength: 12 });

test('no centavo is lost or made, whatever is divided by whatever days', () => {
  fc.assert(
    fc.property(amounts, days, (amount, weights) => {
      fc.pre(weights.some((weight) => weight > 0));
      const parts = shares(amount, weights);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
      const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
      for (const [place, part] of parts.entries()) {
        const due = BigInt(amount) * BigInt(weights[place] ?? 0);
        expect(BigInt(part) * whole - due).toBeLessThan(whole);
        expect(due - BigInt(part) * whole).toBeLessThan(whole);
      }
    }),
  );
});

test('whoever had it longer never pays less', () => {
  fc.assert(
    fc.property(amounts, days, (amount, weights) => {
      const parts = shares(amount, weights);
      for (const [a, weight] of weights.entries())
        for (const [b, other] of weights.entries()) if (weight > other) expect(parts[a]).toBeGreaterThanOrEqual(parts[b] ?? 0);
    }),
  );
});

test('a fee of R$ 50,00 for 10, 11 and 10 of 31 days is 16,13, 17,74 and 16,13', () => {
  expect(shares(5000, [10, 11, 10])).toEqual([1613, 1774, 1613]);
  expect(shares(5000, [0, 0])).toEqual([0, 0]);
});
