/** Why a job failed, in a word that people can be told, and what of its error may be shown. */
import type { FailureKind } from '@vitrine/contract/organisation/operations.ts';

/** Looked for in this order in what the program said. */
const signs: readonly (readonly [FailureKind, readonly string[]])[] = [
  ['lost', ['process with the last attempt was lost']],
  ['busy', ['too many requests', '429', 'rate limit', 'throttl', 'overloaded', 'deadlock', 'could not serialize']],
  ['silent', ['timeout', 'timed out', 'time-out', 'etimedout', 'did not answer', 'takes too long', 'aborted']],
  [
    'unreachable',
    ['econnrefused', 'enotfound', 'econnreset', 'ehostunreach', 'enetunreach', 'eai_again', 'cannot be reached', 'fetch failed', 'socket'],
  ],
  ['refused', ['401', '403', 'unauthorized', 'forbidden', 'denied', 'refused', 'invalid login', 'credentials', 'rejected', 'certificate']],
];

/** The kind of failure that an error text tells of. */
export function failureKind(message: string | null): FailureKind {
  const text = message?.toLowerCase() ?? '';
  return signs.find(([, words]) => words.some((word) => text.includes(word)))?.[0] ?? 'unknown';
}

const longest = 300;
/** What may be an address, when it has the sign of one. */
const word = /[^\s<>"',;:()]+/g;
/** In quotation marks, also those that are cut off, stand names and values that somebody typed, unless it is the name of a table or column. */
const quoted = /"[^"]*(?:"|$)|“[^“”]*(?:”|$)|«[^«»]*(?:»|$)/g;
const identifier = /^"[a-z_0-9.]+"$/;

/** The error as it may be shown: one line, without e-mail addresses, without values. */
export function shownError(message: string | null): string | null {
  if (!message) return null;
  const [line = ''] = message.trim().split('\n');
  const shown = line
    .slice(0, 2000)
    .replaceAll(word, (text) => (text.includes('@') ? '…' : text))
    .replaceAll(quoted, (text) => (identifier.test(text) ? text : '"…"'));
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown;
}
