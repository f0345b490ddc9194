/**
 * What is known of the service of each account: while it does not answer or wants to be left alone, nobody waits to find that out again. After
 * the pause one caller asks; what that one hears holds for all.
 */
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { PowerBiError } from '@vitrine/powerbi/errors.ts';
import { Failure } from '#platform/http/fail.ts';
import type { ReportingAccount } from './reportingAccountRow.ts';

type Account = Pick<ReportingAccount, 'tenant_id' | 'id' | 'version'>;
type Pause = { word: ErrorWord; until: number; failures: number };

const firstPauseMs = 2000;
const longestPauseMs = 15_000;
/** However long the service wants to be left alone, somebody looks from time to time. */
const longestAskedMs = 120_000;
/** How long the one who asks may take before another one does. */
const askingMs = 3000;

const keyOf = ({ tenant_id, id, version }: Account) => `${tenant_id}/${id}/${version}`;

/** Whether the whole service is in trouble, and not only what was asked for. */
const isOutage = ({ kind, status, code }: PowerBiError): boolean =>
  kind === 'throttled' || code === 'timeout' || code === 'network' || (status === 503 && code !== 'CapacityNotActive');

type Circuits = {
  /** Refuses at once during a pause. */
  enter: (account: Account) => void;
  answered: (account: Account) => void;
  failed: (account: Account, error: unknown) => void;
  /** A caller has not the time to wait for the answer, which is still on its way. */
  tooSlow: (account: Account) => Failure;
};

export function openCircuits(now: () => Date): Circuits {
  const pauses = new Map<string, Pause>();

  function pause(account: Account, word: ErrorWord, askedMs: number | null): number {
    const failures = pauses.get(keyOf(account))?.failures ?? 0;
    const ms = askedMs === null ? Math.min(firstPauseMs * 2 ** failures, longestPauseMs) : Math.min(askedMs, longestAskedMs);
    pauses.set(keyOf(account), { word, until: now().getTime() + ms, failures: failures + 1 });
    return ms;
  }

  return {
    enter(account) {
      const known = pauses.get(keyOf(account));
      if (!known) return;
      const left = known.until - now().getTime();
      if (left > 0) throw new Failure(known.word, {}, { retry_after: Math.ceil(left / 1000) });
      known.until = now().getTime() + askingMs;
    },
    answered: (account) => void pauses.delete(keyOf(account)),
    failed(account, error) {
      if (!(error instanceof PowerBiError)) return;
      if (!isOutage(error)) pauses.delete(keyOf(account));
      else
        pause(
          account,
          error.kind === 'throttled' ? 'reporting_throttled' : 'reporting_unavailable',
          error.retry_after_s === null ? null : error.retry_after_s * 1000,
        );
    },
    tooSlow: (account) =>
      new Failure('reporting_unavailable', {}, { retry_after: Math.ceil(pause(account, 'reporting_unavailable', null) / 1000) }),
  };
}
