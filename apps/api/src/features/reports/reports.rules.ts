import type { Report } from '@vitrine/contract/features/reports.ts';

/**
 * Row-level security and the data set belong together: one that demands an identity opens for nobody without, and one
 * that knows none is refused with. A filter on such a report would only look like a rule, and so it would on a
 * paginated report, which takes none.
 */
export const isDataRulePossible = (
  rule: Report['data_rule'],
  { kind, identity_required }: Pick<Report, 'kind' | 'identity_required'>,
): boolean => (rule === 'rls') === identity_required && !(kind === 'paginated' && rule === 'filter');
