import { Button } from '@mantine/core';
import { IconCopy, IconListSearch } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { menu, mine } from '#endpoints/reading/reportReading.ts';
import { list as groupList } from '#endpoints/reports/reportGroups.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { get, list, openingDays, remove } from '#endpoints/reports/reports.ts';
import { operatorReportsPath } from '@vitrine/contract/wire.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { useStale } from '#platform/query.ts';
import { useRole } from '#platform/session.ts';
import { IdCell, NumberCell, RelativeTimeCell } from '#ui/cells.tsx';
import { CertifiedMark } from '#ui/certifiedMark.tsx';
import { DataAgeCell } from '#ui/dataAgeCell.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import { useHistoryFacts } from '#ui/history/historyFacts.tsx';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { useObject } from '#ui/object/useObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { useSharing } from '#ui/sharing/useSharing.tsx';
import { OwnerCell, ReportState, RuleCell } from './reportColumns.tsx';
import { isOfService, KindIcon } from './reportKind.tsx';
import { useReportTabs } from './useReportTabs.tsx';

const MyHistory = onDemand(async () => (await import('./datasetRefresh/myHistory.tsx')).MyHistory);

type Whole = Answer<typeof get>;

function useFacts(row: Report | undefined, whole: Whole | undefined, placed: boolean): Fact[] {
  const { t } = useTranslation('reports');
  const of = (read: (report: Report) => Fact['value']) => (row ? read(row) : undefined);
  const ofUse = (read: (report: Whole) => Fact['value']) => (whole ? read(whole) : undefined);
  const ofReaders: Fact[] = [
    { label: t('group'), value: of(({ group_name, subgroup_name }) => [group_name, subgroup_name].filter(Boolean).join(' › ')) },
    { label: t('grants'), value: of(({ grant_count }) => <NumberCell value={grant_count} />) },
  ];
  return [
    ...(placed ? ofReaders : []),
    { label: t('data'), value: of((report) => <RuleCell report={report} />) },
    { label: t('data_age'), value: of((report) => (isOfService(report) ? <DataAgeCell age={report.updated} /> : null)) },
    {
      label: t('last_opened'),
      value: ofUse(({ last_opened_at }) => (last_opened_at ? <RelativeTimeCell value={last_opened_at} /> : t('never_opened'))),
    },
    { label: t('openings', { days: openingDays }), value: ofUse(({ openings }) => <NumberCell value={openings} />) },
    {
      label: t('certified'),
      value: of(({ certified }) => certified && t('certified_since', { by: certified.by, at: formatDate(certified.at) })),
    },
    ...(placed ? [{ label: t('owner'), value: of((report) => report.owner && <OwnerCell owner={report.owner} />) }] : []),
    { label: t('kind'), value: of(({ kind }) => t(`kind_${kind}`)) },
    { label: t('account'), value: of(({ account_name }) => account_name) },
  ];
}

/** `/management/report/<id>`: one registered report; for readers its refreshes. The operator's stand elsewhere. */
export function ReportPage() {
  const role = useRole();
  if (role !== 'user') return <Managed placed={role !== 'operator'} />;
  return (
    <Suspense fallback={null}>
      <MyHistory />
    </Suspense>
  );
}

function Managed({ placed }: { placed: boolean }) {
  const { t } = useTranslation(['reports', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const listPath = placed ? '/management/report' : operatorReportsPath;
  const navigate = useNavigate();
  const stale = useStale();
  const opened = useObject<Report, Whole>({ get, list }, id);
  const { row, whole } = opened;
  const others = placed ? [groupList, menu, mine] : [];
  const { tabs, history, mayReadLog } = useReportTabs({ id, row, whole, placed, onChanged: () => void stale(list, ...others) });
  const historyFacts = useHistoryFacts(history, mayReadLog, row);
  const sharing = useSharing();
  const removal = useRemoval<Report>({
    endpoint: remove,
    nameOf: ({ title }) => title,
    done: (title) => t('removed', { title }),
    losses: (report) => (isOfService(report) ? { goes: t('remove_goes'), stays: t('remove_stays') } : { goes: t('remove_own_goes') }),
    onRemoved: async () => {
      await navigate({ to: listPath });
      await stale(list, ...others);
    },
  });
  const { share } = sharing;
  const actions: RowAction<Report>[] = [
    ...(placed && share
      ? [{ key: 'share', label: sharing.label, icon: sharing.icon, when: ({ active }: Report) => active, run: share }]
      : []),
    { key: 'preview', label: t('preview'), icon: <IconListSearch size={16} />, run: () => void navigate({ to: `/${id}/management/view` }) },
    {
      key: 'clone',
      label: t('clone'),
      icon: <IconCopy size={16} />,
      when: ({ can }) => can.edit,
      run: () => void navigate({ to: listPath, search: { clone: id } }),
    },
    removal.action,
  ];
  // The operator has no viewer inside the portal: a page of its own shows the report.
  const viewer = placed ? `/${id}/reports/view` : `/${id}/reports/external`;
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t(placed ? 'title' : 'operator_title'), path: listPath }}
      title={({ title }) => title}
      icon={({ kind }) => <KindIcon kind={kind} />}
      mark={({ certified }) => (certified ? <CertifiedMark /> : null)}
      state={(report) => <ReportState {...report} />}
      primary={({ active }) =>
        active ? (
          <Button component={Link} to={viewer}>
            {t('open')}
          </Button>
        ) : null
      }
      actions={actions}
      tabs={tabs}
      facts={[...useFacts(row, whole, placed), ...historyFacts, { label: t('ui:object_id'), value: <IdCell value={id} /> }]}
    >
      {sharing.dialog}
      {removal.dialog}
    </ObjectPage>
  );
}
