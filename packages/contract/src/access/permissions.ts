/** The audit of permissions: who sees which report through what, over the whole unit. */
import { z } from 'zod';
import { download, exportQuery } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { accessReason, columnFilter, rowIdentity } from './reportAccess.ts';

const can = { capability: 'report_access', right: 'use' } as const;

/** One person and one report of the unit: a line of the audit of permissions. `id` is both ids. */
const permission = z.object({
  id: z.string(),
  membership_id: id,
  name: z.string(),
  email: z.string(),
  department: z.string().nullable(),
  report_id: id,
  title: z.string(),
  group_name: z.string(),
  state: z.enum(['sees', 'no_data_rule', 'rule_refused', 'closed']),
  reasons: z.array(accessReason),
  filters: z.array(columnFilter),
  identity: rowIdentity.nullable(),
  edit: z.boolean(),
  /** The day on which the last assignment ends; null: no end. */
  ends_on: z.string().nullable(),
});
export type Permission = z.infer<typeof permission>;

const permissionFilters = {
  membership_id: id.optional(),
  user_group_id: id.optional(),
  report_id: id.optional(),
  through: z.enum(['manager', 'membership', 'user_group', 'unit', 'removed']).optional(),
};

export const permissions = endpoint({
  method: 'GET',
  path: '/api/report_permissions',
  can,
  summary: 'Who sees which report through what, over the whole unit; also who would, but was taken off',
  query: listQuery(['name', 'title'], permissionFilters),
  answer: listOf(permission),
});
export const exportPermissions = endpoint({
  method: 'GET',
  path: '/api/report_permissions/export',
  can,
  summary: 'The audit of permissions as a file',
  query: exportQuery(permissions.query),
  answer: download,
});
