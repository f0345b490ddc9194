/**
 * Three months of invoices, made from the ledger by what makes them in real life, each at its time: some paid, some not, one cancelled after
 * it was paid. Nothing is mailed: these mails were sent long ago.
 */
import { sql } from 'kysely';
import { readInvoice } from '#domain/billing/invoices.ts';
import type { Services } from '#domain/serving/context.ts';
import { draftAgain, makeMissingDrafts, today } from '#features/billing/billing/drafts.ts';
import { drawBill } from '#features/billing/billing/deliver.jobs.ts';
import { query } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoClients } from './contracts.ts';
import { billedMonths, dayOfMonth } from './ledger.ts';
import { demoOtherUnits, demoPeople, demoUnits } from './people.ts';

type With = Pick<Services, 'secrets'> & { operator: Scoped; identity: Scoped };
type Issued = { id: string; client_id: string; total_cents: number; tax_id: string; due_on: string };

const clientOf = (unit: string): string => demoClients.find(({ units }) => units.some((id) => id === unit))?.id ?? '';
const [aurora, serra, litoral, delta] = Object.values(demoUnits).map(({ id }) => clientOf(id));
const brisa = clientOf(demoOtherUnits.brisa.id);

const issuer = {
  issuer_name: 'Vitrine Portais Ltda',
  issuer_tax_id: '73019584000110',
  issuer_address: 'Rua da Assembleia 10, Centro, Rio de Janeiro/RJ, 20011901',
  pix_text: 'financeiro@vitrine.example',
};

/** Gives drafts their numbers, as on the day `at`; answers with them. */
async function issue({ operator, identity, secrets }: With, at: Date, only: string[]): Promise<Issued[]> {
  const drafts = await operator.run(sql<{ id: string }>`
    select id from invoice where state = 'draft' and client_id = any (${only}::uuid[]) order by month, client_id`);
  const issued: Issued[] = [];
  for (const { id } of drafts) {
    const [, [row]] = await operator.run(
      sql`update invoice_counter set last_number = last_number + 1`,
      sql<Issued>`
        update invoice i set number = n.last_number, opened_at = ${at}, due_on = greatest(i.due_on, ${today(at)} + 5), mailed_to = c.invoice_email,
          state = case when i.total_cents = 0 then 'paid' else 'open' end, version = i.version + 1,
          paid_on = case when i.total_cents = 0 then ${today(at)} end, paid_by = case when i.total_cents = 0 then 'nothing_due' end
        from invoice_counter n, client c where i.id = ${id} and c.id = i.client_id
        returning i.id, i.client_id, i.total_cents, i.client_tax_id as tax_id, i.due_on::text`,
    );
    if (!row) continue;
    const { name, bytes } = await drawBill({ operator, identity, secrets }, await readInvoice(operator, id));
    await operator.run(query.insertInto('invoice_document').values({ invoice_id: id, kind: 'bill', name, bytes }));
    issued.push(row);
  }
  return issued;
}

/** A line of the bank's statement about an invoice. */
const payment = ({ id, total_cents, tax_id, due_on }: Issued, settled: boolean) =>
  query.insertInto('bank_payment').values({
    id: uuidv7(),
    fingerprint: `demo ${id}`,
    paid_on: settled ? due_on : sql`current_date`,
    cents: total_cents,
    payer_tax_id: tax_id,
    description: 'PIX RECEBIDO',
    state: settled ? 'settled' : 'waiting',
    invoice_id: settled ? id : null,
  });

const paid = ({ id, due_on }: Issued, by: 'hand' | 'statement') =>
  sql`update invoice set state = 'paid', paid_on = ${due_on}, paid_by = ${by}, version = version + 1 where id = ${id} and state = 'open'`;

/** Paid with the address of before, cancelled, and made anew: what was paid is a credit, which the new one uses up. */
async function cancelAndRepeat(tools: With, { id, client_id, total_cents }: Issued, at: Date): Promise<void> {
  const reason = 'Emitida com o endereço anterior do cliente';
  await tools.operator.run(
    sql`update invoice set state = 'cancelled', cancelled_at = ${at}, cancel_reason = ${reason}, paid_on = null, paid_by = null, version = version + 1
      where id = ${id}`,
    query.insertInto('client_credit').values({ id: uuidv7(), client_id, cents: total_cents, reason, invoice_id: id }),
  );
  await draftAgain({ operator: tools.operator, now: () => at }, id);
  await issue(tools, at, [client_id]);
}

/** Needs the past of the ledger. */
export async function loadDemoInvoices({ database, now, secrets }: Services): Promise<void> {
  const action = 'demo.load';
  const operator = scoped(database, { kind: 'operator', action, person_id: demoPeople.operador.id });
  const tools: With = { operator, identity: scoped(database, { kind: 'identity', action }), secrets };
  await operator.run(query.updateTable('billing_setting').set(issuer));
  for (let monthsAgo = billedMonths; monthsAgo > 0; monthsAgo--) {
    const isLast = monthsAgo === 1;
    const [times] = await operator.run(sql<{ over: string; later: string }>`
      select ${dayOfMonth(now(), monthsAgo - 1)} + interval '9 hours' as over, ${dayOfMonth(now(), monthsAgo - 1, 22)} as later`);
    if (!times) throw new Error('The database tells no time');
    const [over, later] = [new Date(times.over), new Date(times.later)];
    await makeMissingDrafts({ operator, now: () => over });
    // Those of the last month were issued yesterday, but for one that nobody has looked at yet.
    const yesterday = new Date(Math.max(over.getTime(), now().getTime() - 86_400_000));
    const clients = [aurora, serra, litoral, brisa, ...(isLast ? [] : [delta])].flatMap((id) => id ?? []);
    for (const invoice of await issue(tools, isLast ? yesterday : over, clients)) {
      if (isLast) {
        if (invoice.client_id === litoral) await operator.run(payment(invoice, false));
      } else if (invoice.client_id === brisa) {
        await operator.run(sql`update invoice set state = 'overdue', reminders = 2, version = version + 1 where id = ${invoice.id}`);
      } else if (invoice.client_id === aurora) {
        await operator.run(payment(invoice, true), paid(invoice, 'statement'));
      } else {
        await operator.run(paid(invoice, 'hand'));
        if (invoice.client_id === serra && monthsAgo === billedMonths) await cancelAndRepeat(tools, invoice, later);
      }
    }
  }
  const reason = 'Faturas de dois meses em aberto, sem resposta aos lembretes';
  const suspending = scoped(database, { kind: 'operator', action: 'company.suspend', person_id: demoPeople.operador.id });
  await suspending.run(
    sql`update tenant set state = 'suspended', suspended_for = ${reason}, reopens_as = 'active', version = version + 1 where id = ${demoOtherUnits.brisa.id}`,
  );
}
