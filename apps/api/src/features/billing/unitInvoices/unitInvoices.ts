/** Invoices as an administrator of a unit sees them: the policies of the database give those of the unit's client, and no drafts. */
import * as contract from '@vitrine/contract/billing/unitInvoices.ts';
import type { UnitInvoice, UnitInvoiceRow } from '@vitrine/contract/billing/unitInvoices.ts';
import { sql } from 'kysely';
import { asPdf, readDocument } from '#domain/billing/invoices.ts';
import { asFiscal } from '#domain/billing/fiscalDocument.rules.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { found } from '#platform/http/fail.ts';
import { cappedCount, every, answerList, holdsWords, orderBy, pageOf } from '#platform/http/list.ts';

const columns = sql`i.id, i.number, i.month, i.state, i.client_id, i.client_name, i.due_on::text, i.person_count, i.total_cents, i.version`;

type HowToPay = Pick<UnitInvoice, 'issuer_name' | 'pix_text' | 'payment_line' | 'note'>;
const howToPay = sql<HowToPay>`select issuer_name, pix_text, payment_line, note from billing_setting`;

export function unitInvoices(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const from = sql`from invoice i where ${every(
      holdsWords(wanted.q, sql`i.client_name`, sql`i.number`),
      wanted.month === undefined ? undefined : sql`i.month = ${wanted.month}`,
    )}`;
    const order = orderBy(
      wanted.sort,
      { month: sql`i.month`, due_on: sql`i.due_on`, total: sql`i.total_cents`, number: sql`coalesce(i.number, 0)` },
      sql`i.month desc, i.id`,
    );
    const [data, [count], [unpaid]] = await ctx.run(
      sql<UnitInvoiceRow>`select ${columns} ${from} ${order} ${pageOf(wanted)}`,
      cappedCount(sql`select ${from}`),
      sql<{ cents: number }>`select coalesce(sum(total_cents), 0)::bigint as cents from invoice where state in ('open', 'overdue')`,
    );
    return { ...answerList(wanted, data, count?.total ?? 0), unpaid_cents: unpaid?.cents ?? 0 };
  });

  serve(contract.get, async (ctx, { params: { id } }) => {
    const [[row], positions] = await ctx.run(
      sql<Omit<UnitInvoice, 'positions' | keyof HowToPay>>`
        select ${columns}, i.bonus_users, i.price_cents, i.client_tax_id, i.client_address, i.opened_at, i.paid_on::text, i.paid_by, i.cancel_reason,
          (select d.name from invoice_document d where d.invoice_id = i.id and d.kind = 'fiscal') as fiscal
        from invoice i where i.id = ${id}`,
      sql<UnitInvoice['positions'][number]>`
        select id, kind, quantity, host, days, of_days, price_cents, total_cents, reason from invoice_position where invoice_id = ${id} order by place`,
    );
    const [pay] = await ctx.identity.run(howToPay);
    return { ...found(row), positions, ...found(pay) };
  });

  serve(contract.bill, async (ctx, { params: { id } }) => asPdf(await readDocument(ctx, id, 'bill')));
  serve(contract.fiscal, async (ctx, { params: { id } }) => asFiscal(await readDocument(ctx, id, 'fiscal')));
}
