/** The letter with an invoice: to the client, and to the billing administrators, who get it in their own language. */
import type { BillingSettings, Invoice } from '@vitrine/contract/billing/billing.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { BillMailKind } from '@vitrine/contract/mailKinds.ts';
import { formatMoney } from '@vitrine/contract/money.ts';
import type { readHostBranding } from '#domain/hosts/hostBranding.ts';
import { mailBrand } from '#domain/mail/mailBrand.ts';
import type { Message } from '#platform/mail/mail.ts';
import { translate } from '#platform/translate.ts';

export type BillReceiver = { name: string; email: string; language: Locale };

type Letter = {
  invoice: Pick<Invoice, 'number' | 'month' | 'total_cents' | 'due_on' | 'client_name'>;
  kind: BillMailKind;
  /** The PDF; an example has none. */
  bill: { name: string; bytes: Buffer } | null;
  brand: Awaited<ReturnType<typeof readHostBranding>>;
  /** Where the pictures of the brand are asked for. */
  origin: string;
  settings: Pick<BillingSettings, 'issuer_name' | 'pix_text'> | undefined;
};

const dayInWords = (day: string): string => day.split('-').toReversed().join('/');

/** The letter to one receiver; `footer` says why it came to them. */
export function billLetter(
  { name, email, language }: BillReceiver,
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
  const part = kind === 'bill_issued' ? 'issued' : 'reminder';
  const ofClient = footer === 'footer_administrator' ? [say('client')] : [];
  return {
    kind,
    to: { name, address: email },
    server: null,
    sender_name: settings?.issuer_name || title,
    text: {
      language,
      subject: say(`${part}.subject`),
      greeting: translate(language, 'mail:greeting', { name }),
      paragraphs: [
        ...ofClient,
        say(`${part}.text`),
        ...(settings?.pix_text ? [translate(language, 'billingMail:mail.pix', { pix: settings.pix_text })] : []),
      ],
      action: null,
      footer: say(footer),
      ...mailBrand(brand, origin),
    },
    ...(bill ? { attachments: [{ name: bill.name, content_type: 'application/pdf', base64: bill.bytes.toString('base64') }] } : {}),
  };
}
