import { failureOf } from '#platform/failure.ts';
import { isTurnedAway } from '#platform/passkeys.ts';
import { toast } from '#platform/toast.ts';

/** What the screens of a set-up have in common. */
export type SetupProps = { token: string; onDone: (recovery_codes: string[]) => void; onExpired: () => void };

/** Refusals that are shown at the field; others are shown elsewhere. */
export function setupRefusal(error: unknown, onExpired: () => void): string | undefined {
  if (isTurnedAway(error)) return undefined;
  const failure = failureOf(error);
  if (failure.word === 'step_expired') onExpired();
  else if (failure.word === 'invalid' || failure.word === 'passkey_refused')
    return failure.fields['code'] ?? failure.fields['name'] ?? failure.message;
  else toast.failure(error);
  return undefined;
}
