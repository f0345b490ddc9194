import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { PowerBiErrorKind } from '@vitrine/powerbi/errors.ts';
import { PowerBiError } from '@vitrine/powerbi/errors.ts';
import { Failure } from './fail.ts';

const words: Record<PowerBiErrorKind, ErrorWord> = {
  token: 'reporting_account_refused',
  not_authorized: 'reporting_account_refused',
  not_found: 'reporting_not_found',
  throttled: 'reporting_throttled',
  unavailable: 'reporting_unavailable',
  // The portal only sends what the service's rules allow, but for identities: roles are names that people typed.
  invalid: 'no_data_rule',
  quota: 'embed_quota_spent',
};

/** Where the service's own code says more than the kind of its failure. */
const wordsOfCodes: Record<string, ErrorWord> = { CapacityNotActive: 'capacity_paused', export_failed: 'export_failed' };

/** What a failure of the reporting service means to people; the service's own words stay in the log. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof PowerBiError)) return error;
  const word = wordsOfCodes[error.code ?? ''] ?? words[error.kind];
  return new Failure(word, {}, error.retry_after_s === null ? {} : { retry_after: error.retry_after_s }, error);
}
