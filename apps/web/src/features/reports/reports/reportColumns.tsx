import type { ListedReport, Report } from '@vitrine/contract/reports/reports.ts';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { ChangeCell, IconCell, Nothing, NumberCell, RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { CertifiedMark } from '#ui/certifiedMark.tsx';
import { DataAgeCell } from '#ui/dataAgeCell.tsx';
import type { Column } from '#ui/grid/types.ts';
import { HealthCell } from './reportHealth/healthCell.tsx';
import { KindIcon } from './reportKind.tsx';

/** The model requires an identity that the report's data rule does not give, so the report opens for nobody. */
const lacksRule = (report: Pick<Report, 'identity_required' | 'data_rule'>): boolean =>
  report.identity_required && report.data_rule !== 'rls';

export function RuleCell({ report }: { report: Report }) {
  const { t } = useTranslation('reports');
  if (lacksRule(report)) {
    return (
      <span title={t('rule_missing_text')}>
        <StatusCell kind="warning">{t('rule_missing')}</StatusCell>
      </span>
    );
  }
  return <StatusCell kind={report.data_rule === 'rls' ? 'success' : 'neutral'}>{t(`rule_${report.data_rule}`)}</StatusCell>;
}

export function ReportState({ active, archived_at }: Pick<Report, 'active' | 'archived_at'>) {
  const { t } = useTranslation(['reports', 'reportHealth']);
  if (archived_at) return <StatusCell kind="neutral">{t('reportHealth:state_archived')}</StatusCell>;
  return <StatusCell kind={active ? 'success' : 'neutral'}>{t(active ? 'active' : 'inactive')}</StatusCell>;
}

/** Whoever has left the unit is seen in the list, so that somebody else is named. */
export function OwnerCell({ owner }: Pick<Report, 'owner'>) {
  const { t } = useTranslation('reports');
  if (!owner) return <Nothing />;
  return owner.gone ? <StatusCell kind="warning">{t('owner_gone', owner)}</StatusCell> : owner.name;
}

export function useReportColumns(): Column<ListedReport>[] {
  const { t } = useTranslation(['reports', 'reportHealth', 'ui']);
  const dated = useConfig()?.last_update === true;
  return [
    {
      key: 'title',
      header: t('report_title'),
      sort: 'title',
      cell: (row) => (
        <IconCell icon={<KindIcon kind={row.kind} />}>
          {row.title}
          {row.certified ? <CertifiedMark /> : null}
        </IconCell>
      ),
    },
    { key: 'kind', header: t('kind'), hidden: true, cell: ({ kind }) => t(`kind_${kind}`) },
    {
      key: 'group_name',
      header: t('group'),
      sort: 'group_name',
      cell: ({ group_name, subgroup_name }) => [group_name, subgroup_name].filter(Boolean).join(' › '),
    },
    { key: 'data_rule', header: t('data'), cell: (row) => <RuleCell report={row} /> },
    { key: 'grant_count', header: t('grants'), align: 'end', cell: (row) => <NumberCell value={row.grant_count} /> },
    {
      key: 'active',
      header: t('state'),
      sort: 'active',
      cell: (row) => <ReportState {...row} />,
    },
    { key: 'health', header: t('reportHealth:health'), sort: 'health', cell: ({ health }) => <HealthCell health={health} /> },
    ...(dated
      ? [{ key: 'updated', header: t('data_age'), sort: 'updated', cell: (row: ListedReport) => <DataAgeCell age={row.updated} /> }]
      : []),
    { key: 'owner', header: t('owner'), hidden: true, cell: ({ owner }) => <OwnerCell owner={owner} /> },
    {
      key: 'certified',
      header: t('certified'),
      hidden: true,
      cell: ({ certified }) => <RelativeTimeCell value={certified?.at ?? null} />,
    },
    {
      key: 'changed_at',
      header: t('ui:last_change'),
      hidden: true,
      cell: ({ changed_at, changed_by }) => <ChangeCell at={changed_at} by={changed_by} />,
    },
    { key: 'account_name', header: t('account'), hidden: true },
    {
      key: 'created_at',
      header: t('created_at'),
      sort: 'created_at',
      // Both times side by side are too wide for a desktop.
      hidden: dated,
      cell: (row) => <RelativeTimeCell value={row.created_at} />,
    },
  ];
}
