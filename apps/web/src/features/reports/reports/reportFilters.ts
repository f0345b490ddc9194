import { healthMarks } from '#endpoints/reports/reportHealth.ts';
import type { ReportGroup } from '@vitrine/contract/reports/reportGroups.ts';
import { reportKinds } from '#endpoints/reports/reports.ts';
import { useTranslation } from 'react-i18next';
import type { Filter } from '#ui/grid/types.ts';

/** What the list of reports is narrowed by; the operator's have no groups, owners or readers. */
export function useReportFilters(groups: readonly ReportGroup[] | null): Filter[] {
  const { t } = useTranslation(['reports', 'reportHealth']);
  const options = groups?.map(({ id, name }) => ({ value: id, label: name }));
  return [
    ...(options ? [{ key: 'group_id', label: t('group'), options }] : []),
    { key: 'kind', label: t('kind'), options: reportKinds.map((value) => ({ value, label: t(`kind_${value}`) })) },
    { key: 'certified', label: t('certified'), options: [{ value: 'true', label: t('only_certified') }] },
    ...(options
      ? [
          {
            key: 'health',
            label: t('reportHealth:health'),
            options: healthMarks.map((value) => ({ value, label: t(`reportHealth:mark_${value}`) })),
          },
          { key: 'owner', label: t('owner'), options: [{ value: 'gone', label: t('owner_missing') }] },
          { key: 'data', label: t('data'), options: (['failed', 'stale'] as const).map((value) => ({ value, label: t(`data_${value}`) })) },
          { key: 'problems', label: t('problems'), options: [{ value: 'open', label: t('problems_open') }] },
          { key: 'access', label: t('access'), options: [{ value: 'ending', label: t('access_ending') }] },
        ]
      : []),
    {
      key: 'state',
      label: t('state'),
      options: [
        { value: 'active', label: t('active') },
        { value: 'inactive', label: t('inactive') },
        { value: 'archived', label: t('reportHealth:state_archived') },
      ],
    },
  ];
}

export const filtersOfOperator = ['kind', 'certified', 'state'];
export const filtersOfUnit = ['group_id', 'health', 'owner', 'data', 'problems', 'access', ...filtersOfOperator];
