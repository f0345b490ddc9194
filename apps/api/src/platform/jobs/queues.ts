/** The queues: work that waits for different things stands in different ones, so that nothing quick waits for something slow. */

import { createHash } from 'node:crypto';

/**
 * `quick` waits for our database alone and ends within seconds. `mail` waits for a mail server and `service` for single answers of the
 * reporting service. `calls` wait for servers that units name, of which nobody knows how long they take. `slow` is much work of our own, in the order in which a unit asked for it. `long` waits for the reporting service
 * to make something, for minutes.
 */
export type Pace = 'quick' | 'mail' | 'service' | 'calls' | 'slow' | 'long';

/** Settings with which pg-boss makes a queue. `notify`: adding a job wakes a worker at once. */
export const queueSettings = { policy: 'standard', notify: true } as const;

/** How many jobs of a queue a process works at once, and how many of them, over all processes, may be of one unit or mail server. */
export const working: Record<Pace, { atOnce: number; perGroup: number }> = {
  quick: { atOnce: 8, perGroup: 4 },
  mail: { atOnce: 6, perGroup: 2 },
  service: { atOnce: 6, perGroup: 2 },
  calls: { atOnce: 8, perGroup: 1 },
  slow: { atOnce: 3, perGroup: 1 },
  long: { atOnce: 6, perGroup: 2 },
};

export const paces = Object.keys(working) as Pace[];

/** As pg-boss names its channel; the message is the name of a queue. */
export const wakingChannel = `pgboss_${createHash('sha224').update('jobs').digest('hex').slice(0, 24)}`;

/** The worker ends what takes too long and tells so; pg-boss itself would end it without a word, and never does. */
export const neverSeconds = 80_000;
