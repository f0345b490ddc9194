/** What the sign-in page does with each refusal (product-decisions 20). */
import type { Failure } from '../../core/failure.ts';

/** The sentence that helps further, by its key. */
export type Help = 'contact_unit' | 'contact_partner' | 'ask_access' | 'wrong_address' | 'come_back';

export type Answer =
  /** Text under the form, which stays; the focus goes to the password. */
  | { kind: 'form'; text: 'server' | 'network' | 'unknown'; help?: Help; waitSeconds?: number; forgot: boolean }
  /** The form makes way: trying again would not help. */
  | { kind: 'page'; help: Help; opensAt?: string }
  | { kind: 'go'; to: string };

export function answerTo(failure: Failure): Answer {
  switch (failure.word) {
    case 'error_user_or_password':
    case 'throttled':
      return {
        kind: 'form',
        text: 'server',
        forgot: true,
        ...(failure.retry_after ? { waitSeconds: Math.ceil(failure.retry_after) } : {}),
      };
    case 'invalid':
    case 'csrf':
    case 'step_expired':
    case 'passkey_refused':
    case 'unavailable':
    case 'unexpected':
      return { kind: 'form', text: 'server', forgot: true };
    // A blocked, inactive or deactivated person could not use a new password either: none is offered.
    case 'user_disable':
    case 'inactive':
    case 'blocked':
      return { kind: 'form', text: 'server', help: 'contact_unit', forgot: false };
    case 'domain_not_allowed':
      return { kind: 'form', text: 'server', help: 'wrong_address', forgot: false };
    case 'not_found_companies':
    case 'error_azure_not_companies':
      return { kind: 'page', help: 'ask_access' };
    case 'finish_test':
      return { kind: 'page', help: 'contact_partner' };
    case 'maitenance':
      return { kind: 'page', help: 'come_back' };
    case 'horario_not_allowed':
      return { kind: 'page', help: 'contact_unit', ...(failure.opens_at ? { opensAt: failure.opens_at } : {}) };
    case 'domain_not_found':
      return { kind: 'go', to: '/domain/notfound' };
    case 'user_change_password':
      return failure.token ? { kind: 'go', to: `/new/password/${failure.token}` } : { kind: 'form', text: 'unknown', forgot: true };
    case 'redirect_two_factor':
      return failure.token ? { kind: 'go', to: `/config/2fa/${failure.token}` } : { kind: 'form', text: 'unknown', forgot: true };
    case null:
      return { kind: 'form', text: failure.status === null ? 'network' : 'unknown', forgot: true };
    // 'ip_not_allowed' moves to its own page by the rules of the session.
    default:
      return { kind: 'form', text: 'unknown', forgot: true };
  }
}
