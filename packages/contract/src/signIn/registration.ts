/** Registering oneself: a link by mail, a form, and the decision of an administrator (docs/reference/product-rules.md 7). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { email, id, locale, name, version } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { customField, customValues } from '../people/customFields.ts';
import { givenPassword, passwordRules } from './signIn.ts';
import { shownTerm } from '../settings/terms.ts';

const token = z.string().max(200);
const field = customField.pick({ id: true, name: true, type: true, options: true, required: true });

export const isEnable = endpoint({
  method: 'GET',
  path: '/api/register/isEnable',
  can: 'public',
  summary: 'Whether people may register on this host, and what they will be asked',
  answer: z.object({
    enabled: z.boolean(),
    /** The user limit is reached, so the form is not even shown. */
    full: z.boolean(),
    unit_name: z.string().nullable(),
    fields: z.array(field),
    terms: z.array(shownTerm),
  }),
});

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  can: 'public',
  status: 202,
  summary: 'Mails a link that proves the address; answers the same for known addresses',
  body: z.strictObject({ email, language: locale.default('pt-BR') }),
  answer: z.object({ status: z.literal('confirm_email') }),
});

export const registerForm = endpoint({
  method: 'POST',
  path: '/api/register/form',
  can: 'public',
  summary: 'Whom a registration link is for, and what is asked; does not use the link up',
  body: z.strictObject({ token }),
  answer: z.object({
    email: z.string(),
    unit_name: z.string(),
    rules: passwordRules,
    fields: z.array(field),
    terms: z.array(shownTerm),
  }),
});

export const registerFinish = endpoint({
  method: 'POST',
  path: '/api/register/finish',
  can: 'public',
  summary: 'Makes the account; the link works once',
  // Custom fields may be long.
  max_bytes: 64 * 1024,
  body: z.strictObject({
    token,
    name,
    password: givenPassword,
    custom: customValues.default({}),
    /** Every term that was shown. */
    accepted: z.array(id).max(20).default([]),
  }),
  answer: z.object({ status: z.enum(['waiting', 'active']) }),
});

const read = { capability: 'users', right: 'read' } as const;
const write = { capability: 'users', right: 'write' } as const;

const registrationRow = z.object({
  /** The membership's. */
  id,
  name: z.string(),
  email: z.string(),
  language: locale,
  registered_at: z.string(),
  custom: customValues,
});
export type RegistrationRow = z.infer<typeof registrationRow>;

export const list = endpoint({
  method: 'GET',
  path: '/api/registrations',
  can: read,
  summary: 'People who registered and wait for a decision',
  query: listQuery(['registered_at', 'name']),
  answer: listOf(registrationRow),
});
export const approve = endpoint({
  method: 'POST',
  path: '/api/registrations/:id/approve',
  can: write,
  summary: 'Lets somebody in who registered, and tells them',
  audit: 'registration.approve',
});
export const deny = endpoint({
  method: 'POST',
  path: '/api/registrations/:id/deny',
  can: write,
  summary: 'Does not let somebody in who registered, and tells them',
  audit: 'registration.deny',
});

/** A domain of mail addresses. */
export const mailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'invalid');

const registrationSettings = z.object({
  /** The switch of the unit's settings. */
  enabled: z.boolean(),
  /** The partner lets the unit do this. */
  allowed: z.boolean(),
  /** Address of the registration page. */
  address: z.string().nullable(),
  registration_domains: z.array(z.string()),
  trusted_domains: z.array(z.string()),
  version: z.number(),
});
export type RegistrationSettings = z.infer<typeof registrationSettings>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/registrations/settings',
  can: read,
  summary: 'Who may register in the unit, and who needs no decision',
  answer: registrationSettings,
});
export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/registrations/settings',
  can: { capability: 'unit_settings', right: 'write' },
  summary: 'Saves who may register; domains of public mail are refused',
  audit: 'registration.settings',
  body: z.strictObject({
    enabled: z.boolean(),
    registration_domains: z.array(mailDomain).max(50),
    trusted_domains: z.array(mailDomain).max(50),
    version,
  }),
  answer: registrationSettings,
});
