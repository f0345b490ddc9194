/**
 * Renews the embed token of an open report without reloading it: ten minutes before it expires, when the
 * person returns to the tab (timers are throttled in the background), and when the service says that it has expired.
 */
import { failureOf } from '#platform/failure.ts';

const minute = 60_000;
const early = 10 * minute;
const retryMs = 30_000;
/** Minimum time between renewals, even if the clock is wrong. */
const pauseMs = minute;

export type Token = { token: string; expires_at: string };

type Options = {
  first: Token;
  renew: () => Promise<Token>;
  /** Sets the token of the report. */
  apply: (token: string) => Promise<void>;
  /** Called when the server refuses: the person may no longer see the report. */
  onRefused: (error: unknown) => void;
};

export type TokenKeeper = {
  /** The person has returned to the tab: renews the token if it is due. */
  check: () => void;
  /** The service refused the token. Resolves to true when a new one is set, to false if there is none. */
  expired: () => Promise<boolean>;
  stop: () => void;
};

/** When to renew, counted from now. Tokens with less than twenty minutes left are renewed half-way. */
export function renewalDelay(expiresAt: string, now: number): number {
  const left = new Date(expiresAt).getTime() - now;
  return Math.max(pauseMs, left > 2 * early ? left - early : left / 2);
}

const isRefusal = (error: unknown): boolean => {
  const { status } = failureOf(error);
  return status !== null && status >= 400 && status < 500 && status !== 429;
};

export function keepToken({ first, renew, apply, onRefused }: Options): TokenKeeper {
  let due = Date.now() + renewalDelay(first.expires_at, Date.now());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | null = null;
  let stopped = false;

  const schedule = (at: number) => {
    due = at;
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void run(), Math.max(0, at - Date.now()));
  };
  const attempt = async (): Promise<boolean> => {
    try {
      const next = await renew();
      if (stopped) return false;
      await apply(next.token);
      schedule(Date.now() + renewalDelay(next.expires_at, Date.now()));
      return true;
    } catch (error) {
      if (stopped) return false;
      if (isRefusal(error)) onRefused(error);
      else schedule(Date.now() + retryMs);
      return false;
    }
  };
  const run = (): Promise<boolean> => {
    running ??= attempt().finally(() => {
      running = null;
    });
    return running;
  };

  schedule(due);
  return {
    check: () => {
      if (Date.now() >= due) void run();
    },
    expired: run,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
