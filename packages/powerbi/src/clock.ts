import { setTimeout as delay } from 'node:timers/promises';

/** Time as the client sees it, so that tests decide how long a back-off lasts. `now` is in milliseconds since 1970. */
export type Clock = {
  now: () => number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
