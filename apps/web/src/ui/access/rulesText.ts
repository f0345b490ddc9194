/** Which rows an assignment gives, in a few words: "only the rows of the role Região Sul". */
import type { ColumnFilter, ModelRole } from '@vitrine/contract/access/reportAccess.ts';
import { useTranslation } from 'react-i18next';
import { useVariables } from './variableText.ts';

type Rules = { filters: readonly ColumnFilter[]; rls_roles: readonly string[] };

/** Null where nothing is said about rows. */
export function useRulesText(enabled: boolean): (rules: Rules, roles: readonly ModelRole[]) => string | null {
  const { t } = useTranslation('reportAccess');
  const { textOf } = useVariables(enabled);
  const ofRoles = (chosen: readonly string[], known: readonly ModelRole[]): string[] => {
    if (chosen.length === 0) return [];
    const meanings = chosen.map((name) => known.find((role) => role.name === name)?.rows);
    if (meanings.includes('all')) return [t('rows_words_all')];
    if (meanings.every((rows) => rows === 'reader')) return [t('rows_words_reader')];
    return [t('rows_words_role', { count: chosen.length, roles: chosen.join(' + ') })];
  };
  return ({ filters, rls_roles }, roles) => {
    const words = [
      ...ofRoles(rls_roles, roles),
      ...filters.map(({ column, values }) => t('rows_words_filter', { column, values: values.map(textOf).join(', ') })),
    ];
    return words.length > 0 ? words.join(', ') : null;
  };
}
