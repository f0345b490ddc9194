/** Playlists: reports one after the other, in the browser of a person or on screens on a wall (docs/reference/product-rules.md 13). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id, name, version } from '../fields.ts';
import { editableListOf, listQuery, rowCan } from '../list.ts';
import { columnFilter } from '../access/reportAccess.ts';
import { shownReport } from '../reading/reportReading.ts';
import { signedInUser } from '../signIn/signIn.ts';
import { signedInCodec } from '../wire.ts';

const read = { capability: 'playlists', right: 'read' } as const;
const write = { capability: 'playlists', right: 'write' } as const;
const manage = { capability: 'unit_playlists', right: 'write' } as const;

export const slideSeconds = { min: 10, max: 3600 } as const;
const seconds = z.number().int().min(slideSeconds.min).max(slideSeconds.max);

const slideInput = z.strictObject({
  report_id: id,
  /** Null: as long as the playlist says. */
  seconds: seconds.nullable().default(null),
  /** Name of a page of the report; null: its first. */
  page: z.string().trim().min(1).max(200).nullable().default(null),
  /** They narrow what the viewer may see, and never widen it. */
  filters: z.array(columnFilter).max(10).default([]),
});
export type SlideInput = z.infer<typeof slideInput>;

const settings = {
  name,
  /** The unit's: everybody may play it, administrators change it. */
  shared: z.boolean().default(false),
  /** 0: for ever. */
  repeat_count: z.number().int().min(0).max(999).default(0),
  update_seconds: seconds.default(60),
  /** Each visible page is a slide. */
  navigate_pages: z.boolean().default(false),
  skip_seconds: z.number().int().min(5).max(60).default(20),
  reload_minutes: z.number().int().min(15).max(240).default(60),
};

export const playlistInput = z.strictObject({ ...settings, slides: z.array(slideInput).max(50).default([]) });
export type PlaylistInput = z.infer<typeof playlistInput>;

const slide = slideInput.extend({
  id,
  title: z.string(),
  group_name: z.string(),
  /** Whether the caller could play it now. */
  shown: z.boolean(),
});
export type Slide = z.infer<typeof slide>;

const playlistRow = z.object({
  id,
  ...settings,
  owner_name: z.string(),
  slide_count: z.number(),
  screen_count: z.number(),
  dark_count: z.number(),
  version: z.number(),
  can: rowCan.extend({ screens: z.boolean() }),
});
export type PlaylistRow = z.infer<typeof playlistRow>;

const playlist = playlistRow.extend({ slides: z.array(slide) });
export type Playlist = z.infer<typeof playlist>;

export const list = endpoint({
  method: 'GET',
  path: '/api/playlists',
  can: read,
  summary: 'One’s own playlists and those of the unit',
  query: listQuery(['name']),
  answer: editableListOf(playlistRow, { share: z.boolean() }),
});
export const get = endpoint({
  method: 'GET',
  path: '/api/playlists/:id',
  can: read,
  summary: 'A playlist with its slides',
  answer: playlist,
});
export const add = endpoint({
  method: 'POST',
  path: '/api/playlists',
  can: write,
  summary: 'Makes a playlist; a shared one only by those who manage the unit’s',
  audit: 'playlist.add',
  status: 201,
  body: playlistInput,
  answer: playlist,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/playlists/:id',
  can: write,
  summary: 'Changes a playlist; its slides are those that are sent, in this order',
  audit: 'playlist.update',
  body: playlistInput.extend({ version }),
  answer: playlist,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/playlists/:id',
  can: write,
  summary: 'Removes a playlist',
  audit: 'playlist.remove',
});

export const pages = endpoint({
  method: 'GET',
  path: '/api/my_reports/:id/pages',
  can: read,
  summary: 'Pages of a report that the caller sees, to choose one for a slide',
  answer: z.object({ data: z.array(z.object({ name: z.string(), title: z.string() })) }),
});

/** The slides that may be shown now. */
export const show = endpoint({
  method: 'GET',
  path: '/api/playlists/:id/show',
  can: read,
  screens: true,
  summary: 'What to play now; slides that may not be shown are left out',
  answer: z.object({
    id,
    ...settings,
    version: z.number(),
    slides: z.array(z.object({ id, report_id: id, title: z.string(), seconds: seconds.nullable(), page: z.string().nullable() })),
    /** How many there are in all. */
    slide_count: z.number(),
  }),
});
export type Show = z.infer<typeof show.answer>;

const openedSlide = shownReport.extend({ slide_id: id, page: z.string().nullable() });
export type OpenedSlide = z.infer<typeof openedSlide>;

export const openSlide = endpoint({
  method: 'POST',
  path: '/api/playlists/:id/slides/:slide_id/open',
  can: read,
  screens: true,
  acting: 'reads',
  summary: 'A slide ready to be shown, under the rules that hold now',
  answer: openedSlide,
});

/** A display reports that it is running and what it shows; the answer says what it should play. */
export const beat = endpoint({
  method: 'POST',
  path: '/api/playlists/:id/beat',
  can: read,
  screens: true,
  acting: 'reads',
  summary: 'Heartbeat of whatever plays a playlist',
  body: z.strictObject({ slide_id: id.nullable() }),
  answer: z.object({ version: z.number(), screen_name: z.string().nullable() }),
});

// Displays and their links

export const screensOfLink = 5;

const identity = z.strictObject({
  username: z.string().trim().min(1).max(256).regex(/^\S+$/, 'invalid'),
  roles: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(50)
        .refine((role) => !role.includes(','), 'invalid'),
    )
    .max(50),
});

const screen = z.object({
  id,
  name: z.string(),
  state: z.enum(['on', 'dark', 'new']),
  last_seen_at: z.string().nullable(),
  /** Title of what it showed when last seen. */
  showing: z.string().nullable(),
  created_at: z.string(),
});
export type Screen = z.infer<typeof screen>;

const link = z.object({
  id,
  name: z.string(),
  /** The person with whose rights the displays run. */
  membership_id: id,
  owner_name: z.string(),
  identity: identity.nullable(),
  ip_list: z.array(z.string()).nullable(),
  expires_at: z.string(),
  last_used_at: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  screens: z.array(screen),
});
export type Link = z.infer<typeof link>;

export const links = endpoint({
  method: 'GET',
  path: '/api/playlists/:id/links',
  can: manage,
  summary: 'Screen links of a playlist and the screens that run by them',
  answer: z.object({ data: z.array(link) }),
});
export const addLink = endpoint({
  method: 'POST',
  path: '/api/playlists/:id/links',
  can: manage,
  summary: 'Makes a screen link; its token is told once',
  audit: 'playlist_link.add',
  status: 201,
  body: z.strictObject({
    name,
    membership_id: id,
    identity: identity.nullable().default(null),
    ip_list: z.array(z.string().trim().min(2).max(60)).max(100).nullable().default(null),
    /** Last day; a year from now at most. */
    expires_on: day.nullable().default(null),
  }),
  answer: link.extend({ token: z.string() }),
});
export const revokeLink = endpoint({
  method: 'DELETE',
  path: '/api/playlists/:id/links/:screen_link_id',
  can: manage,
  summary: 'Revokes a screen link: its screens stop at once',
  audit: 'playlist_link.revoke',
});
export const pairScreen = endpoint({
  method: 'POST',
  path: '/api/playlists/:id/links/:screen_link_id/screens',
  can: manage,
  summary: 'Lets the screen that shows this code run by the link',
  audit: 'playlist_screen.pair',
  status: 201,
  body: z.strictObject({
    code: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z2-9]{3}-?[A-Z2-9]{3}$/, 'invalid'),
    name,
  }),
  answer: screen,
});
export const removeScreen = endpoint({
  method: 'DELETE',
  path: '/api/playlists/:id/screens/:screen_id',
  can: manage,
  summary: 'Takes a screen off: it stops at once',
  audit: 'playlist_screen.remove',
});

/** The spelling of docs/reference/product-rules.md 16, and what a browser needs to be a screen. `key` comes once, when the screen is new. */
const screenSession = z.object({
  token: z.string(),
  playlist: z.object({ id, name: z.string() }),
  expires_at: z.string(),
  user: signedInUser,
  tenant_id: id,
  screen: z.object({ id, name: z.string(), key: z.string().nullable() }),
});
export type ScreenSession = z.infer<typeof screenSession>;

/** An unknown token gets the same answer as an expired one. */
const secret = z.string().min(1).max(100);

export const loginPlaylist = endpoint({
  method: 'POST',
  path: '/api/login/playlist',
  can: 'public',
  summary: 'Turns the token of a screen link, or the key of a screen, into a session that plays and nothing else',
  body: z.union([z.strictObject({ token: secret }), z.strictObject({ key: secret })]),
  answer: screenSession,
  wire: { answer: signedInCodec },
});
export const startPairing = endpoint({
  method: 'POST',
  path: '/api/login/playlist/pairing',
  can: 'public',
  summary: 'A code to show on the wall, and the key that works once somebody has typed it in',
  answer: z.object({ code: z.string(), key: z.string(), expires_at: z.string() }),
});
export const pairingState = endpoint({
  method: 'POST',
  path: '/api/login/playlist/pairing/state',
  can: 'public',
  summary: 'Whether the code has been typed in',
  body: z.strictObject({ key: secret }),
  answer: z.object({ paired: z.boolean() }),
});
