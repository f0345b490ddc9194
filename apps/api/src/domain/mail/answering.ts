/**
 * Where answers to a mail about a ticket go: an address that names the ticket and is signed for one person, and a Message-ID that says
 * the same, for programs that answer to whoever sent it. Names of mailboxes hold 64 characters, and servers may write them small: there
 * is no room for the person, whom the sender's address names.
 */
import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

type Named = { ticket_id: string; person_id: string };

const idLength = 25;
/** 80 bits, which nobody tries by mail. */
const signatureBytes = 10;
const signatureLength = 16;
export const markLength = idLength + 1 + signatureLength;

/** Digits and small letters. */
const written = (bytes: Buffer, length: number): string =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(36)
    .padStart(length, '0');

function idFrom(text: string): string {
  const number = Array.from(text).reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  const hex = number.toString(16).padStart(32, '0').slice(-32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** By each known master key, the current one first. */
const signatures = ({ digests }: Pick<Secrets, 'digests'>, { ticket_id, person_id }: Named): Buffer[] =>
  digests(`${ticket_id} ${person_id}`, 'ticket/answer').map((digest) => digest.subarray(0, signatureBytes));

/** What names the ticket and proves that the portal wrote to this person about it. */
export function answerMark(secrets: Pick<Secrets, 'digests'>, named: Named): string {
  const [current = Buffer.alloc(0)] = signatures(secrets, named);
  return `${written(Buffer.from(named.ticket_id.replaceAll('-', ''), 'hex'), idLength)}.${written(current, signatureLength)}`;
}

export type Mark = { ticket_id: string; signature: string };

const form = new RegExp(`^([0-9a-z]{${idLength}})\\.([0-9a-z]{${signatureLength}})$`);

function readMark(text: string): Mark | null {
  const [, id, signature] = form.exec(text.toLowerCase()) ?? [];
  return id && signature ? { ticket_id: idFrom(id), signature } : null;
}

export const isMarkOf = (secrets: Pick<Secrets, 'digests'>, { ticket_id, signature }: Mark, person_id: string): boolean =>
  signatures(secrets, { ticket_id, person_id })
    .map((known) => timingSafeEqual(Buffer.from(written(known, signatureLength)), Buffer.from(signature)))
    .includes(true);

/** The address of the mailbox with the mark in it: for a `*`, else behind the name and a `+`. */
export function answerAddress(address: string, mark: string): string {
  if (address.includes('*')) return address.replace('*', mark);
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${mark}${address.slice(at)}`;
}

/** The mark in an address, if it is one of the mailbox. */
export function markIn(mailbox: string, address: string): Mark | null {
  const [before = '', after = ''] = answerAddress(mailbox, '*').split('*');
  if (!address.startsWith(before) || !address.endsWith(after)) return null;
  return readMark(address.slice(before.length, address.length - after.length));
}

/** The mark in the Message-ID of a mail that the portal sent: `<number.mark@host>`. */
export function markOfMail(message_id: string, host: string): Mark | null {
  const [, mark = ''] = /^<[^<>@]*?\.([0-9a-z]+\.[0-9a-z]+)@[^<>@]+>$/i.exec(message_id) ?? [];
  return message_id.toLowerCase().endsWith(`@${host.toLowerCase()}>`) ? readMark(mark) : null;
}

export type Answering = (named: { person_id: string; link: string | null }) => { reply_to: string; mark: string; thread: string } | null;

const ofTicket = /^\/help_desk\/([0-9a-f-]{36})(?:\?entry=[0-9a-f-]{36})?$/;

/** For mails that lead to a ticket; null for all others, and for all where the operator gave no mailbox. */
export async function readAnswering(identity: Pick<Scoped, 'run'>, secrets: Pick<Secrets, 'digests'>): Promise<Answering> {
  const [mailbox] = await identity.run(sql<{ address: string }>`select address from ticket_mailbox`);
  return ({ person_id, link }) => {
    const ticket_id = ofTicket.exec(link ?? '')?.[1];
    if (!mailbox || !ticket_id) return null;
    const mark = answerMark(secrets, { ticket_id, person_id });
    return { reply_to: answerAddress(mailbox.address, mark), mark, thread: `ticket.${ticket_id}` };
  };
}
