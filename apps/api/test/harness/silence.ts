/** How long nobody is answered while something is done. */
import { setTimeout as pause } from 'node:timers/promises';

/** The longest time in which no timer of this process ran, and what the work took altogether, in milliseconds. */
export async function longestSilence<Result>(work: () => Promise<Result>): Promise<{ silence: number; total: number; result: Result }> {
  const begun = performance.now();
  const state = { over: false, silence: 0 };
  const listening = (async () => {
    for (let last = performance.now(); !state.over;) {
      await pause(1);
      const now = performance.now();
      state.silence = Math.max(state.silence, now - last);
      last = now;
    }
  })();
  try {
    const result = await work();
    return { silence: state.silence, total: performance.now() - begun, result };
  } finally {
    state.over = true;
    await listening;
  }
}
