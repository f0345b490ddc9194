const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

const pairsIn = (name: string): Set<string> => {
  const letters = ` ${plain(name)} `;
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)));
};

const leastLikeness = 0.5;

/** The name that was probably meant: the one that shares most pairs of letters, if it shares half of them. */
export function nearestName(meant: string, names: readonly string[]): string | null {
  const wanted = pairsIn(meant);
  const likeness = (name: string): number => {
    const own = pairsIn(name);
    return (2 * [...own].filter((pair) => wanted.has(pair)).length) / (own.size + wanted.size);
  };
  const [best] = names.map((name) => ({ name, likeness: likeness(name) })).toSorted((one, other) => other.likeness - one.likeness);
  return best && best.likeness >= leastLikeness ? best.name : null;
}
