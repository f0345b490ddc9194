/** Refreshes: asked for, their history, and those of the enhanced API (docs/reference/powerbi.md A4). */
import { z } from 'zod';
import { maybe } from './shapes.ts';
import type { Sent } from './shapes.ts';

export const refresh = z.object({
  requestId: maybe(z.string()),
  /** Scheduled, OnDemand, ViaApi, ViaEnhancedApi and others. */
  refreshType: maybe(z.string()),
  startTime: maybe(z.string()),
  /** Absent while it runs. */
  endTime: maybe(z.string()),
  /** `Unknown` without an end means that it runs. */
  status: z.string(),
  /** JSON as a text: `failureOfRefresh` reads it. */
  serviceExceptionJson: maybe(z.string()),
});
export type SentRefresh = Sent<typeof refresh>;

export const enhancedRefresh = z.object({
  startTime: maybe(z.string()),
  endTime: maybe(z.string()),
  type: maybe(z.string()),
  commitMode: maybe(z.string()),
  /** As in the history: `Unknown` while it runs. */
  status: z.string(),
  /** NotStarted, InProgress, Completed, TimedOut, Failed, Disabled or Cancelled. */
  extendedStatus: maybe(z.string()),
  numberOfAttempts: maybe(z.number()),
  objects: maybe(z.array(z.object({ table: z.string(), partition: maybe(z.string()), status: maybe(z.string()) }))),
  messages: maybe(z.array(z.object({ code: maybe(z.string()), message: z.string(), type: maybe(z.string()) }))),
});
export type SentEnhancedRefresh = Sent<typeof enhancedRefresh>;

const duration = /^(?:(?<days>\d+)\.)?(?<hours>\d{1,2}):(?<minutes>\d{2}):(?<seconds>\d{2})$/;
const timeSpan = z
  .string()
  .regex(duration, 'must be a time span such as 05:00:00')
  .transform((text) => {
    const { days = '0', hours = '0', minutes = '0', seconds = '0' } = duration.exec(text)?.groups ?? {};
    return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  });

/** `POST …/refreshes` without anything else. */
export const refreshRequest = z.strictObject({ notifyOption: z.enum(['NoNotification', 'MailOnFailure', 'MailOnCompletion']).optional() });

/** Enhanced refresh, on a capacity only. `PartialBatch` needs `applyRefreshPolicy: false`. */
export const enhancedRefreshRequest = z.strictObject({
  type: z.enum(['Full', 'ClearValues', 'Calculate', 'DataOnly', 'Automatic', 'Defragment']).default('Automatic'),
  commitMode: z.enum(['Transactional', 'PartialBatch']).default('Transactional'),
  maxParallelism: z.number().int().positive().optional(),
  retryCount: z.number().int().nonnegative().default(0),
  timeout: timeSpan.default(5 * 3_600_000),
  objects: z.array(z.strictObject({ table: z.string(), partition: z.string().optional() })).default([]),
  applyRefreshPolicy: z.boolean().default(true),
  effectiveDate: z.string().optional(),
});
