/** Drafts: what clients owe for a month, from the ledger. All clients of a month are counted by the same few statements. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { billingZone, monthOf, quantities } from '#domain/billing/ledger.ts';
import { query } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { domainDays } from './domainDays.ts';
import type { Credit } from './positions.rules.ts';
import { domainFees, positionsOf } from './positions.rules.ts';

type With = { operator: Scoped; now: () => Date };

type BilledClient = {
  id: string;
  partner_id: string;
  name: string;
  tax_id: string;
  address: string;
  price_cents: number;
  bonus_users: number;
  /** The due day in the month after the one that is billed. */
  due_on: string;
};

/** The day in São Paulo. */
export const today = (now: Date): RawBuilder<string> => sql`(${now}::timestamptz at time zone ${sql.lit(billingZone)})::date`;

const billedClient = (month: RawBuilder<unknown>) => sql`c.id, c.partner_id, c.name, c.tax_id, c.price_cents, c.bonus_users,
  concat_ws(', ', nullif(concat_ws(' ', nullif(c.street, ''), nullif(c.number, '')), ''), nullif(c.complement, ''), nullif(c.district, ''),
    nullif(concat_ws('/', nullif(c.city, ''), nullif(c.region, '')), ''), nullif(c.postal_code, '')) as address,
  (((${month} || '-01')::date + interval '1 month')::date + (c.due_day - 1))::text as due_on`;

/** One change of what clients owe at a time: a credit is not used twice. */
const oneAtATime = sql`select pg_advisory_xact_lock(hashtextextended('billing', 0))`;

/** How many days a month `YYYY-MM` has. */
const daysOf = (month: string): number => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();

/** How many clients one transaction writes drafts for. */
const together = 500;

/** Months of clients that nobody has made an invoice for: from the first one that is billed to the one before this. */
const missing = (now: Date) => sql<BilledClient & { month: string }>`
  select m.month, ${billedClient(sql`m.month`)}
  from client c
  cross join lateral (
    select to_char(at, 'YYYY-MM') as month, (at at time zone ${sql.lit(billingZone)}) as begins,
      ((at + interval '1 month') at time zone ${sql.lit(billingZone)}) as ends
    from generate_series((c.first_month || '-01')::timestamp, date_trunc('month', ${today(now)}::timestamp) - interval '1 month', interval '1 month') as t (at)
  ) as m
  where c.situation in ('active', 'ended') and c.first_month is not null
    and exists (select from client_span s where s.client_id = c.id and s.starts_at < m.ends and s.ends_at > m.begins)
    and not exists (select from invoice i where i.client_id = c.id and i.month = m.month)
  order by m.month, c.id`;

/** What the clients owe for a month, counted within this transaction. */
async function count(tx: Transaction, month: string, clients: readonly BilledClient[]) {
  const ids = clients.map(({ id }) => id);
  const [, counted, segments, credits] = await tx.run(
    oneAtATime,
    quantities(monthOf(month), sql`c.client_id = any (${ids}::uuid[])`),
    domainDays(month, ids),
    sql<Credit & { client_id: string }>`
      select k.id, k.client_id, k.reason, k.cents + coalesce(sum(p.total_cents) filter (where i.state <> 'cancelled'), 0)::bigint as left_cents
      from client_credit k left join invoice_position p on p.credit_id = k.id left join invoice i on i.id = p.invoice_id
      where k.client_id = any (${ids}::uuid[]) group by k.id order by k.id`,
  );
  const of_days = daysOf(month);
  const fees = domainFees(segments, of_days);
  const peopleOf = new Map(counted.map(({ client_id, quantity }) => [client_id, quantity]));
  const feesOf = Map.groupBy(fees, ({ client_id }) => client_id);
  const creditsOf = Map.groupBy(credits, ({ client_id }) => client_id);
  return clients.map((client) => {
    const { id, price_cents, bonus_users } = client;
    const terms = { person_count: peopleOf.get(id) ?? 0, bonus_users, price_cents };
    const { positions, total_cents } = positionsOf(terms, feesOf.get(id) ?? [], of_days, creditsOf.get(id) ?? []);
    return { client, ...terms, positions, total_cents };
  });
}
type Counted = Awaited<ReturnType<typeof count>>[number];

const positionRows = (invoice_id: string, { positions }: Pick<Counted, 'positions'>) =>
  positions.map((position) => ({
    quantity: null,
    host: null,
    unit_id: null,
    days: null,
    of_days: null,
    price_cents: null,
    credit_id: null,
    reason: null,
    ...position,
    id: uuidv7(),
    invoice_id,
  }));

const named = ({ client }: Counted) => ({ client_name: client.name, client_tax_id: client.tax_id, client_address: client.address });

/** Makes drafts of a month; who has an invoice of this revision already gets none. Answers how many were made. */
async function makeDrafts(tx: Transaction, month: string, clients: readonly BilledClient[], revision: number): Promise<string[]> {
  const counted = await count(tx, month, clients);
  const rows = counted.map((one) => ({ id: uuidv7(), one }));
  const made = await tx.run(
    query
      .insertInto('invoice')
      .values(
        rows.map(({ id, one }) => ({
          id,
          client_id: one.client.id,
          partner_id: one.client.partner_id,
          month,
          revision,
          person_count: one.person_count,
          bonus_users: one.bonus_users,
          price_cents: one.price_cents,
          total_cents: one.total_cents,
          due_on: one.client.due_on,
          ...named(one),
        })),
      )
      .onConflict((conflict) => conflict.columns(['client_id', 'month', 'revision']).doNothing())
      .returning('id'),
  );
  const isMade = new Set(made.map(({ id }) => id));
  const positions = rows.flatMap(({ id, one }) => (isMade.has(id) ? positionRows(id, one) : []));
  if (positions.length > 0) await tx.run(query.insertInto('invoice_position').values(positions));
  return [...isMade];
}

/** Makes every draft that is missing, month by month, the oldest first: also those of months in which nothing ran. */
export async function makeMissingDrafts({ operator, now }: With): Promise<number> {
  const due = await operator.run(missing(now()));
  let made = 0;
  for (const [month, clients] of Map.groupBy(due, (row) => row.month))
    for (let first = 0; first < clients.length; first += together) {
      const some = clients.slice(first, first + together);
      made += (await operator.withTenant((tx) => makeDrafts(tx, month, some, 0))).length;
    }
  return made;
}

const clientOf = (id: string) => sql<BilledClient & { month: string; revision: number }>`
  select i.month, (select max(o.revision) from invoice o where o.client_id = i.client_id and o.month = i.month) as revision, ${billedClient(sql`i.month`)}
  from invoice i join client c on c.id = i.client_id where i.id = ${id}`;

/** Counts a draft anew, with the price, the credits and the fee of now. False: it is no draft of this version. */
export function recountDraft({ operator }: With, id: string, version: number): Promise<boolean> {
  return operator.withTenant(async (tx) => {
    const [row] = await tx.run(clientOf(id));
    if (!row) return false;
    // What it has taken of credits is free again before they are counted.
    const [, [locked]] = await tx.run(
      oneAtATime,
      sql`select 1 from invoice where id = ${id} and state = 'draft' and version = ${version} for update`,
    );
    if (!locked) return false;
    await tx.run(sql`delete from invoice_position where invoice_id = ${id}`);
    const [one] = await count(tx, row.month, [row]);
    if (!one) return false;
    const { person_count, bonus_users, price_cents, total_cents } = one;
    const changed = { person_count, bonus_users, price_cents, total_cents, due_on: row.due_on, ...named(one), version: version + 1 };
    await tx.run(
      query.updateTable('invoice').set(changed).where('id', '=', id),
      query.insertInto('invoice_position').values(positionRows(id, one)),
    );
    return true;
  });
}

/** A draft instead of an invoice that was cancelled; null: another one has taken its place already. */
export function draftAgain({ operator }: With, id: string): Promise<string | null> {
  return operator.withTenant(async (tx) => {
    const [, [row]] = await tx.run(oneAtATime, clientOf(id));
    if (!row) return null;
    const standing = await tx.run(sql`select 1 from invoice where client_id = ${row.id} and month = ${row.month} and state <> 'cancelled'`);
    if (standing.length > 0) return null;
    const [made] = await makeDrafts(tx, row.month, [row], row.revision + 1);
    return made ?? null;
  });
}
