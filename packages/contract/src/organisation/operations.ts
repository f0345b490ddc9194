/**
 * How the installation works, for the operator: work in the background, mails, reporting accounts, the size of the database. Counts and
 * names of units and jobs, never what a job carries with it.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';

/** What is the platform's is its operator's. */
const write = { capability: 'partners', right: 'write' } as const;

/** The queues, each with what its work waits for. */
const queueNames = ['quick', 'mail', 'service', 'calls', 'slow', 'long'] as const;
const queueName = z.enum(queueNames);

/** Why a job failed, as far as its error tells. */
const failureKinds = ['lost', 'silent', 'unreachable', 'refused', 'busy', 'unknown'] as const;
/** A kind of failure. */
export type FailureKind = (typeof failureKinds)[number];

/** So many failed jobs are listed, the latest first. */
export const failedShown = 100;

const count = z.number().int();

const queue = z.object({
  queue: queueName,
  /** Due, and taken by nobody yet. */
  waiting: count,
  /** For a time that has not come. */
  later: count,
  running: count,
  failed: count,
  /** Since when the oldest of those that are due waits. */
  oldest_at: moment.nullable(),
});

const failedJob = z.object({
  id,
  queue: queueName,
  /** The name in the code, such as `report.refresh`. */
  job: z.string(),
  /** Null: work of the platform. */
  unit: z.object({ id, name: z.string() }).nullable(),
  failed_at: moment,
  tries: count,
  reason: z.enum(failureKinds),
  /** What the program said, without addresses and without what stood in quotation marks. */
  error: z.string().nullable(),
});
/** A job that was tried as often as it may be, and failed. */
export type FailedJob = z.infer<typeof failedJob>;

const erasedCounts = { people: count, units: count, partners: count };

/** What was erased, as it was written down on the machine of the node that answers, and whether it holds. */
const erasures = z.object({
  written: z.object(erasedCounts),
  /** Was erased and is here again, as after a database was restored by other means. */
  again: z.object(erasedCounts),
  /** The last restore here, and what it erased again; `left` could not be erased. */
  restored: z.object({ ...erasedCounts, left: count, restored_at: moment, made_at: moment }).nullable(),
});

/** A process of the installation, as it said within the last minute. */
const node = z.object({
  id,
  /** The name of its machine, and its number there. */
  host: z.string(),
  process: count,
  started_at: moment,
  seen_at: moment,
  memory_bytes: count,
  open_pages: count,
  waiting_for_database: count,
  /** At which its log is now. */
  log_level: z.string(),
});

/** From the fewest lines to the most. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
const logLevel = z.enum(logLevels);
/** For so many minutes the log may be at another level. */
export const logMinutes = [15, 60, 480] as const;

const logSwitch = z.object({
  level: logLevel,
  until: moment,
  /** Who switched it; null: the account is gone. */
  by: z.string().nullable(),
});

const operations = z.object({
  asked_at: moment,
  nodes: z.array(node),
  /** How many processes take jobs. */
  working_nodes: count,
  /** Null: each node logs at the level that it was started with. */
  log: logSwitch.nullable(),
  queues: z.array(queue),
  failed: z.array(failedJob),
  /** Of the last seven days; the list shows the latest. */
  failed_count: count,
  mails: z.object({ waiting: count, failed_day: count }),
  /** Each reporting account counts once, where it is worst off. */
  accounts: z.object({ well: count, ending: count, failing: count, ended: count }),
  database: z.object({
    bytes: count,
    /** The ten largest; how many rows they have is what the database last estimated, null before it did. */
    tables: z.array(z.object({ name: z.string(), bytes: count, rows: count.nullable() })),
  }),
  /** The standby that analyses are read from; null: there is none. `lag_seconds` is the age of its last change, null when it did not say. */
  replica: z.object({ state: z.enum(['used', 'behind', 'unreachable']), lag_seconds: z.number().nullable() }).nullable(),
  /** Null: what was written down cannot be read. */
  erasures: erasures.nullable(),
  /** The ten units that take most room, as it was estimated at night: rows, their indexes, and files. */
  units: z.array(z.object({ id, name: z.string(), bytes: count, log_lines: count, seats: count, views: count })),
});
/** What the page of operations shows. */
export type Operations = z.infer<typeof operations>;

/** Over so many days the openings of reports are counted. */
export const viewDays = 30;

export const get = endpoint({
  method: 'GET',
  path: '/api/operations',
  can: write,
  summary: 'How the installation works: queues, failed jobs, mails, reporting accounts, size of the database and of units',
  answer: operations,
});

export const setLogLevel = endpoint({
  method: 'PUT',
  path: '/api/operations/log-level',
  can: write,
  summary: 'Puts the log of all nodes to another level for a time; afterwards it goes back by itself',
  audit: 'log_level.change',
  body: z.strictObject({ level: logLevel, minutes: z.literal(logMinutes) }),
});

export const endLogLevel = endpoint({
  method: 'DELETE',
  path: '/api/operations/log-level',
  can: write,
  summary: 'The log of all nodes goes back to the level that they were started with',
  audit: 'log_level.end',
});

export const retry = endpoint({
  method: 'POST',
  path: '/api/operations/jobs/:id/retry',
  can: write,
  summary: 'Asks for a failed job again, with all its tries',
  audit: 'job.retry',
});

export const discard = endpoint({
  method: 'DELETE',
  path: '/api/operations/jobs/:id',
  can: write,
  summary: 'Removes a failed job: it is not tried again',
  audit: 'job.discard',
});
