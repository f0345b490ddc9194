/** Reads a mail: called in a process with limits of time and memory, because whoever knows the address may send anything. */
import PostalMime from 'postal-mime';
import type { Address } from 'postal-mime';
import { fail } from '#platform/http/fail.ts';
import type { Head } from './automaticMail.rules.ts';
import { htmlText } from './htmlText.ts';
import { withoutQuote } from './withoutQuote.rules.ts';

export type Attached = { name: string; bytes: Uint8Array };

export type ReadMail = {
  headers: Head[];
  /** Null unless there is exactly one. */
  from: string | null;
  /** Whom it is to, also by what servers noted of its delivery. */
  to: string[];
  /** Ids of the mails that it answers, the nearest first. */
  answers: string[];
  /** The own words. */
  text: string;
};

const limits = { parts: 50, addresses: 50, answers: 20, depth: 20, text: 200_000 };
/** Pictures of signatures are small; of what somebody wants to show hardly any is. */
const smallestPicture = 10_240;
const delivered: ReadonlySet<string> = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'original-recipient']);

const addressesOf = (addresses: readonly Address[] = []): string[] =>
  addresses.flatMap((one) => (one.group ?? [one]).map(({ address }) => address?.toLowerCase() ?? '')).filter(Boolean);

const idsIn = (text = ''): string[] => text.match(/<[^<>\s]{3,300}>/g) ?? [];

/** The attachments, one by one, and then what the mail says. */
export async function* readMail({ bytes }: { bytes: Uint8Array }): AsyncGenerator<Attached, ReadMail> {
  const mail = await new PostalMime({
    maxNestingDepth: limits.depth,
    maxHeadersSize: 262_144,
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
  })
    .parse(bytes)
    .catch(() => fail('too_complex'));
  if (mail.attachments.length > limits.parts) fail('too_complex');
  for (const { filename, content, mimeType, related, disposition } of mail.attachments) {
    if (typeof content === 'string') continue;
    const isDecoration =
      (related === true || disposition === 'inline') && mimeType.startsWith('image/') && content.byteLength < smallestPicture;
    if (!isDecoration) yield { name: (filename ?? '').slice(0, 200), bytes: new Uint8Array(content as ArrayBuffer) };
  }
  const text = mail.text?.trim() ? mail.text : htmlText(mail.html ?? '');
  const from = addressesOf(mail.from ? [mail.from] : []);
  const noted = mail.headers
    .filter(({ key }) => delivered.has(key))
    .map(({ value }) =>
      value
        .replace(/^rfc822;/i, '')
        .trim()
        .toLowerCase(),
    );
  return {
    headers: mail.headers.map(({ key, value }) => ({ key, value: value.slice(0, 1000) })),
    from: from.length === 1 && mail.headers.filter(({ key }) => key === 'from').length === 1 ? (from[0] ?? null) : null,
    to: [...addressesOf(mail.to), ...addressesOf(mail.cc), ...noted].slice(0, limits.addresses),
    answers: [...idsIn(mail.inReplyTo), ...idsIn(mail.references).toReversed()].slice(0, limits.answers),
    text: withoutQuote(text.slice(0, limits.text)),
  };
}
