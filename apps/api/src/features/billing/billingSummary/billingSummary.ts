/** What the clients of the partner are billed. Names of people are the partner's to see; drafts are not. */
import * as contract from '@vitrine/contract/billing/billingSummary.ts';
import type { InvoiceRow } from '@vitrine/contract/billing/billing.ts';
import type { CountedPerson } from '@vitrine/contract/billing/billingSummary.ts';
import { sql } from 'kysely';
import { explain, invoiceColumns, monthAt, readInvoice } from '#domain/billing/invoices.ts';
import { billingZone, monthOf, parts, people, quantities } from '#domain/billing/ledger.ts';
import { times } from '#domain/billing/times.ts';
import { fail } from '#platform/http/fail.ts';
import type { Serve } from '#domain/serving/serve.ts';

type Client = { id: string; name: string; price_cents: number; bonus_users: number; user_limit: number | null; seats: number };

export function billingSummary(serve: Serve): void {
  serve(contract.get, async (ctx, { query: wanted }) => {
    const partner = ctx.partner();
    const [[now], months] = await partner.run(
      sql<{ month: string }>`select ${monthAt(ctx.now())} as month`,
      sql<{ month: string }>`select distinct month from invoice order by month desc limit 60`,
    );
    const current = now?.month ?? '';
    const month = wanted.month ?? months[0]?.month ?? current;
    const [invoices, clients, counted] = await partner.run(
      sql<InvoiceRow>`
        select ${invoiceColumns} from invoice i join partner p on p.id = i.partner_id where i.month = ${month}
        order by search_text(i.client_name), i.id`,
      sql<Client>`
        select c.id, c.name, c.price_cents, c.bonus_users, c.user_limit, coalesce(sum(s.used), 0)::int as seats
        from client c join tenant t on t.client_id = c.id left join unit_seats s on s.tenant_id = t.id
        where c.situation in ('active', 'ended') group by c.id order by search_text(c.name), c.id`,
      quantities(monthOf(current)),
    );
    const standing = invoices.filter(({ state }) => state !== 'cancelled');
    const sum = (rows: readonly { total_cents: number }[]) => rows.reduce((total, { total_cents }) => total + total_cents, 0);
    const peopleOf = new Map(counted.map(({ client_id, quantity }) => [client_id, quantity]));
    const running = clients.map((client) => {
      const person_count = peopleOf.get(client.id) ?? 0;
      return { ...client, person_count, total_cents: times(Math.max(0, person_count - client.bonus_users), client.price_cents) };
    });
    return {
      months: months.map((row) => row.month),
      month,
      total_cents: sum(standing),
      unpaid_cents: sum(standing.filter(({ state }) => state !== 'paid')),
      invoices,
      running: { month: current, total_cents: sum(running), clients: running },
    };
  });

  serve(contract.people, async (ctx, { params: { id } }) => {
    // The operator sees counts, and no names.
    const partner = ctx.actor.role === 'partner' ? ctx.partner() : fail('not_found');
    const invoice = await readInvoice(partner, id);
    const between = monthOf(invoice.month);
    const only = sql`c.client_id = ${invoice.client_id}`;
    const zone = sql.lit(billingZone);
    const [explained, rows] = await Promise.all([
      explain(partner, invoice),
      partner.run(sql<CountedPerson>`
        with part as materialized (${parts(between, only)}), counted as (${people(between, only)})
        select o.person_id as id, (select p.name from person p where p.id = o.person_id) as name,
          array_agg(distinct coalesce(t.name, '')) as units, min(part.began at time zone ${zone})::date::text as from,
          max((part.ended - interval '1 microsecond') at time zone ${zone})::date::text as to,
          floor(extract(epoch from least(sum(part.ended - part.began), max(part.ended) - min(part.began))) / 3600)::int as hours, o.counts
        from counted o join part using (person_id) left join tenant t on t.id = part.unit_id
        group by o.person_id, o.counts order by o.counts desc, 2 nulls last, 1 limit 5000`),
    ]);
    return { ...explained, people: rows };
  });
}
