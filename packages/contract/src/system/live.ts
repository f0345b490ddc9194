/** Live events: an open page hears that something has changed and asks again. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { eventStream } from '../eventStream.ts';

/** What a page can listen to. Of `notifications`, `remote_access` and `ticket_presence` a person hears their own only, of the others everybody in the unit. */
const topics = [
  'notifications',
  'report',
  'report_comment',
  'dataset_refresh',
  'import',
  'ticket',
  'ticket_presence',
  'capacity',
  'playlist',
  'access',
  'maintenance',
  'branding',
  'remote_access',
] as const;
export type Topic = (typeof topics)[number];

/** What a display hears: new data of a report, and a change of its playlist. */
export const screenTopics = ['dataset_refresh', 'playlist'] as const satisfies readonly Topic[];

export type LiveEvent = { topic: Topic; about: Record<string, string> };

/** How long a place may be: the transactions that are open at a time are named in it. */
const longestPlace = 4000;

/** A snapshot of PostgreSQL, `oldest:next:open,…`, of transactions in their order; a bare number is a place of an earlier version. */
function isPlace(text: string): boolean {
  const [, oldest, next = oldest, open = ''] = /^(\d{1,20})(?::(\d{1,20}):((?:\d{1,20}(?:,\d{1,20})*)?))?$/.exec(text) ?? [];
  if (oldest === undefined || next === undefined) return false;
  const [first, end, inside] = [BigInt(oldest), BigInt(next), open === '' ? [] : open.split(',').map(BigInt)];
  const isInOrder = inside.every((one, position) => one >= (inside[position - 1] ?? first) && one < end);
  return first > 0n && first <= end && end < 2n ** 63n && isInOrder;
}

export const listen = endpoint({
  method: 'GET',
  path: '/api/live',
  can: 'session',
  screens: true,
  summary: 'Server-sent events of the unit and the person, from the last one that was heard, until the session ends',
  query: z.strictObject({
    /** The `id` of the last event that the page has received. */
    last: z.string().max(longestPlace).refine(isPlace).optional(),
    /** Answers the events so far and ends, instead of staying open. */
    once: z.stringbool().default(false),
  }),
  answer: eventStream,
});
