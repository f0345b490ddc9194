/** For load balancers and monitoring: does the process answer, can it serve. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const alive = endpoint({
  method: 'GET',
  path: '/api/health/alive',
  can: 'public',
  any_host: true,
  summary: 'The process answers, with or without its database',
  answer: z.object({ status: z.literal('ok') }),
});

/** Why a process cannot serve: the `notice` of the 503. */
export type NotReady = 'database_unreachable' | 'database_silent' | 'database_unusable';

export const ready = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  can: 'public',
  any_host: true,
  summary: 'The process can serve: its database answers; otherwise 503 with the reason as its notice',
  answer: z.object({ status: z.literal('ok') }),
});
