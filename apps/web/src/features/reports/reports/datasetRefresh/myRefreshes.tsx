import type { MyRefresh } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { mine } from '#endpoints/datasets/datasetRefresh.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { useLive } from '#platform/live.ts';
import { useStale } from '#platform/query.ts';
import { Nothing } from '#ui/cells.tsx';
import { DataGrid } from '#ui/grid/dataGrid.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { AskNow, LatestState } from './askNow.tsx';

/** For readers who may refresh: their reports with the age of the data, and a refresh now. */
export function MyRefreshes() {
  const { t } = useTranslation(['datasetRefresh', 'reports']);
  const list = useList<MyRefresh>(mine, { name: 'page_my_refresh' });
  const stale = useStale();
  useLive('dataset_refresh', () => void stale(mine));
  const columns: Column<MyRefresh>[] = [
    { key: 'title', header: t('reports:report_title'), sort: 'title' },
    { key: 'group_name', header: t('reports:group') },
    { key: 'last', header: t('last'), cell: (row) => <LatestState row={row} /> },
    { key: 'next', header: t('next'), cell: ({ next_run_at }) => (next_run_at ? formatDateTime(next_run_at) : <Nothing />) },
    { key: 'today', header: t('today'), cell: ({ budget }) => (budget ? t('used_of', budget) : <Nothing />) },
    { key: 'now', header: t('refresh_now'), cell: (row) => <AskNow row={row} /> },
  ];
  return (
    <>
      <PageHeader title={t('reports:title')} description={t('mine_description')} />
      <DataGrid
        label={t('reports:title')}
        list={list}
        columns={columns}
        linkOf={({ id }) => `/${id}/management/view`}
        empty={{ title: t('mine_empty'), text: t('mine_empty_text') }}
      />
    </>
  );
}
