/** Why a report is not shown: the portal's refusals and the reporting service's own errors, in one list of words. */
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { failureOf } from '../failure.ts';

/** Each has a title and a text in the messages: `trouble_<word>_title`, `trouble_<word>_text`. */
export const troubles = [
  'not_found',
  'forbidden',
  'no_data_rule',
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

/** `details` is for whoever helps: it can be copied. Maintenance has an end and perhaps a sentence. */
export type Trouble = { word: TroubleWord; details: string; until?: string; notice?: string };

const known: ReadonlySet<string> = new Set(troubles);
const isTrouble = (word: string): word is TroubleWord => known.has(word);

const otherNames: Partial<Record<ErrorWord, TroubleWord>> = {
  functionality_not_allowed: 'forbidden',
  page_not_allowed: 'forbidden',
  user_without_feature: 'forbidden',
  // What stands in the address is no id.
  invalid: 'not_found',
  bad_request: 'not_found',
  throttled: 'reporting_throttled',
};

/** What a refused or failed call to our own server means for the report. */
export function troubleOf(error: unknown): Trouble {
  const { word, status, message, request_id, opens_at, notice } = failureOf(error);
  const details = [message, word, status, request_id].filter((part) => part !== null).join('\n');
  if (status === null && word === null) return { word: 'network', details };
  const named = word === null ? undefined : (otherNames[word] ?? word);
  return {
    word: named && isTrouble(named) ? named : 'unexpected',
    details,
    ...(opens_at ? { until: opens_at } : {}),
    ...(notice ? { notice } : {}),
  };
}

/** An `error` event of the embedded report. It comes from a frame: nothing in it is trusted to be there. */
export type EmbedError = { message?: unknown; detailedMessage?: unknown; errorCode?: unknown; level?: unknown };

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

export type EmbedTrouble = Trouble | 'token_expired' | 'harmless';

const pausedCapacity = /FailedToLoadModel|OpenConnectionError/i;
const fatalLevel = 6;

/**
 * What it means that the report itself reports an error. Before it has loaded every error is the end of it; afterwards
 * most concern one visual, which says so itself.
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
