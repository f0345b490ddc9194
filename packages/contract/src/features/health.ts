/** For the machinery around the portal: is the process there, can it serve. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const alive = endpoint({
  method: 'GET',
  path: '/api/health/alive',
  can: 'public',
  summary: 'The process answers',
  answer: z.object({ status: z.literal('ok') }),
});

export const ready = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  can: 'public',
  summary: 'The process can serve: its database answers; otherwise 503',
  answer: z.object({ status: z.literal('ok') }),
});
