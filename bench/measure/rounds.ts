/** Interleaved rounds: other load on the machine disturbs all targets alike, so ratios are stable where times are not. */

/** The result of one target in one round. */
export type Sample = Record<string, number>;

/** Rounds of each target by its name. */
export type Samples<Name extends string> = Record<Name, Sample[]>;

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** A warm-up of every target that is not counted, then rounds with each target once, in an order that changes. */
export async function interleave<Name extends string>(
  targets: Record<Name, () => Promise<Sample>>,
  options: { rounds: number; warmUps?: number },
): Promise<Samples<Name>> {
  const names = Object.keys(targets) as Name[];
  for (let warmUp = 0; warmUp < (options.warmUps ?? 1); warmUp++) for (const name of names) await targets[name]();
  const samples = Object.fromEntries(names.map((name): [Name, Sample[]] => [name, []])) as Samples<Name>;
  for (let round = 0; round < options.rounds; round++) {
    for (const name of shuffled(names)) samples[name].push(await targets[name]());
  }
  return samples;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export type Ratio = { value: number; low: number; high: number };

/** The ratio of two targets: median of the rounds' own ratios, with minimum and maximum. */
export function ratioOf(ours: readonly Sample[], theirs: readonly Sample[], what: string): Ratio {
  const ratios = ours.map((sample, round) => (sample[what] ?? Number.NaN) / (theirs[round]?.[what] ?? Number.NaN));
  return { value: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) };
}

export function middleOf(samples: readonly Sample[], what: string): number {
  return median(samples.map((sample) => sample[what] ?? Number.NaN));
}
