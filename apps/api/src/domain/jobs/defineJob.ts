/** Work that happens later and survives a crash of the process. */
import type { FastifyBaseLogger } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Services } from '#domain/serving/context.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Pace } from '#platform/jobs/queues.ts';

type Shared = Omit<Services, 'database' | 'log'> & {
  /** The same at every attempt: use it as the idempotency key of effects outside of the database. */
  job_id: string;
  /** From 1. */
  attempt: number;
  log: FastifyBaseLogger;
};

/** Context of a unit's job: the unit's rows as a request sees them. The audit log names the job instead of a person. */
export type JobContext = Shared & Scoped & { tenant_id: string; identity: Scoped };

type Reach = { operator: Scoped; unit: (tenant_id: string) => Scoped; partner: (partner_id: string) => Scoped };

/** Context of a platform job. `unit` gives the database of one unit, `partner` of one partner to be read; `onBehalf` the same for what somebody does by it, whom the log names. */
export type PlatformJobContext = Shared & Reach & { identity: Scoped; onBehalf: (person_id: string) => Reach };

type Manner = {
  pace: Pace;
  /** After a failure: how often again, and after how many seconds, which double each time up to an hour. */
  retry: { limit: number; delay_seconds: number };
  /** The work is given up and another attempt made when it has not ended by then. */
  expires_seconds: number;
};

type Definition<Payload, Context> = Partial<Manner> & {
  /** Unique, as `report.refresh`; it is also the action in the audit log. */
  name: string;
  /** Schema of the payload: strict and small, because it is stored. Ids rather than rows, no secrets. */
  schema: z.ZodType<Payload>;
  work: (ctx: Context, payload: Payload) => Promise<void>;
  /** Called after the last attempt has failed, to tell the people who wait for the result. */
  gaveUp?: (ctx: Context, payload: Payload, error: unknown) => Promise<void>;
};

/** Rows of a unit that wait for a job: one whose job is gone is given another (reconcile.ts). */
type Waiting = {
  /** The field of the payload that names the row. */
  key: string;
  /** The payloads of the rows that have been waiting since before a time. */
  since: (before: Date) => RawBuilder<unknown>;
};

/** Declared as a method: parameters of methods are bivariant, so jobs of all payloads fit into one list. */
type Working<Payload, Context> = Manner & {
  name: string;
  schema: z.ZodType<Payload>;
  work(ctx: Context, payload: Payload): Promise<void>;
  gaveUp?(ctx: Context, payload: Payload, error: unknown): Promise<void>;
};

export type UnitJob<Payload = unknown> = Working<Payload, JobContext> & { scope: 'unit'; waiting?: Waiting };
export type PlatformJob<Payload = unknown> = Working<Payload, PlatformJobContext> & {
  scope: 'platform';
  /** When it runs by itself, with `{}` as its payload. */
  every: { cron: string; timezone: string } | null;
  /** It runs by itself when a minute begins, at once and whichever process notices first; the payload of that minute. */
  everyMinute?(minute: Date): Payload;
};
export type Job<Payload = unknown> = UnitJob<Payload> | PlatformJob<Payload>;

const manner: Manner = { pace: 'quick', retry: { limit: 5, delay_seconds: 10 }, expires_seconds: 300 };

/** Work for one unit. It may run more than once (a process can die after its last statement): make it so that this does no harm. */
export const defineJob = <Payload>(job: Definition<Payload, JobContext> & { waiting?: Waiting }): UnitJob<Payload> => ({
  ...manner,
  ...job,
  scope: 'unit',
});

/** Work across units. `every` is a cron expression of five fields, in UTC unless another zone is named. */
export function definePlatformJob<Payload>({
  every,
  ...job
}: Definition<Payload, PlatformJobContext> & {
  every?: string | { cron: string; timezone: string };
  everyMinute?: (minute: Date) => Payload;
}): PlatformJob<Payload> {
  const recurring = typeof every === 'string' ? { cron: every, timezone: 'UTC' } : (every ?? null);
  return { ...manner, ...job, scope: 'platform', every: recurring };
}
