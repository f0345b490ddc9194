/** Reporting-service accounts: the service principals by which the portal reads workspaces and mints embed tokens. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id, name, version } from '../fields.ts';
import { editableListOf, listQuery, rowCan } from '../list.ts';
import { wakings } from '../datasets/capacityResume.ts';

const read = { capability: 'reporting_accounts', right: 'read' } as const;
const write = { capability: 'reporting_accounts', right: 'write' } as const;

const reportingAccount = z.object({
  id,
  name: z.string(),
  application_id: id,
  directory_id: id,
  object_id: id.nullable(),
  subscription_id: id.nullable(),
  waking: z.enum(wakings),
  /** The secret itself is never answered; this says whether one is stored. */
  has_secret_value: z.boolean(),
  /** The last day of the secret, where somebody has told it. */
  secret_expires_on: z.string().nullable(),
  report_count: z.number(),
  version: z.number(),
  can: rowCan,
});
export type ReportingAccount = z.infer<typeof reportingAccount>;

const fields = {
  name,
  application_id: id,
  directory_id: id,
  object_id: id.nullable().default(null),
  subscription_id: id.nullable().default(null),
  secret_expires_on: day.nullable().default(null),
  /** Who may switch on a paused capacity. */
  waking: z.enum(wakings).default('administrators'),
};
const secretValue = z.string().min(1, 'required').max(500);

const reportingAccountInput = z.strictObject({ ...fields, secret_value: secretValue });

export const list = endpoint({
  method: 'GET',
  path: '/api/reporting_accounts',
  can: read,
  summary: 'Reporting-service accounts of the unit',
  query: listQuery(['name'], {
    /** Accounts whose secret ends within thirty days, or has ended. */
    secret: z.enum(['ending']).optional(),
  }),
  answer: editableListOf(reportingAccount),
});
export const get = endpoint({
  method: 'GET',
  path: '/api/reporting_accounts/:id',
  can: read,
  summary: 'One account',
  answer: reportingAccount,
});
export const add = endpoint({
  method: 'POST',
  path: '/api/reporting_accounts',
  can: write,
  summary: 'Adds an account; the secret is stored encrypted',
  audit: 'reporting_account.add',
  status: 201,
  body: reportingAccountInput,
  answer: reportingAccount,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/reporting_accounts/:id',
  can: write,
  summary: 'Changes an account; without a secret the stored one stays',
  audit: 'reporting_account.update',
  body: z.strictObject({ ...fields, secret_value: secretValue.optional(), version }),
  answer: reportingAccount,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/reporting_accounts/:id',
  can: write,
  summary: 'Deletes an account that no report uses',
  audit: 'reporting_account.remove',
});

/** Whether the service accepts the account, and what it may see there. */
export const test = endpoint({
  method: 'POST',
  path: '/api/reporting_accounts/:id/test',
  can: write,
  summary: 'Signs in to the reporting service with the account and counts its workspaces',
  answer: z.object({ workspaces: z.number() }),
});
export const workspaces = endpoint({
  method: 'GET',
  path: '/api/reporting_accounts/:id/workspaces',
  can: { capability: 'reports', right: 'write' },
  summary: 'Workspaces that the account reaches',
  answer: z.object({ data: z.array(z.object({ id, name: z.string(), on_capacity: z.boolean() })) }),
});
export const workspaceReports = endpoint({
  method: 'GET',
  path: '/api/reporting_accounts/:id/workspaces/:workspace_id/reports',
  can: { capability: 'reports', right: 'write' },
  summary: 'Reports of a workspace, with those that the unit has registered already marked',
  answer: z.object({
    data: z.array(
      z.object({ id, name: z.string(), dataset_id: id.nullable(), kind: z.enum(['report', 'paginated']), registered: z.boolean() }),
    ),
  }),
});
