import { ofInvoice } from '@vitrine/contract/audit/audit.ts';
import * as contract from '@vitrine/contract/billing/billing.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { newClient, since } from '#test/harness/billing.ts';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';
import { draftInvoices, markOverdue } from './billing.jobs.ts';
import { remindOfInvoices } from './deliver.jobs.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

async function operator(): Promise<Browser> {
  return world.signIn(await world.operator());
}

/** A client with so many users since August, and the draft of its September. */
async function drafted(people = 3, values: Parameters<typeof newClient>[2] = {}) {
  const partner = await world.partner();
  const unit = await partner.unit();
  const client = await newClient(world, partner, { first_month: '2026-09', ...values });
  await since(world, unit, client, '2026-08-01', people);
  world.setTime(new Date('2026-10-02T12:00:00Z'));
  await world.runJobs(draftInvoices);
  const [row] = await world.owner.run(sql<{ id: string }>`select id from invoice where client_id = ${client}`);
  return { partner, unit, client, id: row?.id ?? '', email: `bills@${client.slice(-8)}.example` };
}

async function issued(browser: Browser, people?: number) {
  const made = await drafted(people);
  const invoice = await browser.call(contract.open, { params: { id: made.id }, body: { version: 1 } });
  return { ...made, invoice };
}

test('a draft is issued with the next number and mailed to the client with its PDF, once', async () => {
  const browser = await operator();
  const settings = await browser.call(contract.getSettings, {});
  await browser.call(contract.updateSettings, { body: { ...settings, issuer_name: 'Vitrine Portais Ltda', pix_text: '00020126-pix' } });
  const first = await issued(browser);
  const second = await issued(browser);
  expect(second.invoice.number).toBe((first.invoice.number ?? 0) + 1);
  expect(first.invoice).toMatchObject({ state: 'open', due_on: '2026-10-10', total_cents: 3 * 2490 });
  const refused = await browser.refusal(contract.open, { params: { id: first.id }, body: { version: first.invoice.version } });
  expect(refused.body.status).toBe('invoice_state');
  await world.runJobs();
  const mails = await world.mailsTo(first.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain(`Fatura ${first.invoice.number}`);
  expect(mails[0]?.text).toContain('74,70');
  expect(mails[0]?.text).toContain('00020126-pix');
  const [attachment] = mails[0]?.attachments ?? [];
  expect(attachment).toMatchObject({ filename: `fatura-${first.invoice.number}.pdf`, mimeType: 'application/pdf' });
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.load(attachment?.content as ArrayBuffer);
  expect(document.getTitle()).toContain(`Fatura ${first.invoice.number}`);
  expect((await browser.call(contract.get, { params: { id: first.id } })).mailed_to).toBe(first.email);
});

test('billing administrators of the partner get the invoice and the reminder in their language; others, and those who have left, get none', async () => {
  const browser = await operator();
  const made = await drafted();
  const other = await world.partner();
  const language = { person: { language: 'en-US' } };
  const people = [
    await made.partner.person(language),
    await made.partner.person(),
    await made.partner.person(),
    await other.person(),
  ] as const;
  const [reader, left, plain, stranger] = people;
  await world.owner.run(
    sql`update staff set billing_administrator = true where person_id = any (${[reader, left, stranger].map(({ id }) => id)}::uuid[])`,
  );
  await world.owner.run(sql`update staff set state = 'deactivated' where person_id = ${left.id}`);
  await browser.call(contract.open, { params: { id: made.id }, body: { version: 1 } });
  await world.runJobs();
  const [mail, ...more] = await world.mailsTo(reader.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^Invoice/);
  expect(mail?.text).toContain('billing administrator');
  expect(mail?.attachments).toHaveLength(1);
  expect(await world.mailsTo(made.email)).toHaveLength(1);
  for (const { email } of [left, plain, stranger]) expect(await world.mailsTo(email)).toEqual([]);

  world.setTime(new Date('2026-10-14T12:00:00Z'));
  await world.runJobs(markOverdue);
  await world.runJobs(remindOfInvoices);
  await world.runJobs();
  expect(await world.mailsTo(reader.email)).toHaveLength(2);
  await world.owner.run(sql`update staff set billing_administrator = false where person_id = ${reader.id}`);
  world.setTime(new Date('2026-10-25T12:00:00Z'));
  await world.runJobs(remindOfInvoices);
  await world.runJobs();
  expect(await world.mailsTo(reader.email)).toHaveLength(2);
  expect(await world.mailsTo(made.email)).toHaveLength(3);
});

test('what makes up the number of users is told by day and unit, without a name', async () => {
  const browser = await operator();
  const { id, unit } = await drafted(4);
  await world.owner.run(sql`update seat_span set starts_at = '2026-09-20 12:00Z', ends_at = '2026-09-21 11:00Z'
    where ctid = (select ctid from seat_span where unit_id = ${unit.id} limit 1)`);
  const { version } = await browser.call(contract.get, { params: { id } });
  const invoice = await browser.call(contract.recount, { params: { id }, body: { version } });
  const told = await browser.call(contract.days, { params: { id } });
  expect(invoice.person_count).toBe(3);
  expect(told.units).toEqual([{ id: unit.id, name: unit.name, people: 4, counted: 3 }]);
  expect(told.not_counted).toBe(1);
  expect(told.days).toHaveLength(30);
  expect(told.days.map(({ people }) => people)).toEqual(Array.from({ length: 30 }, (_, day) => (day === 19 || day === 20 ? 4 : 3)));
  expect(JSON.stringify(told)).not.toContain('Person ');
});

test('an invoice is paid by hand, which can be taken back, and not on a day that has not come', async () => {
  const browser = await operator();
  const { id, invoice } = await issued(browser);
  const late = await browser.refusal(contract.pay, { params: { id }, body: { version: invoice.version, paid_on: '2026-10-03' } });
  expect(late.body.errors).toHaveProperty('paid_on');
  const paid = await browser.call(contract.pay, { params: { id }, body: { version: invoice.version, paid_on: '2026-10-02' } });
  expect(paid).toMatchObject({ state: 'paid', paid_on: '2026-10-02', paid_by: 'hand' });
  const { data, made } = await browser.call(ofInvoice, { params: { id } });
  expect(data.map(({ action }) => action)).toEqual(['invoice.pay', 'invoice.open', 'invoice.draft']);
  expect(made?.action).toBe('invoice.draft');
  const stale = await browser.refusal(contract.unpay, { params: { id }, body: { version: invoice.version } });
  expect(stale.body.status).toBe('conflict');
  expect(await browser.call(contract.unpay, { params: { id }, body: { version: paid.version } })).toMatchObject({
    state: 'open',
    paid_on: null,
  });
});

test('what was paid for a cancelled invoice reduces the next one', async () => {
  const browser = await operator();
  const { id, invoice, client } = await issued(browser);
  const paid = await browser.call(contract.pay, { params: { id }, body: { version: invoice.version, paid_on: '2026-10-02' } });
  const cancelled = await browser.call(contract.cancel, { params: { id }, body: { version: paid.version, reason: 'Preço errado' } });
  expect(cancelled).toMatchObject({ state: 'cancelled', cancel_reason: 'Preço errado' });
  await world.owner.run(sql`update client set price_cents = 3000 where id = ${client}`);
  const again = await browser.call(contract.draftAgain, { params: { id } });
  const draft = await browser.call(contract.get, { params: { id: again.id } });
  expect(draft).toMatchObject({ state: 'draft', total_cents: 9000 - 7470 });
  expect(draft.positions.at(-1)).toMatchObject({ kind: 'credit', total_cents: -7470, reason: 'Preço errado' });
  expect((await browser.refusal(contract.draftAgain, { params: { id } })).body.status).toBe('invoice_state');
});

test('reminders go out three and ten days after the due day, once each, however often the job runs', async () => {
  const browser = await operator();
  const { id, email } = await issued(browser);
  const at = async (day: string) => {
    world.setTime(new Date(`${day}T15:00:00Z`));
    for (let times = 0; times < 2; times++) {
      await world.runJobs(markOverdue);
      await world.runJobs(remindOfInvoices);
    }
    return (await world.mailsTo(email)).filter(({ subject }) => subject?.includes('Lembrete')).length;
  };
  expect(await at('2026-10-12')).toBe(0);
  expect(await at('2026-10-13')).toBe(1);
  expect(await at('2026-10-19')).toBe(1);
  expect(await at('2026-10-20')).toBe(2);
  expect(await at('2026-11-20')).toBe(2);
  expect((await browser.call(contract.get, { params: { id } })).state).toBe('overdue');
});

const ofx = (lines: readonly string[]) =>
  new TextEncoder().encode(`OFXHEADER:100\nDATA:OFXSGML\n<OFX><BANKTRANLIST>\n${lines.join('\n')}\n</BANKTRANLIST></OFX>`);
const line = (id: string, amount: string, memo: string) =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261002120000[-3:BRT]<TRNAMT>${amount}<FITID>${id}<MEMO>${memo}</STMTTRN>`;

test('a statement proposes invoices, which are paid once they are confirmed; its lines are read once', async () => {
  const browser = await operator();
  const [a, b] = [await issued(browser, 7), await issued(browser, 8)];
  const statement = ofx([
    line(a.id, '174.30', `PIX FATURA ${a.invoice.number}`),
    line(b.id, '250.00', `TED ${b.invoice.client_tax_id}`),
    line(`${a.id}-out`, '-99.00', 'TARIFA'),
  ]);
  expect(await browser.call(contract.importStatement, { body: statement })).toEqual({ added: 2, known: 0 });
  expect(await browser.call(contract.importStatement, { body: statement })).toEqual({ added: 0, known: 2 });
  const { data } = await browser.call(contract.payments, {});
  const [first, second] = [data.find(({ cents }) => cents === 17_430), data.find(({ cents }) => cents === 25_000)];
  expect(first?.proposal).toMatchObject({ invoice_id: a.id, because: 'number' });
  expect(second?.proposal).toBeNull();
  const small = [{ payment_id: first?.id ?? '', invoice_id: b.id }];
  expect((await browser.refusal(contract.settle, { body: { payments: small } })).body.status).toBe('payment_too_small');
  const pairs = [
    { payment_id: first?.id ?? '', invoice_id: a.id },
    { payment_id: second?.id ?? '', invoice_id: b.id },
  ];
  expect(await browser.call(contract.settle, { body: { payments: pairs } })).toEqual({ settled: 2 });
  expect((await browser.refusal(contract.settle, { body: { payments: pairs } })).body.status).toBe('conflict');
  const paid = await browser.call(contract.get, { params: { id: b.id } });
  expect(paid).toMatchObject({ state: 'paid', paid_by: 'statement', paid_on: '2026-10-02' });
  const [credit] = await world.owner.run(sql<{ cents: number }>`select cents from client_credit where client_id = ${b.client}`);
  expect(credit?.cents).toBe(25_000 - 8 * 2490);
  expect((await browser.refusal(contract.unpay, { params: { id: b.id }, body: { version: paid.version } })).body.status).toBe(
    'invoice_state',
  );
});

test('what is no statement is refused, and so is a fiscal document that is neither PDF nor XML', async () => {
  const browser = await operator();
  const { id } = await issued(browser);
  const text = new TextEncoder().encode('olá');
  expect((await browser.refusal(contract.importStatement, { body: text })).body.status).toBe('statement_unreadable');
  const wrong = await browser.refusal(contract.addFiscal, { params: { id }, query: { name: 'nota.pdf' }, body: text });
  expect(wrong.body.status).toBe('unsupported_media_type');
  await browser.call(contract.addFiscal, { params: { id }, query: { name: 'nota.pdf' }, body: new TextEncoder().encode('%PDF-1.7 nota') });
  expect((await browser.call(contract.get, { params: { id } })).fiscal).toBe('nota.pdf');
  const xml = new TextEncoder().encode('<?xml version="1.0" encoding="UTF-8"?><NFe>1</NFe>');
  await browser.call(contract.addFiscal, { params: { id }, query: { name: 'nota 12' }, body: xml });
  expect((await browser.call(contract.get, { params: { id } })).fiscal).toBe('nota 12.xml');
});

test('nobody but the operator changes an invoice, reads a statement or the settings', async () => {
  const browser = await operator();
  const { id, partner, unit } = await issued(browser);
  for (const person of [partner.person({ unit }), unit.person('admin'), unit.person('user')]) {
    const other = await world.signIn(await person);
    expect((await other.refusal(contract.pay, { params: { id }, body: { version: 2, paid_on: '2026-10-02' } })).status).toBe(403);
    expect((await other.refusal(contract.importStatement, { body: ofx([]) })).status).toBe(403);
    expect((await other.refusal(contract.payments, {})).status).toBe(403);
    expect((await other.refusal(contract.getSettings, {})).status).toBe(403);
  }
});
