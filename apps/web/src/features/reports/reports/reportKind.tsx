import { IconChartBar, IconFileCode, IconFileText, IconLink } from '@tabler/icons-react';
import type { Report } from '@vitrine/contract/reports/reports.ts';

const icons = { report: IconChartBar, paginated: IconFileText, link: IconLink, page: IconFileCode };

/** What a report is, at a glance. */
export function KindIcon({ kind }: { kind: Report['kind'] }) {
  const Icon = icons[kind];
  return <Icon size={16} stroke={1.6} aria-hidden="true" />;
}

/** Shown by the reporting service, with a dataset. */
export const isOfService = ({ kind }: Pick<Report, 'kind'>): boolean => kind === 'report' || kind === 'paginated';
