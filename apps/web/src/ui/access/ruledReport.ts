/** What of a report decides how its rows are chosen. */
import type { Report } from '@vitrine/contract/reports/reports.ts';

export type RuledReport = Pick<Report, 'id' | 'kind' | 'data_rule' | 'roles_required' | 'allow_edit' | 'active'>;

/** True where the reporting service shows it. */
export const isOfService = ({ kind }: Pick<Report, 'kind'>): boolean => kind === 'report' || kind === 'paginated';
