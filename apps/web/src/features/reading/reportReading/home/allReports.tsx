import { IconExternalLink } from '@tabler/icons-react';
import type { MyReport } from '@vitrine/contract/reading/reportReading.ts';
import { menu, mine } from '#endpoints/reading/reportReading.ts';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { useEndpoint } from '#platform/query.ts';
import { Nothing, StatusCell } from '#ui/cells.tsx';
import { CertifiedMark } from '#ui/certifiedMark.tsx';
import { DataAgeCell } from '#ui/dataAgeCell.tsx';
import type { Column, Filter, RowAction } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { ListPage } from '#ui/resource/listPage.tsx';
import { useSharing } from '#ui/sharing/useSharing.tsx';
import { allReportsList } from './allReportsList.ts';
import { useFavourite } from './favourites.ts';
import { LayoutChoice, useLayout } from './layoutChoice.tsx';
import css from './reportCard.module.css';
import { ReportCards } from './reportCard.tsx';
import type { Group } from './sections.tsx';
import { reportsOf, SectionsSkeleton } from './sections.tsx';
import { Star } from './star.tsx';
import { WithThumbnails } from './thumbnails.tsx';
import { useWarmUp } from './useWarmUp.ts';

const [listName, listFilters] = allReportsList;

function useReportColumns(): Column<MyReport>[] {
  const { t } = useTranslation('reportReading');
  const setFavourite = useFavourite();
  const config = useConfig();
  return [
    {
      key: 'title',
      header: t('title'),
      sort: 'title',
      cell: (row) =>
        row.blocked || row.certified ? (
          <span className={css.blocked}>
            <span>{row.title}</span>
            {row.certified ? <CertifiedMark /> : null}
            {row.blocked ? <StatusCell kind="warning">{t('blocked')}</StatusCell> : null}
          </span>
        ) : (
          row.title
        ),
    },
    { key: 'group_name', header: t('group'), sort: 'group_name' },
    { key: 'subgroup_name', header: t('subgroup'), cell: (row) => row.subgroup_name ?? <Nothing /> },
    { key: 'description', header: t('description') },
    ...(config?.last_update === true
      ? [{ key: 'updated', header: t('last_update'), cell: (row: MyReport) => <DataAgeCell age={row.updated} /> }]
      : []),
    {
      key: 'favourite',
      header: t('favourite'),
      width: 80,
      cell: (row) => <Star title={row.title} favourite={row.favourite} onToggle={() => void setFavourite(row.id, !row.favourite)} />,
    },
  ];
}

/** The same rows as tiles, with covers from the menu's data. */
function Covers({ rows, groups }: { rows: readonly MyReport[] | undefined; groups: readonly Group[] }) {
  if (!rows) return <SectionsSkeleton />;
  const covers = new Map(groups.flatMap(reportsOf).map(({ id, cover }) => [id, cover]));
  const place = ({ group_name, subgroup_name }: MyReport) => (subgroup_name ? `${group_name} · ${subgroup_name}` : group_name);
  return (
    <WithThumbnails reports={rows}>
      <ReportCards layout="covers" reports={rows.map((row) => ({ ...row, cover: covers.get(row.id) ?? null, place: place(row) }))} />
    </WithThumbnails>
  );
}

/** `/all/reports`: all reports of the reader, with search and filters. */
export function AllReports() {
  const { t } = useTranslation('reportReading');
  const groups = useEndpoint(menu, {});
  const [layout, setLayout] = useLayout('all_reports_layout');
  const list = useList<MyReport>(mine, { name: listName, filters: listFilters });
  useWarmUp((list.rows?.length ?? 0) > 0);

  const filters: Filter[] = [
    { key: 'group_id', label: t('group'), options: (groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })) },
    { key: 'certified', label: t('certified'), options: [{ value: 'true', label: t('only_certified') }] },
    { key: 'favourite', label: t('favourite'), options: [{ value: 'true', label: t('only_favourites') }] },
  ];
  const sharing = useSharing();
  const actions: RowAction<MyReport>[] = [
    ...(sharing.share ? [{ key: 'share', label: sharing.label, icon: sharing.icon, run: sharing.share }] : []),
    {
      key: 'external',
      label: t('external'),
      icon: <IconExternalLink size={16} />,
      run: ({ id }) => void window.open(`/${id}/reports/external`, '_blank', 'noopener'),
    },
  ];
  return (
    <>
      <ListPage
        title={t('all_title')}
        description={t('all_description')}
        buttons={<LayoutChoice layout={layout} onChoose={setLayout} />}
        list={list}
        columns={useReportColumns()}
        filters={filters}
        actions={actions}
        {...(layout === 'covers'
          ? { cards: (rows: readonly MyReport[] | undefined) => <Covers rows={rows} groups={groups.data ?? []} /> }
          : {})}
        linkOf={({ id }) => `/${id}/reports/view`}
        empty={{ title: t('nothing_title'), text: t('nothing_text') }}
      />
      {sharing.dialog}
    </>
  );
}
