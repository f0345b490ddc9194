/** A countdown that can be paused, with calls at given moments; ends when the time is up or when it is ended. */
export type Countdown = {
  over: Promise<void>;
  toggle: () => void;
  end: () => void;
  /** Calls once when this part of the time has passed; never if it is ended before. */
  after: (ms: number, work: () => void) => void;
};

export function createCountdown(totalMs: number, paused: boolean): Countdown {
  let passed = 0;
  let since = paused ? null : Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let done = false;
  let works: { at: number; work: () => void }[] = [];
  let resolve: () => void = () => undefined;
  const over = new Promise<void>((settle) => {
    resolve = settle;
  });

  const elapsed = () => passed + (since === null ? 0 : Date.now() - since);
  const due = () => {
    const now = elapsed();
    const ready = works.filter(({ at }) => at <= now);
    works = works.filter(({ at }) => at > now);
    for (const { work } of ready) work();
  };
  const finish = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    resolve();
  };
  const schedule = () => {
    clearTimeout(timer);
    if (done || since === null) return;
    due();
    const left = totalMs - elapsed();
    if (left <= 0) {
      finish();
      return;
    }
    const next = Math.min(left, ...works.map(({ at }) => at - elapsed()));
    timer = setTimeout(schedule, Math.max(0, next));
  };
  schedule();
  return {
    over,
    end: finish,
    toggle: () => {
      passed = elapsed();
      since = since === null ? Date.now() : null;
      schedule();
    },
    after: (ms, work) => {
      works.push({ at: ms, work });
      schedule();
    },
  };
}
