/** Which rows somebody sees, in a few words. */
import type { Why } from '@vitrine/contract/access/reportAccess.ts';
import type { TFunction } from 'i18next';

export function rowsText(t: TFunction<'reportAccess'>, { filters, identity }: Pick<Why, 'filters' | 'identity'>): string {
  if (identity) return t('rows_as', { roles: identity.roles.join(' + ') || '–', username: identity.username });
  return filters.map(({ column, values }) => `${column}: ${values.join(', ')}`).join('; ') || t('rows_all');
}
