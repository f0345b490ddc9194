/** Work that happens later, once it has been asked for, whatever becomes of the process. */
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { Services } from '../context.ts';
import type { Scoped } from '../database/scoped.ts';
import type { Pace } from './queues.ts';

type Shared = Omit<Services, 'database' | 'log'> & {
  /** The same at every try: the key by which an effect outside of the database is done once. */
  job_id: string;
  /** From 1. */
  attempt: number;
  log: FastifyBaseLogger;
};

/** What work for a unit may use: the unit's rows, as a request of that unit sees them, written down as done by nobody but the job. */
export type JobContext = Shared & Scoped & { tenant_id: string; identity: Scoped };

/** What work for the platform may use. `unit` gives the handle on one unit. */
export type PlatformJobContext = Shared & { identity: Scoped; operator: Scoped; unit: (tenant_id: string) => Scoped };

type Manner = {
  pace: Pace;
  /** After a failure: how often again, and after how many seconds, which double each time up to an hour. */
  retry: { limit: number; delay_seconds: number };
  /** Somebody else may take the job when it has not ended by then. */
  expires_seconds: number;
};

type Definition<Payload, Context> = Partial<Manner> & {
  /** Unique, as `report.refresh`; it is also the action in the audit log. */
  name: string;
  /** What is handed over: strict, and small, for it is stored. Ids rather than rows, and no secrets. */
  schema: z.ZodType<Payload>;
  work: (ctx: Context, payload: Payload) => Promise<void>;
  /** After the last try has failed: the place to say so to whoever waits. */
  gaveUp?: (ctx: Context, payload: Payload, error: unknown) => Promise<void>;
};

/** A method's parameters may be narrower, so that jobs of all payloads fit into one list. */
type Working<Payload, Context> = Manner & {
  name: string;
  schema: z.ZodType<Payload>;
  work(ctx: Context, payload: Payload): Promise<void>;
  gaveUp?(ctx: Context, payload: Payload, error: unknown): Promise<void>;
};

export type UnitJob<Payload = unknown> = Working<Payload, JobContext> & { scope: 'unit' };
export type PlatformJob<Payload = unknown> = Working<Payload, PlatformJobContext> & {
  scope: 'platform';
  /** When it happens by itself, with `{}` as its payload. */
  every: { cron: string; timezone: string } | null;
};
export type Job<Payload = unknown> = UnitJob<Payload> | PlatformJob<Payload>;

const manner: Manner = { pace: 'quick', retry: { limit: 5, delay_seconds: 10 }, expires_seconds: 300 };

/** Work for one unit. It may run more than once (a process can die after its last statement): make it so that this does no harm. */
export const defineJob = <Payload>(job: Definition<Payload, JobContext>): UnitJob<Payload> => ({ ...manner, ...job, scope: 'unit' });

/** Work across units. `every` is a cron expression of five fields, in UTC unless another zone is named. */
export function definePlatformJob<Payload>({
  every,
  ...job
}: Definition<Payload, PlatformJobContext> & { every?: string | { cron: string; timezone: string } }): PlatformJob<Payload> {
  const recurring = typeof every === 'string' ? { cron: every, timezone: 'UTC' } : (every ?? null);
  return { ...manner, ...job, scope: 'platform', every: recurring };
}
