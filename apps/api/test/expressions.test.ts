/** No text that somebody sends keeps the main thread busy with an expression: each is linear in the length of the text. */
import { expect, test } from 'vitest';
import { attacksOn, costOf, expressionsIn } from '#test/harness/expressions.ts';

/** Where a text costs something at all, one of twice the length may cost so much more. */
const allowedRatio = 2.5;
const noticedMs = 1;
/** A pause of the engine falls into one measurement; what an expression costs shows in each. */
const measurements = 3;

function attackThatGrows(expression: RegExp): string | null {
  for (const attack of attacksOn(expression)) {
    const length = [48, 8192].find((letters) => costOf(expression, attack, letters) >= noticedMs);
    if (length === undefined) continue;
    const measure = () => {
      const cost = costOf(expression, attack, length);
      const ratio = costOf(expression, attack, 2 * length) / cost;
      return cost >= noticedMs && (ratio > allowedRatio || cost > 100 * noticedMs) ? { ...attack, length, cost, ratio } : null;
    };
    const found = measure();
    if (found && Array.from({ length: measurements - 1 }, measure).every(Boolean)) return JSON.stringify(found);
  }
  return null;
}

test.each([/(a+)+$/, /^\S+@\S+\.\S+$/, /[;:]+$/g, /\s+$/, /"(?:[^"]|"")*"x/, /<p[^>]*>.*<\/p>$/g])('the test notices %s', (careless) => {
  expect(attackThatGrows(careless)).not.toBeNull();
});

test('every expression of the portal is linear', () => {
  const found = ['apps/api/src', 'packages/contract/src', 'packages/powerbi/src'].flatMap(expressionsIn);
  expect(found.length).toBeGreaterThan(120);
  const slow = found.flatMap(({ where, expression }) => {
    const attack = attackThatGrows(expression);
    return attack === null ? [] : [`${where} ${expression}: ${attack}`];
  });
  expect(slow).toEqual([]);
});
