import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { myHistory } from '#endpoints/datasets/datasetRefresh.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { useLive } from '#platform/live.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import { AskNow } from './askNow.tsx';
import { BudgetBar } from './budgetBar.tsx';
import { HistoryList } from './historyList.tsx';
import css from './refresh.module.css';

/** For readers who may refresh: one report, refreshes left today, and history. */
export function MyHistory() {
  const { t } = useTranslation(['datasetRefresh', 'reportPreview']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { data, error, refetch } = useEndpoint(myHistory, { params: { id } });
  const stale = useStale();
  useLive('dataset_refresh', () => void stale(myHistory));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { title, group_name, last_success_at, next_run_at, budget, history } = data;
  const times = [
    last_success_at ? t('data_from', { at: formatDateTime(last_success_at) }) : null,
    next_run_at ? t('next_runs', { times: formatDateTime(next_run_at) }) : null,
  ].filter((line) => line !== null);
  const back = (
    <Button
      component={Link}
      to="/management/report"
      variant="subtle"
      size="compact-sm"
      className={css.title ?? ''}
      leftSection={<IconArrowLeft size={16} />}
    >
      {t('reportPreview:back')}
    </Button>
  );
  return (
    <div className={css.page}>
      <PageHeader title={title} description={group_name} back={back}>
        <Button component={Link} to={`/${id}/reports/view`} variant="default" size="compact-sm">
          {t('open_report')}
        </Button>
      </PageHeader>
      <div className={css.freshness}>
        <section className={css.now}>
          {budget ? <BudgetBar budget={budget} /> : null}
          <AskNow row={data} />
        </section>
        {times.length > 0 ? <p className={css.dim}>{times.join(' · ')}</p> : null}
        <HistoryList rows={history} heading="h2" />
      </div>
    </div>
  );
}
