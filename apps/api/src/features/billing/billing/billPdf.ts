/** The invoice as a PDF: one page and more if the positions ask for it, in the colour and under the name of the partner. */
import type { BillingSettings, Invoice, Position } from '@vitrine/contract/billing/billing.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { formatMoney } from '@vitrine/contract/money.ts';
import { translate } from '#platform/translate.ts';

type Brand = { title: string; colour: string; font: string };

/** Characters that the standard fonts of PDF lack would make it fail. */
const writable = (text: string): string => text.normalize('NFC').replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?');

const page = { width: 595, height: 842, margin: 56 };
const day = (date: string): string => date.split('-').toReversed().join('/');

/** What a position is for, in a sentence. */
function describe(position: Position, locale: Locale): string {
  if (position.kind === 'people')
    return translate(locale, 'billingMail:bill.people', {
      count: position.quantity ?? 0,
      price: formatMoney(position.price_cents ?? 0, locale),
    });
  if (position.kind === 'domain')
    return translate(locale, 'billingMail:bill.domain', { host: position.host ?? '', days: position.days ?? 0, of: position.of_days ?? 0 });
  return translate(locale, 'billingMail:bill.credit', { reason: position.reason ?? '' });
}

/** Lines of at most so many characters, broken between words where there are any. */
function wrapped(text: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).flatMap((one) => one.match(new RegExp(`.{1,${length}}`, 'g')) ?? [])) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < length) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Draws the invoice. What comes from people is cut to what a page and its font can show. */
export async function billPdf(invoice: Invoice, settings: BillingSettings, brand: Brand, locale: Locale): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts, rgb } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.create();
  const [font, bold] = [await document.embedFont(StandardFonts.Helvetica), await document.embedFont(StandardFonts.HelveticaBold)];
  const colourOf = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
    return rgb(red, green, blue);
  };
  const words = (key: string, values?: Record<string, string | number>) => translate(locale, `billingMail:bill.${key}`, values);
  let sheet = document.addPage([page.width, page.height]);
  let y = page.height - 110;
  const line = (text: string, { x = page.margin, size = 10, strong = false, right = false } = {}) => {
    const face = strong ? bold : font;
    const shown = writable(text).slice(0, 120);
    sheet.drawText(shown, { x: right ? page.width - page.margin - face.widthOfTextAtSize(shown, size) : x, y, size, font: face });
  };
  const down = (by: number) => {
    y -= by;
    if (y > 60) return;
    sheet = document.addPage([page.width, page.height]);
    y = page.height - 60;
  };
  const heading = invoice.number === null ? words('draft') : words('title', { number: invoice.number });
  document.setTitle(`${heading} ${brand.title}`);
  document.setLanguage(locale);
  sheet.drawRectangle({ x: 0, y: page.height - 72, width: page.width, height: 72, color: colourOf(brand.colour) });
  sheet.drawText(writable(brand.title).slice(0, 40), {
    x: page.margin,
    y: page.height - 45,
    size: 18,
    font: bold,
    color: colourOf(brand.font),
  });

  line(heading, { size: 16, strong: true });
  line(words('month', { month: invoice.month.split('-').toReversed().join('/') }), { right: true });
  down(24);
  for (const text of [settings.issuer_name, settings.issuer_tax_id, ...wrapped(settings.issuer_address, 90)].filter(
    (part) => part !== '',
  )) {
    line(text);
    down(14);
  }
  down(14);
  line(words('for'), { strong: true });
  down(14);
  for (const text of [invoice.client_name, invoice.client_tax_id, ...wrapped(invoice.client_address, 90)].filter((part) => part !== '')) {
    line(text);
    down(14);
  }
  down(20);
  for (const position of invoice.positions) {
    const [first = '', ...more] = wrapped(describe(position, locale), 78);
    line(first);
    line(formatMoney(position.total_cents, locale), { right: true });
    for (const text of more) {
      down(13);
      line(text);
    }
    down(18);
  }
  sheet.drawLine({
    start: { x: page.margin, y: y + 10 },
    end: { x: page.width - page.margin, y: y + 10 },
    thickness: 1,
    color: rgb(0.8, 0.8, 0.8),
  });
  down(8);
  line(words('total'), { size: 13, strong: true });
  line(formatMoney(invoice.total_cents, locale), { size: 13, strong: true, right: true });
  down(20);
  line(words('counted', { count: invoice.person_count, free: invoice.bonus_users }), { size: 9 });
  down(26);
  line(words('due', { date: day(invoice.due_on) }), { size: 12, strong: true });
  down(24);
  const ways = [
    [words('pix'), settings.pix_text],
    [words('line'), settings.payment_line],
    ['', settings.note],
  ] as const;
  for (const [title, text] of invoice.total_cents > 0 ? ways : []) {
    if (text === '') continue;
    if (title !== '') {
      line(title, { strong: true });
      down(14);
    }
    for (const part of wrapped(text, 92)) {
      line(part, { size: 9 });
      down(12);
    }
    down(10);
  }
  return document.save();
}
