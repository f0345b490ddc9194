/** Mails that nobody wrote by hand, and those of the portal itself: nothing answers them, so that no two programs answer each other for ever. */

export type Head = { key: string; value: string };

/** Why a mail is put aside. */
type Automatic = 'own' | 'automatic' | 'list' | 'bounce';

const bulk: ReadonlySet<string> = new Set(['bulk', 'junk', 'list', 'auto_reply']);
const listHeaders = ['list-id', 'list-post', 'list-unsubscribe', 'mailing-list'];
const answeringHeaders = ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'x-autoresponse', 'x-auto-reply'];
/** Programs that tell of mails; people do not write from there. */
const ofPrograms = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+\-=.].*)?@/i;

/** As the portal numbers its mails: by time. Programs of people may write the same host behind numbers of other kinds. */
const ownNumber = /^<[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;

/** The word alone, without what follows a semicolon or stands in brackets (RFC 3834). */
const wordOf = (value: string | undefined): string =>
  (value ?? '')
    .replace(/[;(].*$/s, '')
    .trim()
    .toLowerCase();

/** Null: somebody wrote it. `host` is the one that the portal's own mails are numbered by. */
export function automaticMail(headers: readonly Head[], { from, host }: { from: string; host: string }): Automatic | null {
  const values = new Map(headers.toReversed().map(({ key, value }) => [key, value]));
  const word = (key: string) => wordOf(values.get(key));
  const id = word('message-id');
  if (values.has('x-portal-mail') || (ownNumber.test(id) && id.endsWith(`@${host.toLowerCase()}>`))) return 'own';
  const isReport = word('content-type') === 'multipart/report';
  if (isReport || values.get('return-path')?.trim() === '<>' || ofPrograms.test(from)) return 'bounce';
  const submitted = word('auto-submitted');
  if ((submitted !== '' && submitted !== 'no') || answeringHeaders.some((key) => values.has(key))) return 'automatic';
  if (listHeaders.some((key) => values.has(key))) return 'list';
  return bulk.has(word('precedence')) ? 'automatic' : null;
}

/**
 * Whether the mailbox's own server found that the sender is not who it says: the first of these headers is that of the last server, and
 * what others wrote below it counts for nothing. A server that says nothing proves nothing.
 */
export function isForged(headers: readonly Head[]): boolean {
  const found = headers.find(({ key }) => key === 'authentication-results')?.value ?? '';
  return /(?:^|[\s;])dmarc\s*=\s*fail\b/i.test(found);
}
