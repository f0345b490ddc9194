/**
 * Tasks that call an address of the unit's (docs/webhooks.md): signed as Standard Webhooks says, tried until the receiver has taken the call
 * or the tries are used up.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';

const write = { capability: 'tasks', right: 'write' } as const;

export const webhookLimits = {
  tries: 6,
  /** Rows of the answer that a call takes along. */
  rows: 10,
  /** Hours for which a secret that was exchanged still signs. */
  overlap_hours: 24,
  /** Days for which a call that was given up can be repeated by hand. */
  kept_days: 7,
} as const;

/** Over TLS; without it only on a machine of one's own, which the portal in production refuses as well. */
function isCallable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname));
}

/** What a task keeps of the address that it calls. */
export const called = {
  webhook_url: z
    .string()
    .trim()
    .max(1000)
    .refine((text) => text === '' || isCallable(text), 'webhook_address')
    .default(''),
};

/** Of the secret nothing is told but that it is there. */
export const webhookFacts = {
  has_secret: z.boolean(),
  secret_made_at: moment.nullable(),
  /** Until when the secret before signs as well. */
  secret_before_until: moment.nullable(),
};

/** `address`: it leads to no public server, or to another port; `lost`: the portal stopped in the middle of the last try. */
const problems = ['address', 'timeout', 'tls', 'unreachable', 'redirected', 'refused', 'lost', 'no_secret', 'paused', 'owner'] as const;
export type DeliveryProblem = (typeof problems)[number];

export const delivery = z.object({
  id,
  state: z.enum(['waiting', 'done', 'failed']),
  tries: z.number(),
  status: z.number().nullable(),
  problem: z.enum(problems).nullable(),
  next_at: moment.nullable(),
  last_at: moment.nullable(),
  /** Whether it can be sent once more. */
  kept: z.boolean(),
});
export type TaskDelivery = z.infer<typeof delivery>;

export const newSecret = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/webhook_secret',
  can: write,
  summary: 'Makes the secret that calls of the task are signed with, told once; the one before still signs for a day',
  audit: 'task.webhook_secret',
  answer: z.object({ secret: z.string(), secret_before_until: moment.nullable() }),
});
export const testCall = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/webhook_test',
  can: write,
  summary: 'Calls the address of the task now with an example, and tells what came back',
  audit: 'task.webhook_test',
  answer: z.object({ status: z.number().nullable(), problem: z.enum(problems).nullable(), milliseconds: z.number() }),
});
export type TestAnswer = z.infer<typeof testCall.answer>;
export const repeat = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/deliveries/:delivery_id/repeat',
  can: write,
  summary: 'Sends a call that was given up once more, with all its tries',
  audit: 'task.webhook_repeat',
  status: 202,
  answer: delivery,
});
