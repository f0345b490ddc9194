import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReportRefresh } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { get } from '#endpoints/datasets/datasetRefresh.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { ErrorState } from '#ui/states.tsx';
import { momentText } from '#platform/unitClock.ts';
import { BudgetBar } from './budgetBar.tsx';
import { HistoryList } from './historyList.tsx';
import css from './refresh.module.css';
import { LedgerButton } from './ledgerTable.tsx';
import { ScheduleForm } from './scheduleForm.tsx';
import { useStart } from './useStart.ts';

/** Polling interval of a running refresh. */
const runningPollMs = 10_000;

const isRunning = (data: ReportRefresh | undefined): boolean =>
  data?.history.some(({ state }) => state === 'queued' || state === 'running') ?? false;

/** Refreshes of a report: now, schedule, history. */
export function RefreshTab({ report }: { report: Report }) {
  const { t } = useTranslation('datasetRefresh');
  const params = { id: report.id };
  const [watching, setWatching] = useState(false);
  const { data, error, refetch } = useEndpoint(get, { params }, watching ? { refetchInterval: runningPollMs } : {});
  const { starting, startNow, changed } = useStart(report.id, data?.budget ?? null);
  const running = isRunning(data);
  if (running !== watching) setWatching(running);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;

  return (
    <div className={css.tab}>
      <section className={css.now}>
        {data.budget ? <BudgetBar budget={data.budget} /> : null}
        <Button variant="default" leftSection={<IconRefresh size={16} />} loading={starting || running} onClick={() => void startNow()}>
          {t('refresh_now')}
        </Button>
      </section>
      {data.budget ? <LedgerButton reportId={report.id} /> : null}
      {data.shared_with.length > 0 ? (
        <p className={css.dim}>
          {t('shared_with', { count: data.shared_with.length, titles: data.shared_with.map(({ title }) => title).join(', ') })}
        </p>
      ) : null}
      <ScheduleForm
        key={data.schedule?.version ?? 0}
        reportId={report.id}
        schedule={data.schedule}
        timezone={data.timezone}
        onChanged={() => void changed()}
      />
      {data.next_runs.length > 0 ? (
        <p className={css.dim}>{t('next_runs', { times: data.next_runs.map((at) => momentText(at, data.timezone)).join(' · ') })}</p>
      ) : null}
      <HistoryList rows={data.history} />
    </div>
  );
}
