/** An in-memory cache whose values expire. */

/** The value of a key: cached, being computed for another caller, or computed now. Failures are not cached. */
export type ExpiringCache<Value> = (key: string, make: () => Promise<{ value: Value; usableUntil: Date }>) => Promise<Value>;

/**
 * Keeps at most `limit` values; the least recently used is dropped first. The key must name everything that the value
 * depends on: everybody who asks with the same key gets the same value.
 */
export function expiringCache<Value>({ limit, now }: { limit: number; now: () => Date }): ExpiringCache<Value> {
  const kept = new Map<string, { value: Value; usableUntil: Date }>();
  const flights = new Map<string, Promise<Value>>();

  async function fly(key: string, make: () => Promise<{ value: Value; usableUntil: Date }>): Promise<Value> {
    try {
      const made = await make();
      kept.set(key, made);
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break;
        kept.delete(oldest);
      }
      return made.value;
    } finally {
      flights.delete(key);
    }
  }

  return async (key, make) => {
    const known = kept.get(key);
    kept.delete(key);
    if (known && known.usableUntil > now()) {
      kept.set(key, known);
      return known.value;
    }
    const flight = flights.get(key) ?? fly(key, make);
    flights.set(key, flight);
    return flight;
  };
}
