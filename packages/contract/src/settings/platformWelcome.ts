/** What the operator says to everybody after signing in, where neither unit nor partner says something of its own. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { welcome } from './settings.ts';

const texts = { message_ptbr: welcome, message_en: welcome, message_es: welcome, message_ptpt: welcome };
/** Before the first change it is 0. */
const version = z.number().int().min(0);

const said = z.strictObject({ ...texts, version });
export type PlatformWelcome = z.infer<typeof said>;

export const get = endpoint({
  method: 'GET',
  path: '/api/platform/welcome',
  can: { capability: 'partners', right: 'write' },
  summary: 'The welcome message of the platform in its languages',
  answer: said,
});

export const save = endpoint({
  method: 'PUT',
  path: '/api/platform/welcome',
  can: { capability: 'partners', right: 'write' },
  summary: 'Changes the welcome message; whoever gets it reads what was changed once more',
  audit: 'platform.welcome',
  body: said,
  answer: said,
});
