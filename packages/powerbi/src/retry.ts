import type { Clock } from './clock.ts';
import { PowerBiError } from './errors.ts';

/** How often and how long a call is tried (docs/reference/powerbi.md A10). */
const retryPolicy = { tries: 3, first_back_off_ms: 500 } as const;

export type RetryOptions = {
  clock: Clock;
  /** Whether sending the request twice does no harm. A call that is not repeatable is only sent again after 429 or 503 with Retry-After. */
  repeatable: boolean;
  /** A longer Retry-After is not waited for. */
  maxWaitS: number;
  signal?: AbortSignal | undefined;
};

/** A call that had no answer within its time has used up its caller's patience; a redirect to a stranger stays one. */
const neverAgain = new Set(['timeout', 'foreign_redirect', 'too_large']);

const mayRepeat = (error: PowerBiError, { repeatable, maxWaitS }: RetryOptions): boolean => {
  if (neverAgain.has(error.code)) return false;
  // A longer wait than anybody sits through: the caller learns it from retry_after_s and plans by itself.
  if ((error.retry_after_s ?? 0) > maxWaitS) return false;
  if (error.retry_after_s !== null && (error.status === 429 || error.status === 503)) return true;
  return repeatable && (error.kind === 'throttled' || error.kind === 'unavailable') && error.code !== 'CapacityNotActive';
};

/** The wait before the next try in milliseconds: never shorter than asked for, spread so that callers do not return together. */
const waitMs = (error: PowerBiError, tried: number): number =>
  error.retry_after_s === null
    ? retryPolicy.first_back_off_ms * 2 ** (tried - 1) * (0.5 + Math.random())
    : error.retry_after_s * 1000 + Math.random() * 250;

/**
 * Runs `attempt` up to three times. Waits as Retry-After says (a longer one than `maxWaitS` is the caller's to plan),
 * else with doubling back-off. Throws the last `PowerBiError`, or the signal's reason.
 */
export const withRetries = async <T>(attempt: (tried: number) => Promise<T>, options: RetryOptions): Promise<T> => {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt(tried);
    } catch (error) {
      if (!(error instanceof PowerBiError) || tried >= retryPolicy.tries || !mayRepeat(error, options)) throw error;
      await options.clock.sleep(waitMs(error, tried), options.signal);
    }
  }
};
