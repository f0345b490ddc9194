/** Row 17: drafts of all invoices of a month, 1,000 units and 100,000 people, against one aggregation of the same ledger in SQL. */
import { makeMissingDrafts } from '@vitrine/api/features/billing/billing/drafts.ts';
import { openDatabase } from '@vitrine/api/platform/database/database.ts';
import { scoped } from '@vitrine/api/platform/database/scoped.ts';
import type { Measurement } from '../bench.ts';
import { asOwner } from '../data.ts';
import { interleave, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';

const units = 1000;
const clients = 500;
const people = 100_000;
const month = '2026-09';
const after = new Date('2026-10-02T12:00:00Z');

/** Two units for each client; every tenth person is in a second unit, every twentieth came or left within the month. */
const ledger = `
  delete from invoice_position; delete from invoice;
  delete from seat_span; delete from client_span;
  delete from client;
  insert into partner (id, name) values ('00000000-0000-7000-8000-0000000000b1', 'Bench billing') on conflict do nothing;
  insert into client (id, partner_id, kind, name, tax_id, first_month, price_cents, situation)
    select lpad(to_hex(n), 32, '0')::uuid, '00000000-0000-7000-8000-0000000000b1', 'legal', 'Client ' || n, lpad(n::text, 14, '0'), '${month}', 2490, 'active'
    from generate_series(1, ${clients}) n;
  insert into client_span (unit_id, client_id, starts_at)
    select lpad(to_hex(1000000 + n), 32, '0')::uuid, lpad(to_hex(1 + n % ${clients}), 32, '0')::uuid, '2026-01-01' from generate_series(0, ${units - 1}) n;
  insert into seat_span (unit_id, person_id, starts_at, ends_at)
    select lpad(to_hex(1000000 + n % ${units}), 32, '0')::uuid, lpad(to_hex(n), 32, '0')::uuid,
      case when n % 20 = 0 then '2026-09-10'::timestamptz else '2026-01-01' end, case when n % 40 = 0 then '2026-09-10 20:00'::timestamptz else 'infinity' end
    from generate_series(1, ${people}) n;
  insert into seat_span (unit_id, person_id, starts_at)
    select lpad(to_hex(1000000 + (n + 1) % ${units}), 32, '0')::uuid, lpad(to_hex(n), 32, '0')::uuid, '2026-01-01' from generate_series(10, ${people}, 10) n;
  analyze seat_span; analyze client_span; analyze client`;

const aggregation = `
  select c.client_id, count(distinct s.person_id)
  from seat_span s join client_span c on c.unit_id = s.unit_id and s.starts_at < c.ends_at and c.starts_at < s.ends_at
  where s.starts_at < '2026-10-01 03:00Z' and s.ends_at > '2026-09-01 03:00Z' and c.starts_at < '2026-10-01 03:00Z' and c.ends_at > '2026-09-01 03:00Z'
  group by c.client_id`;

export const measureBilling: Measurement = async (bench) => {
  const { ownerUrl, url } = await bench.data.load('people', { fresh: true });
  const database = openDatabase({ url, statementTimeoutMs: 600_000 });
  const operator = scoped(database, { kind: 'operator', action: 'invoice.draft' });
  try {
    await asOwner(ownerUrl, (client) => client.query(ledger));
    const ours = async (): Promise<Sample> => {
      await asOwner(ownerUrl, (client) => client.query('delete from invoice_position; delete from invoice'));
      const begun = performance.now();
      const made = await makeMissingDrafts({ operator, now: () => after });
      if (made !== clients) throw new Error(`${made} drafts were made for ${clients} clients`);
      return { month: performance.now() - begun };
    };
    const theirs = (): Promise<Sample> =>
      asOwner(ownerUrl, async (client) => {
        const begun = performance.now();
        await client.query(aggregation);
        return { month: performance.now() - begun };
      });
    const samples = await interleave({ ours, theirs }, bench);
    return [
      {
        row: '17',
        what: `drafts of a month, ${units} units, ${people} people`,
        ratio: ratioOf(samples.ours, samples.theirs, 'month'),
        target: 3,
        note: `SQL ${middleOf(samples.theirs, 'month').toFixed(0)} ms`,
      },
    ];
  } finally {
    await database.close();
  }
};
