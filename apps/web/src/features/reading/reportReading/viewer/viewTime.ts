/** Measures how long a report is visible, without time in a hidden tab. Reported every minute, when hidden, and at the end. */

const reportEveryMs = 60_000;

type Parts = {
  now: () => number;
  isVisible: () => boolean;
  /** The whole time so far. */
  report: (seconds: number) => void;
};

/** `tick` counts and reports; it is called at intervals, and whenever the page is shown or hidden. */
export type ViewTime = { tick: () => void };

export function createViewTime({ now, isVisible, report }: Parts): ViewTime {
  let counted = 0;
  let reported = 0;
  let since: number | null = isVisible() ? now() : null;

  const count = () => {
    if (since !== null) counted += now() - since;
    since = isVisible() ? now() : null;
  };
  const tick = () => {
    count();
    const seconds = Math.round(counted / 1000);
    if (seconds <= reported) return;
    reported = seconds;
    report(seconds);
  };
  return { tick };
}

/** Counts until the returned function is called. */
export function watchViewTime(report: (seconds: number) => void): () => void {
  const time = createViewTime({ now: () => performance.now(), isVisible: () => document.visibilityState === 'visible', report });
  const timer = setInterval(time.tick, reportEveryMs);
  document.addEventListener('visibilitychange', time.tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', time.tick);
    time.tick();
  };
}
