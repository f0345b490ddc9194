import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { budgets } from '#endpoints/datasets/datasetRefresh.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { momentText } from '#platform/unitClock.ts';
import { BudgetBar } from './budgetBar.tsx';
import { RefreshState } from './historyList.tsx';
import { LedgerButton } from './ledgerTable.tsx';
import css from './refresh.module.css';
import { UnitHistory } from './unitHistory.tsx';

/** All datasets of the unit by account: refreshes left, next run, and problems. */
export function BudgetsView() {
  const { t } = useTranslation('datasetRefresh');
  const navigate = useNavigate();
  const { data, error, refetch } = useEndpoint(budgets, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.data.length === 0) return <EmptyState title={t('budgets_empty')} />;
  const byAccount = Map.groupBy(data.data, ({ account_id }) => account_id);
  return (
    <div className={css.accounts}>
      {[...byAccount.values()].map((rows) => (
        <section key={rows[0]?.account_id} className={css.section}>
          <h2>{rows[0]?.account_name}</h2>
          <ul className={css.rows} data-surface="card">
            {rows.map(({ dataset_id, reports, budget, schedule, last }) => (
              <li key={dataset_id} className={css.dataset}>
                <div className={css.words}>
                  <strong>{reports.map(({ title }) => title).join(', ')}</strong>
                  {last ? <RefreshState row={last} /> : <span className={css.dim}>{t('history_empty')}</span>}
                  {schedule?.owner_gone ? <span className={css.warning}>{t('owner_gone', { name: schedule.owner_name })}</span> : null}
                  {schedule?.paused === 'failures' ? (
                    <span className={css.warning}>{t('paused_failures', { count: schedule.failures })}</span>
                  ) : null}
                  <span className={css.dim}>
                    {schedule?.next_run_at ? t('next_runs', { times: momentText(schedule.next_run_at, data.timezone) }) : null}
                    {schedule?.paused === 'person' ? t('paused_person') : null}
                    {schedule ? null : t('schedule_none')}
                  </span>
                </div>
                <BudgetBar budget={budget} />
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => void navigate({ to: '.', search: { report: reports[0]?.id, tab: 'refresh' } })}
                >
                  {t('open')}
                </Button>
                {reports[0] ? <LedgerButton reportId={reports[0].id} name={reports.map(({ title }) => title).join(', ')} /> : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <UnitHistory />
    </div>
  );
}
