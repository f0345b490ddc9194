/**
 * Divides an amount by weights so that the shares add up to it: each gets the whole centavos that are due to it, and those
 * that are left go to the largest remainders (the earlier of two that are equal). BigInt, because its division has no fraction.
 */
export function shares(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole === 0n) return weights.map(() => 0);
  const parts = weights.map((weight, place) => {
    const product = BigInt(amount) * BigInt(weight);
    return { place, share: product / whole, remainder: product % whole };
  });
  const left = BigInt(amount) - parts.reduce((sum, { share }) => sum + share, 0n);
  const first = parts.toSorted((a, b) => Number(b.remainder - a.remainder) || a.place - b.place).slice(0, Number(left));
  const favoured = new Set(first.map(({ place }) => place));
  return parts.map(({ place, share }) => Number(share) + (favoured.has(place) ? 1 : 0));
}
