/** What erasing somebody would do, counted before it is confirmed (docs/reference/product-rules.md 15). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';

/** What is removed. */
export const removedTraces = [
  'access',
  'groups',
  'hours',
  'favourites',
  'saved_views',
  'playlists',
  'screens',
  'exports',
  'notifications',
  'mentions',
  'choices',
  'votes',
  'pictures',
  'imports',
  'directory',
  'sessions',
  'devices',
  'ways_in',
] as const;
export type RemovedTrace = (typeof removedTraces)[number];

/** What stays without the name: of some the words go, of others only who it was. */
export const keptTraces = [
  'comments',
  'problems',
  'requests',
  'imported_rows',
  'holds',
  'tickets',
  'views',
  'terms',
  'log',
  'reports',
  'shared_playlists',
] as const;
export type KeptTrace = (typeof keptTraces)[number];

/** What stops working for others, or waits for somebody else. */
export const stoppingTraces = ['tasks', 'refreshes', 'screens', 'links', 'embedding', 'tickets'] as const;
export type StoppingTrace = (typeof stoppingTraces)[number];

/** Why somebody cannot be erased now. */
const erasureRefusals = ['last_admin', 'last_password_admin', 'not_yourself', 'legal_hold'] as const;

const counted = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.array(z.object({ what: z.enum(words), count: z.number().int().positive() }));

const erasurePreview = z.object({
  /** Only what there is. */
  removed: counted(removedTraces),
  kept: counted(keptTraces),
  stops: counted(stoppingTraces),
  /** False: the account belongs to other units or to staff as well, and stays. */
  account_goes: z.boolean(),
  /** A directory made this user, and may make them again. */
  from_directory: z.boolean(),
  refusal: z.enum(erasureRefusals).nullable(),
});
export type ErasurePreview = z.infer<typeof erasurePreview>;

/** `id` is the membership. */
export const get = endpoint({
  method: 'GET',
  path: '/api/users/:id/erasure',
  can: { capability: 'user_erasure', right: 'use' },
  summary: 'What erasing a person would remove, what would stay without the name, and what would stop working for others',
  params: z.strictObject({ id }),
  answer: erasurePreview,
});
