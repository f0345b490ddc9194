/** Writes whose order counts: each is sent when the one before has its answer, so that none overtakes another. */
export type Turns = {
  take: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Nothing is under way or waits. Before that, what is read again is not what was asked for last. */
  free: () => boolean;
};

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    take: async (work) => {
      waiting += 1;
      const turn = last.then(work).finally(() => (waiting -= 1));
      last = turn.catch(() => undefined);
      return turn;
    },
    free: () => waiting === 0,
  };
}
