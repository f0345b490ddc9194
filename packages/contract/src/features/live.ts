/** Live events: an open page hears that something has changed and asks again. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { eventStream } from '../eventStream.ts';

/** What a page can listen to. Of `notifications` a person hears their own only, of the others everybody in the unit. */
export const topics = ['notifications', 'report', 'dataset_refresh', 'import', 'ticket', 'capacity', 'playlist', 'access'] as const;
export type Topic = (typeof topics)[number];

/** What a screen on a wall is told: new data, and another list. */
export const screenTopics = ['dataset_refresh', 'playlist'] as const satisfies readonly Topic[];

export type LiveEvent = { topic: Topic; about: Record<string, string> };

export const listen = endpoint({
  method: 'GET',
  path: '/api/live',
  can: 'session',
  screens: true,
  summary: 'Server-sent events of the unit and the person, from the last one that was heard, until the session ends',
  query: z.strictObject({
    /** The `id` of the last event that was heard. */
    last: z
      .string()
      .regex(/^\d{1,20}$/)
      .optional(),
    /** Answers what there is and ends. */
    once: z.stringbool().default(false),
  }),
  answer: eventStream,
});
