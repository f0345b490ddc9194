/** Signing in and out, and who is signed in (docs/reference/specification.md 3, 4 and 7; docs/reference/product-rules.md 2). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { email, id, locale } from '../fields.ts';
import { authTypes, roles } from '../roles.ts';
import { lostSessionCodec, signedInCodec } from '../wire.ts';
import { theme } from '../organisation/branding.ts';

/** The signed-in person; together with the token it is what `bi:cache` holds. */
export const signedInUser = z.object({
  id,
  email: z.string(),
  name: z.string(),
  partner_id: id.nullable(),
  role: z.enum(roles),
  auth_type: z.enum(authTypes),
});
export type SignedInUser = z.infer<typeof signedInUser>;

/** A finished sign-in. The token works only together with the HttpOnly cookie that comes with it. */
export const signedIn = z.object({
  user: signedInUser,
  /** Opaque, 256 random bits. */
  token: z.string(),
  tenant_id: id.nullable(),
  /** Path to go to when the address held no redirect. */
  intended: z.string(),
});
export type SignedIn = z.infer<typeof signedIn>;

/** Ways of the second step; `method` of an open one is the way to begin with. */
const stepMethods = ['app', 'email', 'passkey', 'recovery'] as const;
export type StepMethod = (typeof stepMethods)[number];

/** The password was right, and a second step is asked for. It works in the same browser only. */
const secondStep = z.object({
  status: z.literal('two_factor'),
  method: z.enum(stepMethods),
  methods: z.array(z.enum(stepMethods)),
  challenge: z.string(),
  /** Seconds. */
  expires_in: z.number(),
  /** The masked e-mail address that a code is sent to: `a…@aurora.example`. */
  email: z.string(),
  /** Whether this browser may be trusted for thirty days. */
  may_trust: z.boolean(),
});
export type SecondStep = z.infer<typeof secondStep>;

/** Passwords are taken as they are: never trimmed, 128 characters at most, counted in code points. */
export const givenPassword = z.string().min(1, 'required').max(512);

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  can: 'public',
  summary: 'Signs a person in with e-mail and password',
  body: z.strictObject({ email, password: givenPassword }),
  answer: z.union([secondStep, signedIn]),
  wire: { answer: signedInCodec },
});

/** Branding and sign-in methods of a host. The first HTML page contains the same. */
export const loginConfiguration = z.object({
  title: z.string(),
  unit_name: z.string().nullable(),
  theme,
  /** Address of the picture beside the form; null for bars in the colours of the theme. */
  picture: z.string().nullable(),
  /** What stands over the picture, by language; a language without one has the product's. */
  sentence: z.partialRecord(locale, z.string().max(160)).nullable(),
  languages: z.array(locale),
  methods: z.array(z.enum(['password', 'azure', 'saml'])),
  /** Directories of Microsoft Entra whose people may sign in here. */
  directories: z.array(z.object({ id, name: z.string() })),
  /** Mail domains whose people come in by another way than the password. */
  sso_domains: z.array(z.string()),
  register: z.boolean(),
  /** Titles of terms that the page links to. */
  terms: z.array(z.string()),
  /** What the page tells everybody; Portuguese is read in languages without a text of their own. */
  notices: z.array(z.object({ texts: z.partialRecord(locale, z.string()), link: z.string().nullable() })),
});
export type LoginConfiguration = z.infer<typeof loginConfiguration>;

export const loginConfig = endpoint({
  method: 'POST',
  path: '/api/login/config',
  can: 'public',
  summary: 'Look and sign-in methods of a host; without a host, of the one that is called',
  body: z.strictObject({ host: z.string().max(253).optional() }),
  answer: loginConfiguration,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  can: 'public',
  summary: 'Ends the session of the bearer token; succeeds without one too',
});

export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/refresh/token',
  can: 'public',
  summary: 'Replaces an expired token on a playlist screen',
  answer: z.object({ token: z.string() }),
});

export const refreshLog = endpoint({
  method: 'POST',
  path: '/api/refresh/log/auth',
  screens: true,
  can: 'session',
  acting: 'reads',
  summary: 'Notes in the audit log that a session was renewed',
});

export const eventLogout = endpoint({
  method: 'POST',
  path: '/api/event/logout',
  can: 'public',
  summary: 'Notes why the browser lost its session; what the caller claims is stored apart from who it is',
  body: z.strictObject({
    status: z.union([z.string().max(60), z.number()]).nullish(),
    source: z.literal('frontend'),
    message: z.string().max(300).nullish(),
    user_id: z.string().max(60).nullish(),
    email: z.string().max(254).nullish(),
    route: z.string().max(500).nullish(),
    tenant_id: z.string().max(60).nullish(),
    partner_id: z.string().max(60).nullish(),
  }),
  wire: { body: lostSessionCodec },
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot/password',
  can: 'public',
  summary: 'Mails a link for a new password; answers the same for unknown addresses',
  body: z.strictObject({ email }),
});

/** Each rule the unit asks for, so that the form can explain it before the server refuses. */
export const passwordRules = z.object({
  min_character: z.number(),
  max_character: z.number(),
  capital_letter: z.boolean(),
  special_characters: z.boolean(),
});
export type PasswordRules = z.infer<typeof passwordRules>;

export const newPasswordForm = endpoint({
  method: 'POST',
  path: '/api/new/password/form',
  can: 'public',
  summary: 'What a password link is for and the rules that hold; does not use the link up',
  body: z.strictObject({ token: z.string().max(200) }),
  answer: z.object({ email: z.string(), name: z.string(), purpose: z.enum(['reset', 'invitation', 'must_change']), rules: passwordRules }),
});

export const newPassword = endpoint({
  method: 'POST',
  path: '/api/new/password',
  can: 'public',
  summary: 'Sets a new password by a link; the link works once, every session of the person ends',
  body: z.strictObject({ token: z.string().max(200), password: givenPassword }),
});

export const changeCompany = endpoint({
  method: 'POST',
  path: '/api/auth/change/companies',
  can: { capability: 'company_switch', right: 'use' },
  summary: 'Moves the person into another of their business units with a new session',
  body: z.strictObject({ tenant_id: id }),
  answer: z.discriminatedUnion('status', [
    signedIn.extend({ status: z.literal('ok') }),
    z.object({ status: z.literal('change'), domain: z.string(), token: z.string() }),
  ]),
  wire: { answer: signedInCodec },
});

export const arriveFromOtherDomain = endpoint({
  method: 'POST',
  path: '/api/oauth/company',
  can: 'public',
  summary: 'Takes the one-use token of a change of unit on the host that it was made for, and begins a session there',
  body: z.strictObject({ token: z.string().max(200) }),
  answer: signedIn,
  wire: { answer: signedInCodec },
});

export const timezones = endpoint({
  method: 'GET',
  path: '/api/timezone/all',
  can: 'session',
  summary: 'Time zones with their name in the caller’s language and their present offset, by name',
  answer: z.array(z.object({ id: z.string(), name: z.string(), offset: z.string() })),
});

export const changeLanguage = endpoint({
  method: 'PUT',
  path: '/api/profile/language',
  can: 'session',
  before_terms: true,
  summary: 'Remembers the language of the person, for mails and the next device',
  body: z.strictObject({ language: locale }),
});
