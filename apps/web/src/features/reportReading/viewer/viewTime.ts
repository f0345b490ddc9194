/** How long a report is in sight: time in a hidden tab does not count. Told every minute, when it is left, and at the end. */

const tellEveryMs = 60_000;

type Parts = {
  now: () => number;
  isVisible: () => boolean;
  /** The whole time so far. */
  tell: (seconds: number) => void;
};

/** `tick` counts and tells; it is called now and then, and whenever the page is shown or hidden. */
export type ViewTime = { tick: () => void };

export function createViewTime({ now, isVisible, tell }: Parts): ViewTime {
  let counted = 0;
  let told = 0;
  let since: number | null = isVisible() ? now() : null;

  const count = () => {
    if (since !== null) counted += now() - since;
    since = isVisible() ? now() : null;
  };
  const tick = () => {
    count();
    const seconds = Math.round(counted / 1000);
    if (seconds <= told) return;
    told = seconds;
    tell(seconds);
  };
  return { tick };
}

/** Counts until the returned function is called. */
export function watchViewTime(tell: (seconds: number) => void): () => void {
  const time = createViewTime({ now: () => performance.now(), isVisible: () => document.visibilityState === 'visible', tell });
  const timer = setInterval(time.tick, tellEveryMs);
  document.addEventListener('visibilitychange', time.tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', time.tick);
    time.tick();
  };
}
