/** Assignments: who sees a report, with which filters and row-level roles (product-decisions 11). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id } from '../fields.ts';

const can = { capability: 'report_access', right: 'use' } as const;

/** A column of the model that must have one of the values. Filters are convenience; row-level security is security. */
export const columnFilter = z.strictObject({
  table: z.string().trim().min(1).max(200),
  column: z.string().trim().min(1).max(200),
  values: z
    .array(z.union([z.string().max(500), z.number(), z.boolean()]))
    .min(1)
    .max(200),
});
export type ColumnFilter = z.infer<typeof columnFilter>;

// Limits of the reporting service: 50 roles, 50 characters each, no comma.
const rlsRole = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .refine((role) => !role.includes(','), 'invalid');
// What the service takes as a user name: up to 256 characters without blanks.
const rlsUsername = z
  .string()
  .trim()
  .min(1)
  .max(256)
  .refine((username) => !/\s/.test(username), 'invalid');

export const assignees = ['membership', 'user_group', 'unit'] as const;

export const grantInput = z.strictObject({
  to: z.enum(assignees),
  /** A membership or a user group of the unit; null for the whole unit. */
  to_id: id.nullable(),
  filters: z.array(columnFilter).max(20).default([]),
  rls_roles: z.array(rlsRole).max(50).default([]),
  /** The name the model sees; null means the reader's e-mail. */
  rls_username: rlsUsername.nullable().default(null),
  /** Last day of the assignment in the unit's time zone; null means no end. */
  ends_on: day.nullable().default(null),
});
export type GrantInput = z.infer<typeof grantInput>;

export const grant = grantInput.extend({ id, to_name: z.string(), to_email: z.string().nullable(), version: z.number() });
export type Grant = z.infer<typeof grant>;

export const list = endpoint({
  method: 'GET',
  path: '/api/reports/:id/grants',
  can,
  summary: 'Assignments of a report',
  answer: z.object({ data: z.array(grant) }),
});
export const add = endpoint({
  method: 'POST',
  path: '/api/reports/:id/grants',
  can,
  summary: 'Assigns a report to a person, a group or the whole unit',
  audit: 'report_grant.add',
  status: 201,
  body: grantInput,
  answer: grant,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/reports/:id/grants/:grant_id',
  can,
  summary: 'Changes filters, roles or end of an assignment',
  audit: 'report_grant.update',
  body: grantInput.omit({ to: true, to_id: true }).extend({ version: z.number().int().positive() }),
  answer: grant,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/reports/:id/grants/:grant_id',
  can,
  summary: 'Takes an assignment back',
  audit: 'report_grant.remove',
});

/** Whom a report can be assigned to: people and groups of the unit whose name or e-mail holds the words. */
export const candidates = endpoint({
  method: 'GET',
  path: '/api/reports/:id/grants/candidates',
  can,
  summary: 'People and groups of the unit to assign a report to',
  query: z.strictObject({ q: z.string().trim().max(120).default('') }),
  answer: z.object({
    data: z.array(z.object({ to: z.enum(['membership', 'user_group']), to_id: id, name: z.string(), email: z.string().nullable() })),
  }),
});
