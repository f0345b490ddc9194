/** Who has to have a second factor, and what that would mean for the people there are (docs/reference/product-rules.md 2.4). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, version } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';

const read = { capability: 'second_factor_policy', right: 'read' } as const;
const write = { capability: 'second_factor_policy', right: 'write' } as const;

const unitRules = {
  /** Everybody of the unit needs a second factor. */
  require_second_factor: z.boolean(),
  /** Administrators of the unit may change this themselves; the partner says so. */
  admins_set_second_factor: z.boolean(),
  /** A trusted browser may skip the second step for thirty days. */
  trusted_devices: z.boolean(),
};

const secondFactorPolicy = z.object({
  unit: z.object({ ...unitRules, version }),
  /** The partner asks for it in all its units; only the partner's people may change that. */
  partner: z.object({
    require_second_factor: z.boolean(),
    version,
    may_change: z.boolean(),
    /** Numbers of people without a second factor, in all units and in each; only for callers who may demand one. */
    none: z.number().nullable(),
    units: z.array(z.object({ name: z.string(), none: z.number() })),
  }),
  people: z.object({
    total: z.number(),
    /** With an app or a passkey, with codes by mail only, with nothing. */
    strong: z.number(),
    email: z.number(),
    none: z.number(),
    /** People with single sign-on: their provider asks for the second factor. */
    elsewhere: z.number(),
  }),
});
export type SecondFactorPolicy = z.infer<typeof secondFactorPolicy>;

export const getPolicy = endpoint({
  method: 'GET',
  path: '/api/second_factor/policy',
  can: read,
  summary: 'What is asked for in the unit and by its partner, and how many people have what',
  answer: secondFactorPolicy,
});

export const savePolicy = endpoint({
  method: 'PUT',
  path: '/api/second_factor/policy',
  can: write,
  summary: 'Saves what is asked for in the unit; it holds from the next sign-in on',
  audit: 'second_factor.policy',
  body: z.strictObject({ ...unitRules, version }),
  answer: secondFactorPolicy,
});

export const savePartnerPolicy = endpoint({
  method: 'PUT',
  path: '/api/second_factor/policy/partner',
  can: { capability: 'other_units_data', right: 'use' },
  summary: 'Saves whether the partner asks for it in all its units',
  audit: 'second_factor.partner_policy',
  body: z.strictObject({ require_second_factor: z.boolean(), version }),
  answer: secondFactorPolicy,
});

/** A person who would have to set up a second factor at the next sign-in. */
const stopped = z.object({
  id,
  name: z.string(),
  email: z.string(),
  department: z.string().nullable(),
  level: z.enum(['inherit', 'none', 'email', 'app']),
  has: z.enum(['email', 'nothing']),
  last_sign_in: z.string().nullable(),
});

export const listStopped = endpoint({
  method: 'GET',
  path: '/api/second_factor/stopped',
  can: read,
  summary: 'Who would have to set something up at the next sign-in if it were asked for today',
  query: listQuery(['name', 'last_sign_in']),
  answer: listOf(stopped),
});

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/:id/second_factor/reset',
  can: { capability: 'user_state', right: 'use' },
  summary: 'Takes the second factor of a person away, ends every session and tells the person; not of oneself',
  audit: 'second_factor.reset',
});
