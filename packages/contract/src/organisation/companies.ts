/** The business units of a partner: what each has of the contract, what it may do, its trial and its end (docs/reference/specification.md 3). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, email, id, locale, moment, name, version } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { unitStates } from './partners.ts';
import { subdomain } from './subdomain.ts';

const can = { capability: 'other_units_data', right: 'use' } as const;
const closing = { capability: 'business_unit_closing', right: 'use' } as const;

export const trialDays = 30;
/** A trial may be made this long at a time. */
const longestTrialDays = 180;

const switches = z.strictObject({
  /** People may register themselves, where the unit wants it too. */
  self_registration: z.boolean(),
  /** Administrators may publish reports. */
  allow_registering_reports: z.boolean(),
  /** Administrators see only the reporting accounts that they registered. */
  only_own_accounts: z.boolean(),
});
const userLimit = z.number().int().min(1).max(100_000);
const settings = switches.extend({
  name,
  /** Null only for a unit whose host was set up on the server. */
  subdomain: subdomain.nullable(),
  user_limit: userLimit,
  /** Where people come who sign in by the cloud for the first time; one unit of the partner. */
  default_for_cloud: z.boolean(),
  /** Where people come who register on a host of the partner; one unit of the partner. */
  default_for_registration: z.boolean(),
});

const company = settings.extend({
  id,
  name: z.string(),
  subdomain: z.string().nullable(),
  user_limit: z.number(),
  state: z.enum(unitStates),
  /** The host below which it is reached. */
  host: z.string().nullable(),
  client: z.object({ id, name: z.string() }).nullable(),
  person_count: z.number(),
  report_count: z.number(),
  /** The partner's own unit, where its staff may look as somebody without asking; said when it is made. */
  partner_own: z.boolean(),
  /** The last day of the trial. */
  trial_ends_on: z.string().nullable(),
  closed_at: moment.nullable(),
  /** Why the operator suspended it; empty where it did not. */
  suspended_for: z.string(),
  created_at: moment,
  version,
});
export type Company = z.infer<typeof company>;

export const list = endpoint({
  method: 'GET',
  path: '/api/companies',
  can,
  summary: 'Business units of the partner; closed ones only where they are asked for',
  query: listQuery(['name', 'person_count', 'trial_ends_on', 'created_at'], {
    state: z.enum(unitStates).optional(),
    client_id: id.optional(),
  }),
  answer: listOf(company),
});

export const contract = endpoint({
  method: 'GET',
  path: '/api/companies/contract',
  can,
  summary: 'What the partner has agreed to and has used of it, and its clients',
  answer: z.object({
    unit_count: z.number(),
    unit_limit: z.number().nullable(),
    /** The sum of the units' limits. */
    user_count: z.number(),
    user_limit: z.number().nullable(),
    /** A new unit is reached at `<subdomain>.<this>`. */
    host_above: z.string(),
    clients: z.array(z.object({ id, name: z.string() })),
    /** Who would lose the mark when another unit becomes the default. */
    default_for_cloud: z.string().nullable(),
    default_for_registration: z.string().nullable(),
  }),
});

export const freeSubdomain = endpoint({
  method: 'GET',
  path: '/api/companies/subdomain',
  can,
  summary: 'Whether a unit can have this subdomain',
  query: z.strictObject({ name: z.string().max(100) }),
  answer: z.object({ refused: z.string().nullable(), host: z.string() }),
});

export const get = endpoint({
  method: 'GET',
  path: '/api/companies/:id',
  can,
  summary: 'One business unit of the partner',
  answer: company,
});

export const add = endpoint({
  method: 'POST',
  path: '/api/companies',
  can,
  summary: 'Makes a business unit that is ready at once, and invites its first administrator',
  audit: 'company.add',
  body: z.strictObject({
    name,
    subdomain,
    client_id: id.nullable().default(null),
    user_limit: userLimit,
    /** A trial of thirty days; otherwise the unit is under contract. */
    trial: z.boolean(),
    /** A demo report that everybody of the unit can open. */
    demo_report: z.boolean().default(false),
    /** Of the partner itself; nobody says it of a unit that has people. */
    partner_own: z.boolean().default(false),
    administrator_name: name,
    email,
    language: locale,
  }),
  answer: company,
});

export const update = endpoint({
  method: 'PUT',
  path: '/api/companies/:id',
  can,
  summary: 'Changes a business unit of the partner and says what it may do',
  audit: 'company.update',
  body: settings.extend({ version }),
  answer: company,
});

export const extendTrial = endpoint({
  method: 'POST',
  path: '/api/companies/:id/trial',
  can,
  summary: 'Gives a trial another last day',
  audit: 'company.extend_trial',
  body: z.strictObject({ trial_ends_on: day, version }),
  answer: company,
});
export const lastTrialDay = (today: Date): string => new Date(today.getTime() + longestTrialDays * 86_400_000).toISOString().slice(0, 10);

export const makeContract = endpoint({
  method: 'POST',
  path: '/api/companies/:id/contract',
  can,
  summary: 'Makes a trial a unit under contract, with everything that is in it',
  audit: 'company.make_contract',
  body: z.strictObject({ client_id: id.nullable().default(null), version }),
  answer: company,
});

export const close = endpoint({
  method: 'POST',
  path: '/api/companies/:id/close',
  can: closing,
  summary: 'Closes a business unit: nobody gets in until it is reopened',
  audit: 'company.close',
  body: z.strictObject({ confirm: z.string().max(200) }),
});

export const reopen = endpoint({
  method: 'POST',
  path: '/api/companies/:id/reopen',
  can: closing,
  summary: 'Reopens a closed unit; the operator a suspended one too',
  audit: 'company.reopen',
});

export const suspend = endpoint({
  method: 'POST',
  path: '/api/companies/:id/suspend',
  can: { capability: 'partners', right: 'write' },
  summary: 'Suspends a business unit: nobody but partner staff gets in',
  audit: 'company.suspend',
  /** The partner reads it too. */
  body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
});

export const erase = endpoint({
  method: 'DELETE',
  path: '/api/companies/:id',
  can: { capability: 'business_unit_closing', right: 'write' },
  summary: 'Erases a business unit with everything in it; a job removes it piece by piece',
  audit: 'company.erase',
  /** The name in capitals with underscores, as it was typed. */
  query: z.strictObject({ confirm: z.string().max(200) }),
});
