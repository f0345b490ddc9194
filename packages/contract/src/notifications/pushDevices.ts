/** Notices on a device: browsers that a person lets the portal tell them in, by the browser's own standard (Web Push). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';

/** A browser is the person's own: whoever acts for somebody has nothing to do with it. */
const own = { capability: 'own_profile', right: 'write' } as const;

/** So many browsers of one person; of more, the one that was allowed first is told nothing any more. */
export const mostDevices = 10;

const device = z.object({
  id,
  user_agent: z.string(),
  created_at: moment,
  last_sent_at: moment.nullable(),
  /** It is the browser of this session. */
  current: z.boolean(),
});
export type PushDevice = z.infer<typeof device>;

const bytes = (least: number, most: number) =>
  z
    .string()
    .regex(/^[\w-]+=*$/, 'invalid')
    .min(least)
    .max(most);

export const list = endpoint({
  method: 'GET',
  path: '/api/push_devices',
  can: own,
  summary: 'Browsers that the person is told in',
  answer: z.object({ devices: z.array(device) }),
});

export const key = endpoint({
  method: 'POST',
  path: '/api/push_devices/key',
  can: own,
  summary: 'The public key (VAPID) that a browser asks its push service with; the pair is made when somebody asks first',
  answer: z.object({ public_key: z.string() }),
});

export const add = endpoint({
  method: 'POST',
  path: '/api/push_devices',
  can: own,
  summary: 'Notices come to this browser from now on; a browser that is there already is the caller’s again',
  body: z.strictObject({
    /** Where the push service of the browser takes what is for it. */
    endpoint: z.url({ protocol: /^https?$/ }).max(2000),
    /** A point of P-256 and 16 bytes, in base64url. */
    keys: z.strictObject({ p256dh: bytes(80, 100), auth: bytes(20, 30) }),
  }),
  answer: z.object({ id }),
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/push_devices/:id',
  can: own,
  summary: 'No more notices in that browser',
});
