/** What a month costs a client, position by position. Every amount is a whole number of centavos. */
import { shares } from '#domain/billing/proRata.ts';
import { times } from '#domain/billing/times.ts';

export type Terms = { person_count: number; bonus_users: number; price_cents: number };
/** The days of a host on which its unit was somebody's, by client; one row for each stretch with another client. The fee is the one that was told when it was asked for. */
export type DomainDays = { host: string; unit_id: string; client_id: string; days: number; fee_cents: number };
/** What is left of a credit. */
export type Credit = { id: string; left_cents: number; reason: string };

type Position = { place: number; total_cents: number } & (
  | { kind: 'people'; quantity: number; price_cents: number }
  | { kind: 'domain'; host: string; unit_id: string; days: number; of_days: number; price_cents: number }
  | { kind: 'credit'; credit_id: string; reason: string }
);

/** Those who are paid for: everybody who counts, less those who are free. */
const billable = ({ person_count, bonus_users }: Pick<Terms, 'person_count' | 'bonus_users'>): number =>
  Math.max(0, person_count - bonus_users);

/**
 * What each stretch of a host's month costs. All of a host's stretches and the days on which nobody had it are divided at once,
 * so that together they never cost more or less than the fee.
 */
export function domainFees(segments: readonly DomainDays[], of_days: number): (DomainDays & { cents: number })[] {
  return [...Map.groupBy(segments, ({ host, fee_cents }) => `${host} ${fee_cents}`).values()].flatMap((stretches) => {
    const used = stretches.reduce((sum, { days }) => sum + days, 0);
    const parts = shares(stretches[0]?.fee_cents ?? 0, [...stretches.map(({ days }) => days), of_days - used]);
    return stretches.map((stretch, place) => ({ ...stretch, cents: parts[place] ?? 0 }));
  });
}

/** The positions of one client's month; credits are used up in their order, and never to less than nothing. */
export function positionsOf(
  terms: Terms,
  fees: readonly (DomainDays & { cents: number })[],
  of_days: number,
  credits: readonly Credit[],
): { positions: Position[]; total_cents: number } {
  const quantity = billable(terms);
  const { price_cents } = terms;
  const positions: Position[] = [{ place: 1, kind: 'people', quantity, price_cents, total_cents: times(quantity, price_cents) }];
  for (const { host, unit_id, days, fee_cents, cents } of fees)
    positions.push({
      place: positions.length + 1,
      kind: 'domain',
      host,
      unit_id,
      days,
      of_days,
      price_cents: fee_cents,
      total_cents: cents,
    });
  let total_cents = positions.reduce((sum, position) => sum + position.total_cents, 0);
  for (const { id, left_cents, reason } of credits) {
    const used = Math.min(left_cents, total_cents);
    if (used <= 0) continue;
    total_cents -= used;
    positions.push({ place: positions.length + 1, kind: 'credit', credit_id: id, reason, total_cents: -used });
  }
  return { positions, total_cents };
}
