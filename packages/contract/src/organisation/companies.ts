/** The business units of a partner: how full they are, and what the partner lets them do (docs/reference/specification.md 3). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment, version } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { unitStates } from './partners.ts';

const can = { capability: 'other_units_data', right: 'use' } as const;

const switches = z.strictObject({
  /** People may register themselves, where the unit wants it too. */
  self_registration: z.boolean(),
  /** Administrators may publish reports. */
  allow_registering_reports: z.boolean(),
  /** Administrators see only the reporting accounts that they registered. */
  only_own_accounts: z.boolean(),
});

const company = switches.extend({
  id,
  name: z.string(),
  state: z.enum(unitStates),
  person_count: z.number(),
  user_limit: z.number(),
  report_count: z.number(),
  /** The last day of the trial. */
  trial_ends_on: z.string().nullable(),
  created_at: moment,
  version,
});
export type Company = z.infer<typeof company>;

export const list = endpoint({
  method: 'GET',
  path: '/api/companies',
  can,
  summary: 'Business units of the partner',
  query: listQuery(['name']),
  answer: listOf(company),
});

export const get = endpoint({
  method: 'GET',
  path: '/api/companies/:id',
  can,
  summary: 'One business unit of the partner',
  answer: company,
});

export const update = endpoint({
  method: 'PUT',
  path: '/api/companies/:id',
  can,
  summary: 'Says what a business unit of the partner may do',
  audit: 'company.update',
  body: switches.extend({ version }),
  answer: company,
});
