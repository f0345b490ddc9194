/** What a capacity costs, by the list prices of Azure in US cents: a real bill depends on region and contract. */

/** From when to when it was seen in one state and size. */
export type Span = { seen_from: string; seen_until: string; state: string; sku: string };

const hourMs = 3_600_000;
const smallest: Record<string, { units: number; cents: number }> = { F: { units: 2, cents: 36 }, A: { units: 1, cents: 101 } };

/** Null where the price is not known. F sizes are counted in units; each A size costs twice the one before it. */
export function centsPerHour(sku: string): number | null {
  const [, family = '', digits = ''] = /^([AF])(\d+)$/.exec(sku) ?? [];
  const base = smallest[family];
  if (!base) return null;
  const size = Number(digits);
  return family === 'F' ? (base.cents * size) / base.units : base.cents * 2 ** (size - base.units);
}

/** Azure bills a capacity while it is there and not paused. */
export const unpaidStates = ['paused', 'unknown', 'failed'] as const;
const isPaid = ({ state }: Span): boolean => !unpaidStates.some((unpaid) => unpaid === state);

/** The running hours since a moment, the newest first. Overlaps and looks that failed are not counted. */
export function hoursOf(spans: readonly Span[], since: Date): { hour: string; sku: string; minutes: number; cents: number | null }[] {
  const sums = new Map<string, { hour: string; sku: string; ms: number }>();
  for (const span of spans.filter(isPaid)) {
    const until = Date.parse(span.seen_until);
    let at = Math.max(Date.parse(span.seen_from), since.getTime());
    while (at < until) {
      const begin = Math.floor(at / hourMs) * hourMs;
      const end = Math.min(begin + hourMs, until);
      const hour = new Date(begin).toISOString();
      const sum = sums.get(`${hour} ${span.sku}`) ?? { hour, sku: span.sku, ms: 0 };
      sums.set(`${hour} ${span.sku}`, { ...sum, ms: sum.ms + end - at });
      at = end;
    }
  }
  return [...sums.values()]
    .map(({ hour, sku, ms }) => {
      const price = centsPerHour(sku);
      return { hour, sku, minutes: Math.round(ms / 60_000), cents: price === null ? null : Math.round((price * ms) / hourMs) };
    })
    .toSorted((a, b) => b.hour.localeCompare(a.hour));
}

/** What was spent since a moment; null where the price of a size is not known. */
export function spentSince(spans: readonly Span[], since: Date): number | null {
  let cents = 0;
  for (const span of spans.filter(isPaid)) {
    const price = centsPerHour(span.sku);
    if (price === null) return null;
    cents += (price * Math.max(0, Date.parse(span.seen_until) - Math.max(Date.parse(span.seen_from), since.getTime()))) / hourMs;
  }
  return Math.round(cents);
}
