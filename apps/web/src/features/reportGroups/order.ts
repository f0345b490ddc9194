/** Moves one of the items a place up (-1) or down (+1); at the ends nothing changes. */
export function moveBy<Item extends { id: string }>(items: readonly Item[], id: string, step: -1 | 1): Item[] {
  const from = items.findIndex((item) => item.id === id);
  const to = from + step;
  if (from === -1 || to < 0 || to >= items.length) return [...items];
  const others = items.filter((item) => item.id !== id);
  return [...others.slice(0, to), items[from] as Item, ...others.slice(to)];
}
