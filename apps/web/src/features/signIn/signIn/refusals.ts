/** What the sign-in page does with each refusal (docs/reference/product-rules.md 20). */
import type { Failure } from '#platform/failure.ts';

/** Key of an additional sentence. */
type Help = 'contact_unit' | 'contact_partner' | 'ask_access' | 'wrong_address' | 'come_back';

export type Answer =
  /** Text under the form, which stays; the focus goes to the password. */
  | { kind: 'form'; text: 'server' | 'network' | 'unknown'; help?: Help; waitSeconds?: number; forgot: boolean }
  /** The form is hidden, because a retry would not help. */
  | { kind: 'page'; help: Help; opensAt?: string; notice?: string }
  | { kind: 'go'; to: string };

const openingOf = ({ opens_at }: Failure) => (opens_at ? { opensAt: opens_at } : {});

const goWith = ({ token }: Failure, path: string): Answer =>
  token ? { kind: 'go', to: `${path}/${token}` } : { kind: 'form', text: 'unknown', forgot: true };

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
    // No new password is offered to blocked, inactive or deactivated people, because it would not help them.
    case 'user_disable':
    case 'inactive':
    case 'blocked':
      return { kind: 'form', text: 'server', help: 'contact_unit', forgot: false };
    // The password is of no use there, nor is a new one.
    case 'sso_required':
      return { kind: 'form', text: 'server', forgot: false };
    case 'domain_not_allowed':
      return { kind: 'form', text: 'server', help: 'wrong_address', forgot: false };
    case 'not_found_companies':
    case 'error_azure_not_companies':
      return { kind: 'page', help: 'ask_access' };
    case 'finish_test':
    case 'unit_suspended':
    case 'unit_closed':
      return { kind: 'page', help: 'contact_partner' };
    case 'maintenance':
      return { kind: 'page', help: 'come_back', ...openingOf(failure), ...(failure.notice ? { notice: failure.notice } : {}) };
    case 'hours_not_allowed':
      return { kind: 'page', help: 'contact_unit', ...openingOf(failure) };
    case 'domain_not_found':
      return { kind: 'go', to: '/domain/notfound' };
    case 'user_change_password':
      return goWith(failure, '/new/password');
    case 'redirect_two_factor':
      return goWith(failure, '/config/2fa');
    // 'ip_not_allowed' moves to its own page by the rules of the session.
    default:
      return { kind: 'form', text: failure.status === null ? 'network' : 'unknown', forgot: true };
  }
}
