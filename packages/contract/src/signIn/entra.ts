/** Signing in by Microsoft Entra, and which directories a unit trusts (docs/reference/product-rules.md 9). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, name, version } from '../fields.ts';
import { signedInCodec } from '../wire.ts';
import { gives, mappedAtMost } from './providerGroups.ts';
import { mailDomain } from './registration.ts';
import { signedIn } from './signIn.ts';

export const begin = endpoint({
  method: 'POST',
  path: '/api/login/azure',
  can: 'public',
  summary: 'Begins a sign-in at a directory of this host; the browser goes to the address',
  body: z.strictObject({ directory: id }),
  answer: z.object({ url: z.string() }),
});

/** How the state of somebody begins who links an account; that of a sign-in never does. */
export const linkingStates = 'link.';

const given = (max: number) => z.string().max(max).optional();

/** What Entra sends back. Anything else in the address is refused. */
export const returned = z.strictObject({
  state: z.string().max(200),
  code: given(8192),
  session_state: given(200),
  iss: given(300),
  error: given(200),
  error_description: given(4000),
  error_uri: given(500),
  error_subcode: given(100),
});
export type Returned = z.infer<typeof returned>;

export const finish = endpoint({
  method: 'POST',
  path: '/api/oauth/azure',
  can: 'public',
  summary: 'Completes a sign-in with what Entra sent back; once, in the browser and on the host where it began',
  body: returned,
  answer: signedIn,
  wire: { answer: signedInCodec },
});

const can = { capability: 'access_rules', right: 'write' } as const;
const read = { capability: 'access_rules', right: 'read' } as const;

/** The directory of private Microsoft accounts: everybody in the world is in it. */
const privateAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** A group of the directory by the number that it has there, a name to recognise it by, and what its people get here. */
const groupMapping = z.strictObject({ value: z.string().trim().toLowerCase().pipe(z.guid('invalid')), name, ...gives });

const directoryInput = z.strictObject({
  name,
  directory_id: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.guid('invalid'))
    .refine((text) => text !== privateAccounts, 'entra_private'),
  email_domains: z.array(mailDomain).max(50),
  active: z.boolean(),
  first_time: z.boolean(),
  guests: z.boolean(),
  groups: z.array(groupMapping).max(mappedAtMost),
});
export type DirectoryInput = z.infer<typeof directoryInput>;

const directory = z.object({
  id,
  name: z.string(),
  directory_id: id,
  email_domains: z.array(z.string()),
  active: z.boolean(),
  first_time: z.boolean(),
  guests: z.boolean(),
  groups: z.array(z.object({ value: z.string(), name: z.string(), ...gives })),
  linked: z.number(),
  invited: z.number(),
  version,
});
export type Directory = z.infer<typeof directory>;

export const list = endpoint({
  method: 'GET',
  path: '/api/entra/directories',
  can: read,
  summary: 'Directories whose people may sign in to the unit, and what is registered at Entra',
  answer: z.object({
    /** Null: the installation has no application at Entra, so nobody can sign in by it. */
    client_id: z.string().nullable(),
    /** Addresses that the application at Entra must have. */
    redirect_uris: z.array(z.string()),
    directories: z.array(directory),
  }),
});

export const add = endpoint({
  method: 'POST',
  path: '/api/entra/directories',
  can,
  summary: 'Trusts a directory',
  body: directoryInput,
  status: 201,
  answer: z.object({ id }),
  audit: 'entra_directory.add',
});

export const update = endpoint({
  method: 'PUT',
  path: '/api/entra/directories/:id',
  can,
  summary: 'Changes whom of a directory the unit lets in; switched off, sessions by it end',
  body: directoryInput.omit({ directory_id: true }).extend({ version }),
  audit: 'entra_directory.update',
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/entra/directories/:id',
  can,
  summary: 'Trusts a directory no more: its people are unlinked and sessions by it end',
  audit: 'entra_directory.remove',
});

export const checks = ['reached', 'issuer', 'keys', 'application'] as const;

export const check = endpoint({
  method: 'POST',
  path: '/api/entra/directories/:id/check',
  can,
  summary: 'Asks Entra whether the directory answers, is the one that is meant, and knows the application',
  answer: z.object({ checks: z.array(z.object({ check: z.enum(checks), passed: z.boolean().nullable() })) }),
});

const person = z.object({
  /** The membership's. */
  id,
  name: z.string(),
  email: z.string(),
  state: z.enum(['linked', 'invited', 'none']),
  /** Whether the address is of a domain of the directory. */
  fits: z.boolean(),
  linked_at: z.string().nullable(),
});
export type EntraPerson = z.infer<typeof person>;

export const people = endpoint({
  method: 'GET',
  path: '/api/entra/directories/:id/people',
  can: read,
  summary: 'Members of the unit and whether they sign in by this directory; the first hundred by words of name and e-mail',
  query: z.strictObject({ q: z.string().trim().max(120).default('') }),
  answer: z.object({ people: z.array(person) }),
});

export const invite = endpoint({
  method: 'POST',
  path: '/api/entra/directories/:id/invite',
  can,
  summary: 'Lets a member be linked at the first sign-in by this directory; without a member, all whose address fits',
  body: z.strictObject({ membership_id: id.nullable() }),
  answer: z.object({ invited: z.number() }),
  audit: 'entra_identity.invite',
});

export const unlink = endpoint({
  method: 'POST',
  path: '/api/entra/directories/:id/unlink',
  can,
  summary: 'Takes a link or an invitation back; sessions by it end',
  body: z.strictObject({ membership_id: id }),
  audit: 'entra_identity.unlink',
});
