import type { GroupUsage, PersonUsage, ReportUsage } from '@vitrine/contract/reports/reportUsage.ts';
import { byGroup, byPerson, byReport, exportByGroup, exportByPerson, exportByReport } from '#endpoints/reports/reportUsage.ts';
import { useTranslation } from 'react-i18next';
import { NumberCell, RelativeTimeCell } from '#ui/cells.tsx';
import { DataGrid } from '#ui/grid/dataGrid.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useSeconds } from '#ui/chart/useSeconds.ts';

type Range = { from: string; until: string };

const number = <Row,>(key: keyof Row & string, header: string, sort?: string): Column<Row> => ({
  key,
  header,
  align: 'end',
  ...(sort ? { sort } : {}),
  cell: (row) => <NumberCell value={row[key] as number} />,
});

/** Load times of reports, slowest first. */
function useSpeedColumns<Row extends { load_p50: number | null; load_p95: number | null }>(): Column<Row>[] {
  const { t } = useTranslation('reportUsage');
  const seconds = useSeconds();
  return [
    { key: 'load_p50', header: t('load_p50'), align: 'end', hidden: true, cell: (row) => seconds(row.load_p50) },
    { key: 'load_p95', header: t('load_p95'), align: 'end', sort: 'load_p95', cell: (row) => seconds(row.load_p95) },
  ];
}

/** Columns of both reports and groups. */
function useReadingColumns<Row extends ReportUsage | GroupUsage>(): Column<Row>[] {
  const { t } = useTranslation('reportUsage');
  return [
    number('views', t('views'), 'views'),
    number('people', t('people'), 'people'),
    number('minutes', t('minutes'), 'minutes'),
    ...useSpeedColumns<Row>(),
    number('exports', t('exports')),
    number('failures', t('failures')),
  ];
}

/** Reports with their numbers; those that nobody opened can be asked for alone. */
export function ReportTable({ range }: { range: Range }) {
  const { t } = useTranslation('reportUsage');
  const reading = useReadingColumns<ReportUsage>();
  const list = useList<ReportUsage>(byReport, { name: 'page_usage_report', filters: ['unused'], fixed: range });
  const columns: Column<ReportUsage>[] = [
    { key: 'title', header: t('report'), sort: 'title' },
    { key: 'group_name', header: t('group') },
    ...reading,
    { key: 'last_view_at', header: t('last_view'), sort: 'last_view_at', cell: (row) => <RelativeTimeCell value={row.last_view_at} /> },
  ];
  const unused = [
    { value: 'true', label: t('unused') },
    { value: 'false', label: t('used_yes') },
  ];
  return (
    <DataGrid
      label={t('reports')}
      list={list}
      columns={columns}
      filters={[{ key: 'unused', label: t('views'), options: unused }]}
      exporting={{ endpoint: exportByReport, fixed: range }}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    />
  );
}

/** People with their numbers. Only administrators and partners come here. */
export function PersonTable({ range }: { range: Range }) {
  const { t } = useTranslation('reportUsage');
  const speed = useSpeedColumns<PersonUsage>();
  const list = useList<PersonUsage>(byPerson, { name: 'page_usage_person', fixed: range });
  const columns: Column<PersonUsage>[] = [
    { key: 'name', header: t('person'), sort: 'name' },
    { key: 'email', header: t('email') },
    number('views', t('views'), 'views'),
    number('reports', t('reports'), 'reports'),
    number('minutes', t('minutes'), 'minutes'),
    ...speed,
    number('exports', t('exports')),
    { key: 'last_view_at', header: t('last_view'), sort: 'last_view_at', cell: (row) => <RelativeTimeCell value={row.last_view_at} /> },
  ];
  return (
    <DataGrid
      label={t('people')}
      list={list}
      columns={columns}
      exporting={{ endpoint: exportByPerson, fixed: range }}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    />
  );
}

/** Report groups with their numbers. */
export function GroupTable({ range }: { range: Range }) {
  const { t } = useTranslation('reportUsage');
  const reading = useReadingColumns<GroupUsage>();
  const list = useList<GroupUsage>(byGroup, { name: 'page_usage_group', fixed: range });
  const columns: Column<GroupUsage>[] = [{ key: 'name', header: t('group'), sort: 'name' }, number('reports', t('reports')), ...reading];
  return (
    <DataGrid
      label={t('groups')}
      list={list}
      columns={columns}
      exporting={{ endpoint: exportByGroup, fixed: range }}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    />
  );
}
