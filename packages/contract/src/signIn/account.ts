/** The own account: password, second factor, passkeys, and where one is signed in (docs/reference/product-rules.md 2). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, name } from '../fields.ts';
import { authTypes } from '../roles.ts';
import { returned } from './entra.ts';
import { appSecret, codeSent, oneTimeCode, passkeyOptions, passkeyResponse, recoveryCodes } from './secondFactor.ts';
import { givenPassword, passwordRules } from './signIn.ts';

const own = { capability: 'own_profile', right: 'write' } as const;

const accountSecurity = z.object({
  email: z.string(),
  /** Name of the portal, as this host calls it. */
  title: z.string(),
  password: z.object({
    exists: z.boolean(),
    /** False for people who sign in elsewhere. */
    changeable: z.boolean(),
    changed_at: z.string().nullable(),
    expires_at: z.string().nullable(),
    rules: passwordRules,
  }),
  second_factor: z.object({
    requirement: z.enum(['none', 'any', 'app']),
    /** Who asks for it. */
    by: z.enum(['role', 'partner', 'unit', 'person']).nullable(),
    app: z.string().nullable(),
    email: z.string().nullable(),
    recovery_left: z.number(),
    recovery_made_at: z.string().nullable(),
  }),
  passkeys: z.array(
    z.object({
      id,
      name: z.string(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
      /** The host that the passkey was made for. */
      site: z.string(),
      here: z.boolean(),
      backed_up: z.boolean(),
    }),
  ),
  /** Accounts of companies by which the person comes in: of each directory or provider of a unit that knows them, or that they are invited to. */
  identities: z.array(
    z.object({
      id,
      by: z.enum(['azure', 'saml']),
      /** As the unit calls the directory or the app. */
      name: z.string(),
      unit_name: z.string(),
      /** Null for an invitation. */
      since: z.string().nullable(),
      last_used_at: z.string().nullable(),
      /** What the person may do with it here: an invitation is taken on a host of its unit, and what a unit knows by the address is its own matter. */
      may: z.enum(['link', 'unlink']).nullable(),
    }),
  ),
  sessions: z.array(
    z.object({
      id,
      current: z.boolean(),
      by: z.enum([...authTypes, 'passkey']),
      created_at: z.string(),
      expires_at: z.string(),
      ip: z.string(),
      user_agent: z.string(),
      unit_name: z.string().nullable(),
      host: z.string(),
      second_factor: z.string().nullable(),
    }),
  ),
  devices: z.array(
    z.object({
      id,
      current: z.boolean(),
      user_agent: z.string(),
      created_at: z.string(),
      last_used_at: z.string(),
      trusted_until: z.string().nullable(),
    }),
  ),
});
export type AccountSecurity = z.infer<typeof accountSecurity>;

export const overview = endpoint({
  method: 'GET',
  path: '/api/account/security',
  can: { capability: 'own_profile', right: 'read' },
  summary: 'How the own account is protected and where one is signed in',
  answer: accountSecurity,
});

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/account/confirm',
  can: own,
  summary: 'Proves once more who is there: for ten minutes the keys of the account may be changed',
  body: z.strictObject({ password: givenPassword, code: oneTimeCode.optional() }),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  can: own,
  summary: 'Changes the own password with the old one; every other session ends',
  body: z.strictObject({ current: givenPassword, password: givenPassword }),
});

export const appStart = endpoint({
  method: 'POST',
  path: '/api/account/2fa/app/start',
  can: own,
  summary: 'A secret for an authenticator app; it counts once a code has proven it',
  answer: appSecret,
});
export const appConfirm = endpoint({
  method: 'POST',
  path: '/api/account/2fa/app',
  can: own,
  summary: 'Proves the app by its first code',
  body: z.strictObject({ code: oneTimeCode }),
  answer: recoveryCodes,
});
export const appRemove = endpoint({
  method: 'DELETE',
  path: '/api/account/2fa/app',
  can: own,
  summary: 'Gives up the authenticator app, unless it is the last way of somebody who needs one',
});

export const emailStart = endpoint({
  method: 'POST',
  path: '/api/account/2fa/email/start',
  can: own,
  summary: 'Mails a code that proves the address',
  answer: codeSent,
});
export const emailConfirm = endpoint({
  method: 'POST',
  path: '/api/account/2fa/email',
  can: own,
  summary: 'From now on a code by mail is a second step',
  body: z.strictObject({ code: oneTimeCode }),
  answer: recoveryCodes,
});
export const emailRemove = endpoint({
  method: 'DELETE',
  path: '/api/account/2fa/email',
  can: own,
  summary: 'Gives up codes by mail, unless it is the last way of somebody who needs one',
});

export const newRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/2fa/recovery',
  can: own,
  summary: 'Ten new recovery codes; those from before are void',
  answer: recoveryCodes,
});

export const passkeyStart = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/options',
  can: own,
  summary: 'What the browser asks the authenticator to make a passkey',
  answer: passkeyOptions,
});
export const passkeyAdd = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  can: own,
  summary: 'Keeps a new passkey',
  body: z.strictObject({ name, response: passkeyResponse }),
  answer: recoveryCodes,
});
export const passkeyRename = endpoint({
  method: 'PATCH',
  path: '/api/account/passkeys/:id',
  can: own,
  summary: 'Another name for a passkey',
  body: z.strictObject({ name }),
});
export const passkeyRemove = endpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/:id',
  can: own,
  summary: 'Gives a passkey up, unless it is the last way of somebody who needs one',
});

export const identityLink = endpoint({
  method: 'POST',
  path: '/api/account/identities/:id/link',
  can: own,
  summary: 'Begins to link a company account that one is invited to; the browser goes to the address',
  answer: z.object({ url: z.string() }),
});
export const identityLinked = endpoint({
  method: 'POST',
  path: '/api/account/identities/linked',
  can: own,
  summary: 'Links the company account that one came back with; once, in the browser and on the host where it began',
  body: returned,
});
export const identityUnlink = endpoint({
  method: 'DELETE',
  path: '/api/account/identities/:id',
  can: own,
  summary: 'Gives a company account up, unless it is the last way into its unit; sessions that began by it end',
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  can: own,
  summary: 'Ends one of the own sessions at once',
});
export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/account/sessions/end_others',
  can: own,
  summary: 'Ends every own session but this one',
});
export const forgetDevice = endpoint({
  method: 'DELETE',
  path: '/api/account/devices/:id',
  can: own,
  summary: 'A browser is no longer known: it is asked for everything again',
});
