/** Invoices as they are read: each scope sees its own, by the policies of the database. */
import type { Explanation, Invoice, InvoiceRow } from '@vitrine/contract/billing/billing.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import { found } from '#platform/http/fail.ts';
import { billingZone, monthOf, parts, people } from './ledger.ts';

/** Columns of an invoice `i` with its partner `p`. */
export const invoiceColumns = sql`i.id, i.number, i.month, i.state, i.client_id, i.client_name, p.name as partner_name, i.due_on::text, i.person_count,
  i.total_cents, i.version`;

/** An invoice with its positions, or 404. */
export async function readInvoice(scope: Pick<Scoped, 'run'>, id: string): Promise<Invoice> {
  const [rows, positions] = await scope.run(
    sql<Omit<Invoice, 'positions'>>`
      select ${invoiceColumns}, i.bonus_users, i.price_cents, i.client_tax_id, i.client_address, i.mailed_to, i.opened_at, i.reminders, i.paid_on::text,
        i.paid_by, i.cancel_reason, (select d.name from invoice_document d where d.invoice_id = i.id and d.kind = 'fiscal') as fiscal
      from invoice i join partner p on p.id = i.partner_id where i.id = ${id}`,
    sql<Invoice['positions'][number]>`
      select id, kind, quantity, host, days, of_days, price_cents, total_cents, reason from invoice_position where invoice_id = ${id} order by place`,
  );
  return { ...found(rows[0]), positions };
}

type Name = { id: string; name: string };

/** How many people were there on each day, and in each unit how many were and counted. */
export async function explain(
  scope: Pick<Scoped, 'run'>,
  { client_id, month }: Pick<InvoiceRow, 'client_id' | 'month'>,
): Promise<Explanation> {
  const between = monthOf(month);
  const only = sql`c.client_id = ${client_id}`;
  const [days, units, [rest], names] = await scope.run(
    sql<Explanation['days'][number]>`
      with part as materialized (${parts(between, only)})
      select day::date::text as day, count(distinct part.person_id)::int as people
      from generate_series((${month} || '-01')::timestamp, (${month} || '-01')::timestamp + interval '1 month' - interval '1 day', interval '1 day') as t (day)
      left join part on began < ((day + interval '1 day') at time zone ${sql.lit(billingZone)}) and ended > (day at time zone ${sql.lit(billingZone)})
      group by day order by day`,
    sql<{ id: string; people: number; counted: number }>`
      with part as materialized (${parts(between, only)}), person as (${people(between, only)})
      select unit_id as id, count(distinct person_id)::int as people, count(distinct person_id) filter (where counts)::int as counted
      from part join person using (person_id) group by unit_id order by 2 desc, 1`,
    sql<{ people: number }>`select count(*)::int as people from (${people(between, only)}) as person where not counts`,
    sql<Name>`select t.id, t.name from tenant t where t.id in (select c.unit_id from client_span c where c.client_id = ${client_id})`,
  );
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return { days, units: units.map((unit) => ({ ...unit, name: nameOf.get(unit.id) ?? null })), not_counted: rest?.people ?? 0 };
}

/** The bytes of a document of an invoice in sight, or 404. */
export async function readDocument(
  scope: Pick<Scoped, 'run'>,
  id: string,
  kind: 'bill' | 'fiscal',
): Promise<{ name: string; bytes: Buffer }> {
  const rows: { name: string; bytes: Buffer }[] = await scope.run(
    sql<{ name: string; bytes: Buffer }>`select name, bytes from invoice_document where invoice_id = ${id} and kind = ${kind}`,
  );
  return found(rows[0]);
}

/** As an answer of the endpoints that give documents away. */
export const asPdf = ({ name, bytes }: { name: string; bytes: Uint8Array }) => ({
  file_name: name,
  content_type: 'application/pdf',
  content: Buffer.from(bytes),
});

/** The month of a day in São Paulo, `YYYY-MM`. */
export const monthAt = (now: Date): RawBuilder<string> => sql`to_char(${now}::timestamptz at time zone ${sql.lit(billingZone)}, 'YYYY-MM')`;
