/** What is missing of the rules of an assignment, in sentences. */
import { useTranslation } from 'react-i18next';
import type { GrantDraft, Rules } from './grantValues.ts';
import { complaintsOf } from './grantValues.ts';

/** By field of the contract. */
export function useComplaints(): (rules: Rules, draft: Pick<GrantDraft, 'rows'>) => Record<string, string> {
  const { t } = useTranslation(['reportAccess', 'ui']);
  const labels: Record<string, string> = {
    table: t('table'),
    column: t('column'),
    values: t('values'),
    rls_roles: t('roles'),
    rls_username: t('username'),
    ends_on: t('ends_on'),
  };
  return (rules, { rows }) => {
    const told = complaintsOf(rules).map(({ path, complaint, limit }) => [
      path,
      t(`ui:field_${complaint}`, {
        field: labels[path.split('.').at(-1) ?? ''] ?? labels[path.split('.')[0] ?? ''] ?? path,
        limit: limit ?? 0,
      }),
    ]);
    if (rows === 'role' && rules.rls_roles.length === 0) told.push(['rls_roles', t('role_missing')]);
    return Object.fromEntries(told) as Record<string, string>;
  };
}
