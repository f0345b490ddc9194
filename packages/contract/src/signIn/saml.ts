/** Signing in by SAML, and the apps by which a unit lets people in (docs/reference/specification.md 7, docs/reference/product-rules.md 9). */
import { z } from 'zod';
import { download } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id, moment, name, text, version } from '../fields.ts';
import { form, redirection } from '../form.ts';
import { signedInCodec } from '../wire.ts';
import { gives, mappedAtMost } from './providerGroups.ts';
import { mailDomain } from './registration.ts';
import { signedIn } from './signIn.ts';

/** What is checked of whatever a provider sends, in this order. Each means something only when those before it passed. */
export const samlChecks = [
  'form',
  'structure',
  'algorithms',
  'signature',
  'status',
  'issuer',
  'audience',
  'recipient',
  'time',
  'answers',
  'identity',
  'unused',
  'person',
] as const;
export type SamlCheck = (typeof samlChecks)[number];

/** A message of base64 in a form: 256 KB of XML, and a little beside it. */
const messageBytes = 360 * 1024;

export const begin = endpoint({
  method: 'POST',
  path: '/api/saml/login',
  can: 'public',
  summary: 'Begins a sign-in at the provider of the unit; the browser goes to the address',
  body: z.strictObject({}),
  answer: z.object({ redirect_url: z.string() }),
});

const message = (names: readonly ['SAMLResponse'] | readonly ['SAMLRequest', 'SAMLResponse']) =>
  form({ ...Object.fromEntries(names.map((one) => [one, messageBytes])), RelayState: 1024 });

export const callback = endpoint({
  method: 'POST',
  path: '/api/saml/callback/:id',
  can: 'public',
  summary: 'Takes what the provider of an app sends through the browser; leads to the page with a code that works once, or with a status',
  body: message(['SAMLResponse']),
  status: 303,
  answer: redirection,
  max_bytes: messageBytes,
});

export const finish = endpoint({
  method: 'POST',
  path: '/api/oauth/saml',
  can: 'public',
  summary: 'Completes a sign-in with the code of the callback; once, within a minute, in the browser and on the host where it began',
  body: z.strictObject({ code: z.string().max(100) }),
  answer: signedIn,
  wire: { answer: signedInCodec },
});

export const leave = endpoint({
  method: 'POST',
  path: '/api/saml/leave',
  can: 'session',
  acting: 'full',
  before_terms: true,
  summary: 'Ends the session and says where the browser goes to sign out at the provider as well; null where it need not',
  body: z.strictObject({}),
  answer: z.object({ redirect_url: z.string().nullable() }),
});

export const logoutPosted = endpoint({
  method: 'POST',
  path: '/api/saml/logout/:id',
  can: 'public',
  summary: 'A sign-out that the provider asks for or answers to, as a form',
  body: message(['SAMLRequest', 'SAMLResponse']),
  status: 303,
  answer: redirection,
  max_bytes: messageBytes,
});

const given = (max: number) => z.string().max(max).optional();

export const logoutRedirected = endpoint({
  method: 'GET',
  path: '/api/saml/logout/:id',
  can: 'public',
  once: true,
  summary: 'A sign-out that the provider asks for or answers to, in the address',
  query: z.strictObject({
    SAMLRequest: given(16_384),
    SAMLResponse: given(16_384),
    RelayState: given(1024),
    SigAlg: given(200),
    Signature: given(2048),
    SAMLEncoding: given(200),
  }),
  status: 303,
  answer: redirection,
});

const can = { capability: 'saml_apps', right: 'write' } as const;
const read = { capability: 'saml_apps', right: 'read' } as const;

const address = z
  .string()
  .trim()
  .max(1000)
  .refine((value) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol), 'invalid');

/** A certificate as PEM or as the base64 within. */
const certificate = z.string().trim().min(1, 'required').max(16_384);

const attribute = text(300);

/** A group of the provider, and what its people get here. */
const groupMapping = z.strictObject({ value: z.string().trim().min(1, 'required').max(300), ...gives });

const samlAppInput = z.strictObject({
  name,
  entity_id: z.string().trim().min(1, 'required').max(1000),
  sso_url: address,
  slo_url: address.nullable(),
  certificates: z.array(certificate).min(1, 'required').max(2),
  /** Only addresses of these domains come in. */
  email_domains: z.array(mailDomain).min(1, 'required').max(50),
  /** Empty: the NameID is the address. */
  email_attribute: attribute,
  name_attribute: attribute,
  groups_attribute: attribute,
  groups: z.array(groupMapping).max(mappedAtMost),
  /** Whether people who have no account yet get one with their first sign-in. */
  first_time: z.boolean(),
  /** Whether the provider may begin. */
  idp_initiated: z.boolean(),
});
export type SamlAppInput = z.infer<typeof samlAppInput>;

const shownCertificate = z.object({ pem: z.string(), subject: z.string(), fingerprint: z.string(), ends_at: moment });
export type ShownCertificate = z.infer<typeof shownCertificate>;

const samlApp = z.object({
  id,
  name: z.string(),
  entity_id: z.string(),
  sso_url: z.string(),
  slo_url: z.string().nullable(),
  certificates: z.array(shownCertificate),
  email_domains: z.array(z.string()),
  email_attribute: z.string(),
  name_attribute: z.string(),
  groups_attribute: z.string(),
  groups: z.array(z.object({ value: z.string(), ...gives })),
  first_time: z.boolean(),
  idp_initiated: z.boolean(),
  active: z.boolean(),
  /** People who came in by it, and how many of them have no other way. */
  people: z.number(),
  only_way: z.number(),
  version,
  /** What is entered at the provider. */
  ours: z.object({ entity_id: z.string(), acs_urls: z.array(z.string()), slo_url: z.string() }),
});
export type SamlApp = z.infer<typeof samlApp>;

export const list = endpoint({
  method: 'GET',
  path: '/api/auth/saml/all',
  can: read,
  summary: 'SAML apps of the unit',
  answer: z.array(samlApp),
});

export const used = endpoint({
  method: 'GET',
  path: '/api/auth/saml/companies/used',
  can: read,
  summary: 'Units that have an active app: a unit has one at most',
  answer: z.array(z.object({ tenant_id: id, saml_id: id })),
});

export const add = endpoint({
  method: 'POST',
  path: '/api/auth/saml/add',
  can,
  summary: 'Adds a SAML app, switched off; it has a key and a certificate of its own',
  body: samlAppInput,
  status: 201,
  answer: z.object({ id }),
  audit: 'saml_app.add',
});

export const update = endpoint({
  method: 'PUT',
  path: '/api/auth/saml/update',
  can,
  summary: 'Changes a SAML app',
  body: samlAppInput.extend({ id, version }),
  audit: 'saml_app.update',
});

export const changeStatus = endpoint({
  method: 'POST',
  path: '/api/auth/saml/change/status',
  can,
  summary: 'Switches an app on or off; off, sessions by it end. Its name is asked for where it is the only way in for somebody',
  body: z.strictObject({ id, active: z.boolean(), name: z.string().trim().max(120).optional() }),
  audit: 'saml_app.status',
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/auth/saml/delete',
  can,
  summary: 'Deletes an app whose name is given; sessions by it end',
  query: z.strictObject({ id, name: z.string().trim().max(120) }),
  audit: 'saml_app.delete',
});

export const readMetadata = endpoint({
  method: 'POST',
  path: '/api/auth/saml/metadata',
  can,
  summary: 'Reads what a provider says of itself, from its document or its address; nothing is saved',
  body: z.strictObject({
    xml: z
      .string()
      .max(512 * 1024)
      .optional(),
    url: address.optional(),
  }),
  answer: z.object({
    entity_id: z.string(),
    sso_url: z.string(),
    slo_url: z.string().nullable(),
    certificates: z.array(shownCertificate),
  }),
});
export type ReadMetadata = z.infer<typeof readMetadata.answer>;

export const metadata = endpoint({
  method: 'GET',
  path: '/api/auth/saml/metadata/:id',
  can: read,
  summary: 'What a provider has to know of the portal to let people of an app come here',
  answer: download,
});

export const beginTest = endpoint({
  method: 'POST',
  path: '/api/auth/saml/test',
  can,
  summary: 'Begins a sign-in that starts no session and shows what arrives; the browser goes to the address',
  body: z.strictObject({ id }),
  answer: z.object({ test_id: id, redirect_url: z.string() }),
  audit: 'saml_app.test',
});

const samlReport = z.object({
  state: z.enum(['waiting', 'done', 'over']),
  checks: z.array(z.object({ check: z.enum(samlChecks), passed: z.boolean().nullable(), detail: z.string() })),
  /** What came, as far as its signature was good. */
  arrived: z
    .object({
      issuer: z.string(),
      name_id: z.string(),
      email: z.string(),
      name: z.string(),
      groups: z.array(z.string()),
      attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
    })
    .nullable(),
});
export type SamlReport = z.infer<typeof samlReport>;

export const testReport = endpoint({
  method: 'GET',
  path: '/api/auth/saml/test/:id',
  can: read,
  summary: 'What arrived in a test, and each check with its verdict',
  answer: samlReport,
});
