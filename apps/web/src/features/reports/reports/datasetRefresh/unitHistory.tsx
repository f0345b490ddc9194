import { history, refreshStates } from '#endpoints/datasets/datasetRefresh.ts';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { DataGrid } from '#ui/grid/dataGrid.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { refreshKinds, useRefreshWords } from './historyList.tsx';
import css from './refresh.module.css';

type Row = z.infer<typeof history.answer>['data'][number];

/** All refreshes of the unit, the latest first, with their failures. */
export function UnitHistory() {
  const { t } = useTranslation('datasetRefresh');
  const { by, duration, reason } = useRefreshWords();
  const list = useList<Row>(history, { name: 'page_refresh', filters: ['state'] });
  const columns: Column<Row>[] = [
    { key: 'asked_at', header: t('asked_at'), cell: ({ asked_at }) => <RelativeTimeCell value={asked_at} /> },
    { key: 'reports', header: t('reports'), cell: ({ reports }) => reports.map(({ title }) => title).join(', ') },
    { key: 'state', header: t('state'), cell: ({ state }) => <StatusCell kind={refreshKinds[state]}>{t(`state_${state}`)}</StatusCell> },
    { key: 'reason', header: t('reason'), cell: reason },
    { key: 'source', header: t('asked_by'), cell: by },
    { key: 'duration', header: t('duration'), cell: duration, align: 'end' },
    { key: 'account_name', header: t('account'), hidden: true },
  ];
  const states = refreshStates.map((value) => ({ value, label: t(`state_${value}`) }));
  return (
    <section className={css.section}>
      <h2>{t('history')}</h2>
      <DataGrid
        label={t('history')}
        list={list}
        columns={columns}
        filters={[{ key: 'state', label: t('state'), options: states }]}
        empty={{ title: t('history_empty'), text: t('history_empty_text') }}
      />
    </section>
  );
}
