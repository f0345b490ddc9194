/** A seeded random generator: the same seed gives the same numbers on every machine. */
export type Random = {
  /** Uniform in [0, 1). */
  next: () => number;
  /** Uniform in [low, high). */
  between: (low: number, high: number) => number;
  /** A whole number around `mean`, as counts of independent events are. */
  poisson: (mean: number) => number;
  /** An index of `cumulative` (rising sums of weights) with the probability of its weight. */
  weighted: (cumulative: readonly number[]) => number;
};

/** mulberry32: 32 bits of state, good enough for made-up sales. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    poisson: (mean) => {
      const limit = Math.exp(-mean);
      let count = 0;
      let product = next();
      while (product > limit) {
        count += 1;
        product *= next();
      }
      return count;
    },
    weighted: (cumulative) => {
      const target = next() * (cumulative.at(-1) ?? 0);
      let low = 0;
      let high = cumulative.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (target < (cumulative[middle] ?? 0)) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}

/** Rising sums of weights, for `Random.weighted`. */
export function cumulate(weights: readonly number[]): number[] {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
}
