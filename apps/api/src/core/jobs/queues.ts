/** Two queues for all jobs: a queue costs polling, and slow work must not stand in front of quick work. */

/** `quick` ends within seconds (a mail, a notice); `slow` may take minutes (an import, an export). */
export type Pace = 'quick' | 'slow';

/** What pg-boss is told when the queues are made. `notify`: adding a job wakes a worker at once. */
export const queues = {
  quick: { policy: 'standard', notify: true },
  slow: { policy: 'standard', notify: true },
} as const satisfies Record<Pace, object>;

/** How many jobs a process works at once, and how many of them, over all processes, may be of one unit. */
export const working = {
  quick: { localConcurrency: 3, batchSize: 4, groupConcurrency: 6 },
  slow: { localConcurrency: 1, batchSize: 3, groupConcurrency: 2 },
} as const satisfies Record<Pace, object>;
