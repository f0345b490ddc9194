/** An assignment that is given where access was asked for or a report is shared; the rules replace those of an ended or silent one. */
import type { GrantInput } from '@vitrine/contract/access/reportAccess.ts';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';

export type AccessTo = { report_id: string; membership_id: string | null; user_group_id: string | null };
export type AccessRules = Omit<GrantInput, 'to' | 'to_id'>;

/** No filters, no roles, no end, no editing. */
export const plainRules: AccessRules = { filters: [], rls_roles: [], rls_username: null, permission_edit: false, ends_on: null };

export function giveAccess({ report_id, membership_id, user_group_id }: AccessTo, rules: AccessRules): Statement {
  const { filters, rls_roles, rls_username, permission_edit, ends_on } = rules;
  const target =
    user_group_id === null
      ? sql`(tenant_id, membership_id, report_id) where membership_id is not null`
      : sql`(tenant_id, user_group_id, report_id) where user_group_id is not null`;
  return sql`
    insert into report_grant as ra (tenant_id, id, report_id, membership_id, user_group_id, filters, rls_roles, rls_username, permission_edit, ends_on)
    values (app_setting('tenant_id')::uuid, uuid_v7(), ${report_id}::uuid, ${membership_id}::uuid, ${user_group_id}::uuid,
      ${JSON.stringify(filters)}::jsonb, ${rls_roles}::text[], ${rls_username}::text, ${permission_edit}, ${ends_on}::date)
    on conflict ${target} do update
    set filters = excluded.filters, rls_roles = excluded.rls_roles, rls_username = excluded.rls_username,
      permission_edit = excluded.permission_edit, ends_on = excluded.ends_on, version = ra.version + 1`;
}
