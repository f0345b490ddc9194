/** Invoices: of all clients for the operator, of its own for a partner, who sees no drafts. The policies of the database decide. */
import * as contract from '@vitrine/contract/billing/billing.ts';
import type { InvoiceRow } from '@vitrine/contract/billing/billing.ts';
import { sql } from 'kysely';
import { asPdf, explain, invoiceColumns, readDocument, readInvoice } from '#domain/billing/invoices.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { cappedCount, every, answerList, holdsWords, orderBy, pageOf } from '#platform/http/list.ts';
import { acts } from './billingActs.ts';
import { drawBill, readSettings } from './deliver.jobs.ts';
import { asFiscal, formOf, namedAs } from '#domain/billing/fiscalDocument.rules.ts';
import { payments } from './billingPayments.ts';

/** What the caller sees invoices with. */
const sight = (ctx: Context): Scoped => (ctx.actor.role === 'operator' ? ctx.operator() : ctx.partner());

export function billing(serve: Serve): void {
  acts(serve);
  payments(serve);

  serve(contract.list, async (ctx, { query: wanted }) => {
    const from = sql`from invoice i join partner p on p.id = i.partner_id where ${every(
      holdsWords(wanted.q, sql`i.client_name`, sql`i.number`, sql`p.name`, sql`i.client_tax_id`),
      wanted.month === undefined ? undefined : sql`i.month = ${wanted.month}`,
      wanted.state === undefined ? undefined : sql`i.state = ${wanted.state}`,
      wanted.client_id === undefined ? undefined : sql`i.client_id = ${wanted.client_id}`,
      wanted.partner_id === undefined ? undefined : sql`i.partner_id = ${wanted.partner_id}`,
    )}`;
    const order = orderBy(
      wanted.sort,
      {
        client: sql`search_text(i.client_name)`,
        month: sql`i.month`,
        due_on: sql`i.due_on`,
        total: sql`i.total_cents`,
        number: sql`coalesce(i.number, 0)`,
      },
      sql`i.month desc, i.id`,
    );
    const [data, [count], [sums], months] = await sight(ctx).run(
      sql<InvoiceRow>`select ${invoiceColumns} ${from} ${order} ${pageOf(wanted)}`,
      cappedCount(sql`select ${from}`),
      sql<{ total_cents: number; unpaid_cents: number; overdue_cents: number }>`
        select coalesce(sum(i.total_cents) filter (where i.state <> 'cancelled'), 0)::bigint as total_cents,
          coalesce(sum(i.total_cents) filter (where i.state in ('open', 'overdue')), 0)::bigint as unpaid_cents,
          coalesce(sum(i.total_cents) filter (where i.state = 'overdue'), 0)::bigint as overdue_cents ${from}`,
      sql<{ month: string }>`select distinct month from invoice order by month desc limit 60`,
    );
    const none = { total_cents: 0, unpaid_cents: 0, overdue_cents: 0 };
    return { ...answerList(wanted, data, count?.total ?? 0), sums: sums ?? none, months: months.map(({ month }) => month) };
  });

  serve(contract.get, (ctx, { params: { id } }) => readInvoice(sight(ctx), id));
  serve(contract.days, async (ctx, { params: { id } }) => explain(sight(ctx), await readInvoice(sight(ctx), id)));

  serve(contract.bill, async (ctx, { params: { id } }) => {
    const scope = sight(ctx);
    const invoice = await readInvoice(scope, id);
    const [stored] = await scope.run(
      sql<{ name: string; bytes: Buffer }>`select name, bytes from invoice_document where invoice_id = ${id} and kind = 'bill'`,
    );
    // Until it is mailed the operator sees how it would look.
    if (!stored && ctx.actor.role !== 'operator') fail('not_found');
    return asPdf(stored ?? (await drawBill({ ...ctx, operator: scope }, invoice)));
  });
  serve(contract.fiscal, async (ctx, { params: { id } }) => asFiscal(await readDocument(sight(ctx), id, 'fiscal')));
  serve(contract.addFiscal, async (ctx, { params: { id }, query: { name }, body }) => {
    const bytes = Buffer.from(body as Uint8Array);
    const form = formOf(bytes) ?? fail('unsupported_media_type');
    await ctx.operator().withTenant(async (tx) => {
      const [row] = await tx.run(
        sql`update invoice set version = version + 1 where id = ${id} and state not in ('draft', 'cancelled') returning id`,
      );
      if (!row) return found((await tx.run(sql`select 1 from invoice where id = ${id}`))[0]) && fail('invoice_state');
      return tx.run(sql`
        insert into invoice_document (invoice_id, kind, name, bytes) values (${id}, 'fiscal', ${namedAs(name, form)}, ${bytes})
        on conflict (invoice_id, kind) do update set name = excluded.name, bytes = excluded.bytes, created_at = now()`);
    });
  });

  serve(contract.getSettings, async (ctx) => found((await ctx.operator().run(readSettings))[0]));
  serve(contract.updateSettings, async (ctx, { body: { version, ...values } }) => {
    const [saved] = await ctx.operator().run(
      query
        .updateTable('billing_setting')
        .set({ ...values, version: version + 1 })
        .where('version', '=', version)
        .returning(['issuer_name', 'issuer_tax_id', 'issuer_address', 'pix_text', 'payment_line', 'note', 'domain_fee_cents', 'version']),
    );
    return saved ?? fail('conflict');
  });

  serve(contract.addCredit, async (ctx, { body }) => {
    found((await ctx.operator().run(sql`select 1 from client where id = ${body.client_id}`))[0]);
    await ctx.operator().run(query.insertInto('client_credit').values({ id: uuidv7(), ...body }));
  });
}
