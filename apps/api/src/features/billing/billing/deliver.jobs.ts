/** The mail with an invoice: made by a job, so that a mail server or a large PDF holds up nobody who issues many. */
import type { BillingSettings, Invoice } from '@vitrine/contract/billing/billing.ts';
import { defaultLocale } from '@vitrine/contract/fields.ts';
import type { BillMailKind } from '@vitrine/contract/mailKinds.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { BillReceiver } from '#domain/billing/billLetter.ts';
import { billLetter } from '#domain/billing/billLetter.ts';
import { billingZone } from '#domain/billing/ledger.ts';
import { readInvoice } from '#domain/billing/invoices.ts';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Message } from '#platform/mail/mail.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { billPdf } from './billPdf.ts';
import { today } from './drafts.ts';

export const readSettings = sql<BillingSettings>`
  select issuer_name, issuer_tax_id, issuer_address, pix_text, payment_line, note, domain_fee_cents, version from billing_setting`;

type With = { operator: Pick<Scoped, 'run'>; identity: Scoped; secrets: Secrets };

/** The PDF of an invoice in the brand of its partner. */
export async function drawBill({ operator, identity, secrets }: With, invoice: Invoice): Promise<{ name: string; bytes: Buffer }> {
  const [[settings], [partner]] = await operator.run(
    readSettings,
    sql<{ partner_id: string }>`select partner_id from invoice where id = ${invoice.id}`,
  );
  if (!settings || !partner) throw new Error('An invoice has neither settings nor a partner');
  const { title, theme } = await readHostBranding({ identity, secrets }, { tenant_id: null, partner_id: partner.partner_id });
  const brand = { title, colour: theme.colours.button, font: theme.colours.button_font };
  const bytes = Buffer.from(await billPdf(invoice, settings, brand, defaultLocale));
  return { name: `fatura-${invoice.number ?? invoice.month}.pdf`, bytes };
}

/** Billing administrators of the partner and of the client's units: active ones, read when a mail is made, so that whoever has left gets none. */
const administratorsOf = ({ id, partner_id }: { id: string; partner_id: string }) => sql<BillReceiver>`
  select p.name, p.email, p.language from person p where p.id in (
    select s.person_id from staff s where s.partner_id = ${partner_id} and s.role = 'partner' and s.state = 'active' and s.billing_administrator
    union select m.person_id from membership m join tenant t on t.id = m.tenant_id
    where t.client_id = ${id} and m.role = 'admin' and m.state = 'active' and m.billing_administrator) order by p.id`;

/** The mails: to the client, a company in Brazil and so in Portuguese, and to billing administrators; null without an address. */
async function billMails(
  { operator, identity, secrets, environment }: With & Pick<PlatformJobContext, 'environment'>,
  invoice: Invoice,
  kind: BillMailKind,
): Promise<{ mailed_to: string; messages: Message[]; bill: { name: string; bytes: Buffer } } | null> {
  const [[stored], [client], [settings]] = await operator.run(
    sql<{ name: string; bytes: Buffer }>`select name, bytes from invoice_document where invoice_id = ${invoice.id} and kind = 'bill'`,
    sql<{ email: string; partner_id: string }>`
      select coalesce(nullif(invoice_email, ''), business_email) as email, partner_id from client where id = ${invoice.client_id}`,
    readSettings,
  );
  if (!client || client.email === '') return null;
  const bill = stored ?? (await drawBill({ operator, identity, secrets }, invoice));
  const brand = await readHostBranding({ identity, secrets }, { tenant_id: null, partner_id: client.partner_id });
  const letter = { invoice, kind, bill, brand, origin: environment.publicUrl, settings };
  const administrators = (await identity.run(administratorsOf({ id: invoice.client_id, partner_id: client.partner_id }))).filter(
    ({ email }) => email !== client.email,
  );
  const first = billLetter({ name: invoice.client_name, email: client.email, language: defaultLocale }, letter, 'footer');
  const messages = [first, ...administrators.map((person) => billLetter(person, letter, 'footer_administrator'))];
  return { mailed_to: client.email, messages, bill };
}

const sending = z.strictObject({ invoice_id: z.guid() });

/** Sends an invoice that was issued. `mailed_to` is empty until then, so a second attempt sends nothing. */
export const deliverInvoice = definePlatformJob({
  name: 'invoice.deliver',
  schema: sending,
  async work(ctx: PlatformJobContext, { invoice_id }) {
    const invoice = await readInvoice(ctx.operator, invoice_id);
    if (invoice.state === 'draft' || invoice.state === 'cancelled' || invoice.mailed_to !== '') return;
    const mail = await billMails(ctx, invoice, 'bill_issued');
    if (mail === null) return;
    await ctx.operator.withTenant(async (tx) => {
      const [row] = await tx.run(sql`
        update invoice set mailed_to = ${mail.mailed_to} where id = ${invoice_id} and mailed_to = '' returning id`);
      if (!row) return;
      await tx.run(
        sql`insert into invoice_document (invoice_id, kind, name, bytes) values (${invoice_id}, 'bill', ${mail.bill.name}, ${mail.bill.bytes})
          on conflict do nothing`,
        ...mail.messages.map((message) => queueMail(ctx, message)),
      );
    });
  },
});

/** Three and ten days after the due day. After a time in which nothing ran, only the one that is due now is sent. */
export const remindOfInvoices = definePlatformJob({
  name: 'invoice.remind',
  schema: z.strictObject({}),
  every: { cron: '40 8 * * *', timezone: billingZone },
  async work(ctx: PlatformJobContext) {
    const day = today(ctx.now());
    const due = await ctx.operator.run(sql<{ id: string; stage: number }>`
      select id, case when due_on + 10 <= ${day} then 2 else 1 end as stage from invoice
      where state = 'overdue' and due_on + 3 <= ${day} and reminders < case when due_on + 10 <= ${day} then 2 else 1 end order by due_on, id`);
    await eachByItself(ctx, due, async ({ id, stage }) => {
      const mail = await billMails(ctx, await readInvoice(ctx.operator, id), 'bill_reminder');
      await ctx.operator.withTenant(async (tx) => {
        const [row] = await tx.run(sql`
          update invoice set reminders = ${stage} where id = ${id} and state = 'overdue' and reminders < ${stage} returning id`);
        if (row) for (const message of mail?.messages ?? []) await tx.run(queueMail(ctx, message));
      });
    });
  },
});
