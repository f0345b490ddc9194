/** Times of a request (docs/reference/product-rules.md 11 and 18). */
const dayMs = 86_400_000;

export const remindAfterMs = 3 * dayMs;
export const lapseAfterMs = 7 * dayMs;
export const askAgainAfterMs = dayMs;
/** A year, rounded up. */
export const keptDays = 366;
export const keptMs = keptDays * dayMs;

/** The moment that lies the given time before now. */
export const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** When a denied request may be asked again, or null when that is now. */
export function againAt(decidedAt: string | null, now: Date): string | null {
  if (decidedAt === null) return null;
  const again = Date.parse(decidedAt) + askAgainAfterMs;
  return again > now.getTime() ? new Date(again).toISOString() : null;
}
