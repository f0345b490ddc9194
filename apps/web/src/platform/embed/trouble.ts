/** Why a report is not shown: the portal's refusals and the reporting service's errors, as one list of words. */
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { failureOf } from '#platform/failure.ts';

/** Each has a title and a text in the messages: `trouble_<word>_title`, `trouble_<word>_text`. */
const troubles = [
  'not_found',
  'forbidden',
  'no_data_rule',
  'rule_refused',
  'report_maintenance',
  'reporting_account_refused',
  'reporting_not_found',
  'reporting_throttled',
  'reporting_unavailable',
  'capacity_paused',
  'embed_quota_spent',
  'network',
  'unexpected',
] as const;

export type TroubleWord = (typeof troubles)[number];

/** `details` can be copied for support. Maintenance has an end and an optional message; a service that will answer again is asked `again` after so many seconds. */
export type Trouble = { word: TroubleWord; details: string; until?: string; notice?: string; again?: number };

const known: ReadonlySet<string> = new Set(troubles);
const isTrouble = (word: string): word is TroubleWord => known.has(word);

/** What ends by itself, and after how many seconds to see whether it has, where the server does not say. */
const passing: ReadonlySet<TroubleWord> = new Set(['reporting_throttled', 'reporting_unavailable']);
const againAfter = 5;

const otherNames: Partial<Record<ErrorWord, TroubleWord>> = {
  functionality_not_allowed: 'forbidden',
  page_not_allowed: 'forbidden',
  user_without_feature: 'forbidden',
  // The id in the address is malformed.
  invalid: 'not_found',
  bad_request: 'not_found',
  throttled: 'reporting_throttled',
};

/** The trouble that a failed call to the portal's server means. */
export function troubleOf(error: unknown): Trouble {
  const { word, status, message, request_id, opens_at, notice, retry_after } = failureOf(error);
  const details = [message, word, status, request_id].filter((part) => part !== null).join('\n');
  if (status === null && word === null) return { word: 'network', details };
  const named = word === null ? undefined : (otherNames[word] ?? word);
  const trouble = named && isTrouble(named) ? named : 'unexpected';
  return {
    word: trouble,
    details,
    ...(passing.has(trouble) ? { again: retry_after ?? againAfter } : {}),
    ...(opens_at ? { until: opens_at } : {}),
    ...(notice ? { notice } : {}),
  };
}

/** The trouble of an `error` event. It comes from a frame, so every part is checked. */
export type EmbedError = { message?: unknown; detailedMessage?: unknown; errorCode?: unknown; level?: unknown };

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

export type EmbedTrouble = Trouble | 'token_expired' | 'harmless';

const pausedCapacity = /FailedToLoadModel|OpenConnectionError/i;
const fatalLevel = 6;

/**
 * Whether an error of the report is fatal. Before the report has loaded every error is; afterwards
 * most concern a single visual, which shows the error itself.
 */
export function embedTroubleOf(error: EmbedError, loaded: boolean): EmbedTrouble {
  const message = text(error.message);
  const code = text(error.errorCode);
  if (message === 'TokenExpired' || code === 'TokenExpired') return 'token_expired';
  const details = [message, text(error.detailedMessage), code].filter(Boolean).join('\n');
  if (pausedCapacity.test(`${message} ${code}`)) return { word: 'capacity_paused', details };
  if (loaded && error.level !== fatalLevel) return 'harmless';
  if (message === 'LoadReportFailed' && code === '404') return { word: 'reporting_not_found', details };
  if (message === 'PowerBIEntityNotFound') return { word: 'reporting_not_found', details };
  return { word: 'unexpected', details };
}
