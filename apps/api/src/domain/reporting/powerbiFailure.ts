import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { PowerBiErrorKind } from '@vitrine/powerbi/errors.ts';
import { PowerBiError } from '@vitrine/powerbi/errors.ts';
import { Failure } from '#platform/http/fail.ts';

const words: Record<PowerBiErrorKind, ErrorWord> = {
  token: 'reporting_account_refused',
  not_authorized: 'reporting_account_refused',
  not_found: 'reporting_not_found',
  throttled: 'reporting_throttled',
  unavailable: 'reporting_unavailable',
  // The portal sends only what the service's rules allow, except in identities, whose roles are typed by people.
  invalid: 'rule_refused',
  quota: 'embed_quota_spent',
};

/** Codes of the service that say more than the kind of the failure. */
const wordsOfCodes: Record<string, ErrorWord> = { CapacityNotActive: 'capacity_paused', export_failed: 'export_failed' };

/** The refusal that a failure of the reporting service becomes; the service's own message stays in the log. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof PowerBiError)) return error;
  const word = wordsOfCodes[error.code ?? ''] ?? words[error.kind];
  return new Failure(word, {}, error.retry_after_s === null ? {} : { retry_after: error.retry_after_s }, error);
}
