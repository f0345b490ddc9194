import type { Report } from '@vitrine/contract/reports/reports.ts';

/**
 * The data rule must fit the dataset: a dataset that requires an identity opens for nobody without one, and a dataset
 * without roles is refused with one. A filter instead of roles would only look like security, also on a
 * paginated report, which accepts no filters.
 */
export const isDataRulePossible = (
  rule: Report['data_rule'],
  { kind, identity_required }: Pick<Report, 'kind' | 'identity_required'>,
): boolean => (rule === 'rls') === identity_required && !(kind === 'paginated' && rule === 'filter');
