/** Reads the payments of a bank statement, OFX or CSV. Runs in a process of the pool: nothing in the file is believed. */
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { Failure } from '#platform/http/fail.ts';

export type StatementLine = { fingerprint: string; paid_on: string; cents: number; payer_tax_id: string; description: string };

const mostLines = 5000;
const longestText = 300;
/** Far more than any invoice: a longer number is no amount. */
const amountDigits = 12;

const unreadable = () => new Failure('statement_unreadable');

/** UTF-8, or what banks wrote before it. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Centavos of an amount with two or fewer digits after the last comma or point; null for what is none. Digit by digit: no fraction is ever rounded. */
export function centsOf(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0]|R\$/g, '');
  const match = /^([+-]?)(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(plain);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = whole.replaceAll(/[.,]/g, '') + fraction.padEnd(2, '0');
  return digits.length > amountDigits ? null : Number(`${sign}${digits}`);
}

/** A day as `20261009…`, `09/10/2026` or `2026-10-09`; null for what is none. */
export function dayOf(text: string): string | null {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text) ?? /^(\d{2})[/.](\d{2})[/.](\d{4})/.exec(text);
  if (!match) return null;
  const [, first = '', month = '', last = ''] = match;
  const day = first.length === 4 ? `${first}-${month}-${last}` : `${last}-${month}-${first}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : day;
}

/** The first CNPJ (also with letters) or CPF in a text, without its mask. */
export function taxIdIn(text: string): string {
  const found = /\b[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}\b|\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/.exec(
    text.toUpperCase(),
  );
  const plain = found?.[0].replaceAll(/[./-]/g, '') ?? '';
  // Twelve letters are a word and no number.
  return /\d{6}/.test(plain) || (/[A-Z]/.test(plain) && /\d/.test(plain.slice(0, 12))) ? plain : '';
}

const clean = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, longestText);

function line(id: string | null, day: string, cents: number, text: string): StatementLine {
  const description = clean(text);
  const same = id === null ? `${day} ${cents} ${description}` : `id ${id} ${day} ${cents}`;
  return {
    fingerprint: createHash('sha256').update(same).digest('hex'),
    paid_on: day,
    cents,
    payer_tax_id: taxIdIn(description),
    description,
  };
}

/** OFX is SGML in older files, XML in newer ones: in both a tag stands before its value. */
function readOfx(text: string): StatementLine[] {
  const lines: StatementLine[] = [];
  for (const block of text.split(/<STMTTRN>/i).slice(1, mostLines + 2)) {
    const value = (tag: string) => new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(block)?.[1]?.trim() ?? '';
    const [cents, day] = [centsOf(value('TRNAMT')), dayOf(value('DTPOSTED'))];
    if (cents === null || day === null) throw unreadable();
    if (cents > 0) lines.push(line(value('FITID') || null, day, cents, `${value('NAME')} ${value('MEMO')}`));
  }
  return lines;
}

/** CSV of any bank: the first column of days, the first of amounts, and all other words as the description. */
function readCsv(text: string): StatementLine[] {
  const separator = [';', '\t', ','].find((one) => (text.split('\n', 1)[0] ?? '').includes(one)) ?? ';';
  const rows = parse(text, {
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    bom: true,
    relax_quotes: true,
    to: mostLines + 1,
  });
  const lines: StatementLine[] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const day = row.map(dayOf).find((one) => one !== null);
    const place = row.findIndex((cell) => /[.,]\d{2}$/.test(cell.trim()) && centsOf(cell) !== null);
    const cents = centsOf(row[place] ?? '');
    if (day === undefined || cents === null || cents <= 0) continue;
    const words = row.filter((cell, at) => at !== place && dayOf(cell) === null).join(' ');
    // Two equal lines of one file are two payments.
    const key = `${day} ${cents} ${words}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    lines.push(line(count === 0 ? null : `${key} ${count}`, day, cents, words));
  }
  if (lines.length === 0) throw unreadable();
  return lines;
}

/** The payments that came in, by whatever kind of statement. */
export function readStatement({ bytes }: { bytes: Uint8Array }): StatementLine[] {
  const text = textOf(bytes);
  let lines: StatementLine[];
  try {
    lines = /<OFX>|OFXHEADER/i.test(text.slice(0, 4000)) ? readOfx(text) : readCsv(text);
  } catch (error) {
    throw error instanceof Failure ? error : unreadable();
  }
  if (lines.length > mostLines) throw new Failure('too_complex');
  return lines;
}
