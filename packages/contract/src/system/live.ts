/** Live events: an open page hears that something has changed and asks again. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { eventStream } from '../eventStream.ts';

/** What a page can listen to. Of `notifications` a person hears their own only, of the others everybody in the unit. */
const topics = ['notifications', 'report', 'dataset_refresh', 'import', 'ticket', 'capacity', 'playlist', 'access', 'maintenance'] as const;
export type Topic = (typeof topics)[number];

/** What a display hears: new data of a report, and a change of its playlist. */
export const screenTopics = ['dataset_refresh', 'playlist'] as const satisfies readonly Topic[];

export type LiveEvent = { topic: Topic; about: Record<string, string> };

export const listen = endpoint({
  method: 'GET',
  path: '/api/live',
  can: 'session',
  screens: true,
  summary: 'Server-sent events of the unit and the person, from the last one that was heard, until the session ends',
  query: z.strictObject({
    /** The `id` of the last event that the page has received. */
    last: z
      .string()
      .regex(/^\d{1,20}$/)
      .optional(),
    /** Answers the events so far and ends, instead of staying open. */
    once: z.stringbool().default(false),
  }),
  answer: eventStream,
});
