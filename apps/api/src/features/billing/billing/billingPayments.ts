/** Payments of bank statements: read, proposed to invoices, and confirmed by the operator. */
import * as contract from '@vitrine/contract/billing/billing.ts';
import type { Payment } from '@vitrine/contract/billing/billing.ts';
import { sql } from 'kysely';
import type { Serve } from '#domain/serving/serve.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { Failure, found } from '#platform/http/fail.ts';
import { parsing } from '#platform/parsing/pool.ts';
import type { Unpaid } from './matching.rules.ts';
import { proposeEach } from './matching.rules.ts';
import type { readStatement } from './readStatement.ts';

const reader = { module: new URL('./readStatement.ts', import.meta.url), name: 'readStatement', milliseconds: 10_000 };
/** So many lines at once become rows. */
const together = 1000;

const unpaid = sql<Unpaid>`
  select id as invoice_id, number, client_name, client_tax_id, total_cents from invoice where state in ('open', 'overdue') order by number`;
const waiting = sql<Omit<Payment, 'proposal'>>`
  select id, paid_on::text, cents, payer_tax_id, description from bank_payment where state = 'waiting' order by paid_on, id limit 500`;

export function payments(serve: Serve): void {
  serve(contract.payments, async (ctx) => {
    const [lines, invoices] = await ctx.operator().run(waiting, unpaid);
    return { data: proposeEach(lines, invoices) };
  });

  serve(contract.importStatement, async (ctx, { body }) => {
    const bytes = new Uint8Array(body as Uint8Array);
    const lines = await parsing.run<typeof readStatement>(reader, ctx.actor.person_id, { bytes }).catch((error: unknown) => {
      throw error instanceof Failure ? error : new Failure('statement_unreadable', {}, {}, error);
    });
    let added = 0;
    for (let first = 0; first < lines.length; first += together) {
      const rows = lines.slice(first, first + together).map((line) => ({ id: uuidv7(), ...line }));
      const stored = await ctx.operator().run(
        query
          .insertInto('bank_payment')
          .values(rows)
          .onConflict((conflict) => conflict.column('fingerprint').doNothing())
          .returning('id'),
      );
      added += stored.length;
    }
    return { added, known: lines.length - added };
  });

  serve(contract.settle, async (ctx, { body }) => {
    // In one order for everybody, so that two who confirm the same never wait for each other.
    const pairs = body.payments.toSorted((a, b) => a.invoice_id.localeCompare(b.invoice_id));
    await ctx.operator().withTenant(async (tx) => {
      for (const { payment_id, invoice_id } of pairs) {
        const [[payment], [invoice]] = await tx.run(
          sql<{
            cents: number;
            paid_on: string;
          }>`select cents, paid_on::text from bank_payment where id = ${payment_id} and state = 'waiting' for update`,
          sql<{ client_id: string; number: number; total_cents: number }>`
            select client_id, number, total_cents from invoice where id = ${invoice_id} and state in ('open', 'overdue') for update`,
        );
        if (!payment || !invoice) throw new Failure('conflict');
        const more = payment.cents - invoice.total_cents;
        if (more < 0) throw new Failure('payment_too_small', { number: invoice.number });
        await tx.run(
          sql`update bank_payment set state = 'settled', invoice_id = ${invoice_id} where id = ${payment_id}`,
          sql`update invoice set state = 'paid', paid_on = ${payment.paid_on}, paid_by = 'statement', version = version + 1 where id = ${invoice_id}`,
        );
        if (more > 0)
          await tx.run(
            query
              .insertInto('client_credit')
              .values({ id: uuidv7(), client_id: invoice.client_id, cents: more, reason: `+ ${invoice.number}` }),
          );
      }
    });
    return { settled: pairs.length };
  });

  serve(contract.dismiss, async (ctx, { params: { id } }) => {
    const [row] = await ctx
      .operator()
      .run(sql`update bank_payment set state = 'dismissed' where id = ${id} and state = 'waiting' returning id`);
    found(row);
  });
}
