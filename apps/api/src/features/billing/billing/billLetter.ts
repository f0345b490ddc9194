/** The letter with an invoice: to the client, and to the billing administrators, who get it in their own language. */
import type { BillingSettings, Invoice } from '@vitrine/contract/billing/billing.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { formatMoney } from '@vitrine/contract/money.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { readHostBranding } from '#domain/hosts/hostBranding.ts';
import { mailBrand } from '#domain/mail/mailBrand.ts';
import type { Message } from '#platform/mail/mail.ts';
import { translate } from '#platform/translate.ts';

export type Kind = 'issued' | 'reminder';

export type Receiver = { name: string; email: string; language: Locale };

/** Billing administrators of the partner: active staff, read when a mail is made, so that whoever has left gets none. */
export const administratorsOf = (partner_id: string): RawBuilder<Receiver> => sql<Receiver>`
  select p.name, p.email, p.language from staff s join person p on p.id = s.person_id
  where s.partner_id = ${partner_id} and s.role = 'partner' and s.state = 'active' and s.billing_administrator order by p.id`;

type Letter = {
  invoice: Invoice;
  kind: Kind;
  bill: { name: string; bytes: Buffer };
  brand: Awaited<ReturnType<typeof readHostBranding>>;
  /** Where the pictures of the brand are asked for. */
  origin: string;
  settings: BillingSettings | undefined;
};

const dayInWords = (day: string): string => day.split('-').toReversed().join('/');

/** The letter to one receiver; `footer` says why it came to them. */
export function letterTo(
  { name, email, language }: Receiver,
  { invoice, kind, bill, brand, origin, settings }: Letter,
  footer: 'footer' | 'footer_administrator',
): Message {
  const { title } = brand;
  const values = {
    title,
    number: invoice.number ?? '',
    month: dayInWords(invoice.month),
    total: formatMoney(invoice.total_cents, language),
    date: dayInWords(invoice.due_on),
    client: invoice.client_name,
  };
  const say = (key: string) => translate(language, `billingMail:mail.${key}`, values);
  const ofClient = footer === 'footer_administrator' ? [say('client')] : [];
  return {
    to: { name, address: email },
    server: null,
    sender_name: settings?.issuer_name || title,
    text: {
      subject: say(`${kind}.subject`),
      greeting: translate(language, 'mail:greeting', { name }),
      paragraphs: [
        ...ofClient,
        say(`${kind}.text`),
        ...(settings?.pix_text ? [translate(language, 'billingMail:mail.pix', { pix: settings.pix_text })] : []),
      ],
      action: null,
      footer: say(footer),
      ...mailBrand(brand, origin),
    },
    attachments: [{ name: bill.name, content_type: 'application/pdf', base64: bill.bytes.toString('base64') }],
  };
}
