/** For which mail domains a unit takes no passwords, and who keeps one all the same (docs/reference/product-rules.md 9). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, version } from '../fields.ts';
import { mailDomain } from './registration.ts';

const domain = z.object({
  domain: z.string(),
  /** Active members with an address of it. */
  people: z.number(),
  /** Of these, who is neither linked to a way in of the unit nor invited to one. */
  unlinked: z.number(),
});

const administrator = z.object({
  /** The membership's. */
  id,
  name: z.string(),
  email: z.string(),
  keeps_password: z.boolean(),
  /** Whether the account has a password that could be used. */
  has_password: z.boolean(),
});
export type PasswordAdministrator = z.infer<typeof administrator>;

const ssoOnly = z.object({
  domains: z.array(domain),
  /** Domains of the directories in use, which may be named. */
  suggested: z.array(z.string()),
  administrators: z.array(administrator),
  /** Whether the unit has a way in other than the password. */
  ways: z.boolean(),
  version,
});
export type SsoOnly = z.infer<typeof ssoOnly>;

export const get = endpoint({
  method: 'GET',
  path: '/api/sso_only',
  can: { capability: 'access_rules', right: 'read' },
  summary: 'Mail domains whose people sign in by the directories of the unit alone, and the administrators who keep a password',
  answer: ssoOnly,
});

export const update = endpoint({
  method: 'PUT',
  path: '/api/sso_only',
  can: { capability: 'access_rules', right: 'write' },
  summary:
    'Switches passwords off or on by mail domain; sessions that began with such a password end, and one administrator always keeps one',
  body: z.strictObject({
    domains: z.array(mailDomain).max(50),
    /** Who keeps a password; it counts while they are administrators. */
    membership_ids: z.array(id).max(50),
    version,
  }),
  answer: ssoOnly,
  audit: 'sso_only.update',
});
