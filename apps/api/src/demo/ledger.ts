/**
 * The ledger of a past that the portal has not seen: people of the demo have been in their units since the months whose invoices it has.
 * Triggers keep the ledger by the clock, and nobody else writes it, so this runs as the owner of the database, like a migration.
 */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { billingZone } from '#domain/billing/ledger.ts';
import type { Statement } from '#platform/database/query.ts';
import { demoClients } from './contracts.ts';
import type { DemoPersonName } from './people.ts';
import { demoPeople, demoUnits } from './people.ts';

/** Months before this one that are billed. */
export const billedMonths = 3;

/** The start of a day of a month so many months ago, in the zone of bills. */
export const dayOfMonth = (now: Date, monthsAgo: number, day = 1): RawBuilder<Date> => sql`
  ((date_trunc('month', ${now}::timestamptz at time zone ${sql.lit(billingZone)}) - make_interval(months => ${monthsAgo}::int, days => ${1 - day}::int))
    at time zone ${sql.lit(billingZone)})`;

/** Who came later than the others, by months ago and day. */
const joined = { diego: [2, 10], serra_gerente: [1, 5] } as const satisfies Partial<Record<DemoPersonName, readonly [number, number]>>;

/** What makes the past of the ledger, for somebody who may write it. */
export const ledgerOfThePast = (now: Date): Statement[] => {
  const units = demoClients.flatMap((client) => client.units.map((unit) => unit));
  const began = dayOfMonth(now, billedMonths);
  return [
    sql`update client_span set starts_at = ${began} where unit_id = any (${units}::uuid[]) and ends_at = 'infinity'`,
    sql`update seat_span set starts_at = ${began} where unit_id = any (${units}::uuid[]) and ends_at = 'infinity'
      and person_id = any (${Object.values(demoPeople).map(({ id }) => id)}::uuid[])`,
    ...Object.entries(joined).map(
      ([name, [monthsAgo, day]]) => sql`
        update seat_span set starts_at = ${dayOfMonth(now, monthsAgo, day)} where ends_at = 'infinity'
          and person_id = ${demoPeople[name as keyof typeof joined].id}`,
    ),
    // Who is inactive today was there until the middle of the month before the last.
    sql`insert into seat_span (unit_id, person_id, starts_at, ends_at)
      values (${demoUnits.aurora.id}, ${demoPeople.inativo.id}, ${began}, ${dayOfMonth(now, 2, 15)})`,
  ];
};
