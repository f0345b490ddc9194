/** What the operator does with one invoice. Each act names the version that it was decided on; nobody is ever locked out by one. */
import * as contract from '@vitrine/contract/billing/billing.ts';
import type { InvoiceState } from '@vitrine/contract/billing/billing.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { readInvoice } from '#domain/billing/invoices.ts';
import { addPlatformJob } from '#domain/jobs/addJob.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { deliverInvoice } from './deliver.jobs.ts';
import { draftAgain, recountDraft, today } from './drafts.ts';

type Held = { state: InvoiceState; total_cents: number; client_id: string; email: string };

/** Locks an invoice of this version in one of these states; refuses what is not there, has changed, or is in another state. */
async function hold(tx: Transaction, id: string, version: number, states: readonly InvoiceState[]): Promise<Held> {
  const [row] = await tx.run(sql<Held & { version: number }>`
    select i.state, i.total_cents, i.client_id, i.version, coalesce(nullif(c.invoice_email, ''), c.business_email) as email
    from invoice i join client c on c.id = i.client_id where i.id = ${id} for update of i`);
  const held = found(row);
  if (held.version !== version) fail('conflict');
  if (!states.includes(held.state)) fail('invoice_state');
  return held;
}

const change = (id: string, set: RawBuilder<unknown>) => sql`update invoice set ${set}, version = version + 1 where id = ${id}`;

/** An invoice is due at the earliest so many days after it is issued. */
const daysToPay = 5;

/** Issues a draft: the number, the due day, and a job that mails it. */
async function open(ctx: Context, id: string, version: number): Promise<void> {
  await ctx.operator().withTenant(async (tx) => {
    const { total_cents, email } = await hold(tx, id, version, ['draft']);
    if (email === '') fail('invoice_unaddressed');
    const day = today(ctx.now());
    const [counter] = await tx.run(sql<{ number: number }>`
      update invoice_counter set last_number = last_number + 1 returning last_number as number`);
    const settled = total_cents === 0 ? sql`state = 'paid', paid_on = ${day}, paid_by = 'nothing_due'` : sql`state = 'open'`;
    await tx.run(
      change(
        id,
        sql`number = ${counter?.number ?? fail('unexpected')}, opened_at = ${ctx.now()}, due_on = greatest(due_on, ${day} + ${daysToPay}::int), ${settled}`,
      ),
      addPlatformJob(deliverInvoice, { invoice_id: id }),
    );
  });
}

export function acts(serve: Serve): void {
  serve(contract.open, async (ctx, { params: { id }, body: { version } }) => {
    await open(ctx, id, version);
    return readInvoice(ctx.operator(), id);
  });

  serve(contract.recount, async (ctx, { params: { id }, body: { version } }) => {
    const operator = ctx.operator();
    const { state } = await readInvoice(operator, id);
    if (state !== 'draft') fail('invoice_state');
    if (!(await recountDraft({ ...ctx, operator }, id, version))) fail('conflict');
    return readInvoice(operator, id);
  });

  serve(contract.deliver, async (ctx, { params: { id }, body: { version } }) => {
    await ctx.operator().withTenant(async (tx) => {
      const { email } = await hold(tx, id, version, ['open', 'overdue', 'paid']);
      if (email === '') fail('invoice_unaddressed');
      await tx.run(change(id, sql`mailed_to = ''`), addPlatformJob(deliverInvoice, { invoice_id: id }));
    });
    return readInvoice(ctx.operator(), id);
  });

  serve(contract.pay, async (ctx, { params: { id }, body: { version, paid_on } }) => {
    await ctx.operator().withTenant(async (tx) => {
      await hold(tx, id, version, ['open', 'overdue']);
      const [late] = await tx.run(sql<{ yes: boolean }>`select ${paid_on}::date > ${today(ctx.now())} as yes`);
      if (late?.yes) failFields({ paid_on: 'invalid' });
      await tx.run(change(id, sql`state = 'paid', paid_on = ${paid_on}, paid_by = 'hand'`));
    });
    return readInvoice(ctx.operator(), id);
  });

  serve(contract.unpay, async (ctx, { params: { id }, body: { version } }) => {
    await ctx.operator().withTenant(async (tx) => {
      const { total_cents } = await hold(tx, id, version, ['paid']);
      // Nothing was paid where nothing was due; and what was paid beyond the amount has become a credit, which may be used already.
      const [payment] = await tx.run(sql<{ cents: number }>`select cents from bank_payment where invoice_id = ${id}`);
      if (total_cents === 0 || (payment && payment.cents > total_cents)) fail('invoice_state');
      await tx.run(
        sql`update bank_payment set state = 'waiting', invoice_id = null where invoice_id = ${id}`,
        change(id, sql`state = case when due_on < ${today(ctx.now())} then 'overdue' else 'open' end, paid_on = null, paid_by = null`),
      );
    });
    return readInvoice(ctx.operator(), id);
  });

  serve(contract.cancel, async (ctx, { params: { id }, body: { version, reason } }) => {
    await ctx.operator().withTenant(async (tx) => {
      const { state, total_cents, client_id } = await hold(tx, id, version, ['draft', 'open', 'overdue', 'paid']);
      await tx.run(
        change(id, sql`state = 'cancelled', cancelled_at = ${ctx.now()}, cancel_reason = ${reason}, paid_on = null, paid_by = null`),
      );
      if (state === 'paid' && total_cents > 0)
        await tx.run(sql`
          insert into client_credit (id, client_id, cents, reason, invoice_id) values (${uuidv7()}, ${client_id}, ${total_cents}, ${reason}, ${id})`);
    });
    return readInvoice(ctx.operator(), id);
  });

  serve(contract.draftAgain, async (ctx, { params: { id } }) => {
    const operator = ctx.operator();
    const { state } = await readInvoice(operator, id);
    if (state !== 'cancelled') fail('invoice_state');
    return { id: (await draftAgain({ ...ctx, operator }, id)) ?? fail('invoice_state') };
  });
}
