import { Button } from '@mantine/core';
import type { Task, TaskRun } from '@vitrine/contract/automation/task.ts';
import { runs } from '#endpoints/automation/tasks.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { momentText } from '#platform/unitClock.ts';
import { ErrorState } from '#ui/states.tsx';
import panel from '#ui/panel.module.css';
import { DeliveryLine } from './deliveryLine.tsx';
import { RunState } from './taskState.tsx';
import css from './tasks.module.css';
import { WebhookPart } from './webhookPart.tsx';

const perPage = 50;
const skipReasons = [
  'missed',
  'overlap',
  'maintenance',
  'report_off',
  'paused',
  'owner',
  'budget',
  'capacity',
  'running',
  'account',
  'service',
] as const;
const failReasons = [
  'query_refused',
  'query_secured',
  'query_column',
  'reporting_account_refused',
  'reporting_not_found',
  'reporting_unavailable',
  'reporting_throttled',
  'refresh_not_possible',
  'export_off',
  'export_needs_capacity',
  'export_failed',
  'export_unmarkable',
  'export_too_large',
  'format_not_here',
  'view_gone',
  'capacity_paused',
  'rule_refused',
] as const;
type Reason = (typeof skipReasons)[number] | (typeof failReasons)[number];
const isReason = (word: string): word is Reason => [...skipReasons, ...failReasons].some((reason) => reason === word);

function Run({ run, task }: { run: TaskRun; task: Task }) {
  const { timezone, kind } = task;
  const { t } = useTranslation('tasks');
  const { due_at, value, rows_found, told, muted, dropped, reason, detail, source } = run;
  const facts = [
    value === null ? '' : t('found_value', { value }),
    rows_found === null ? '' : t('found_rows', { count: rows_found }),
    told > 0 ? t(kind === 'mail' ? 'mailed' : 'told', { count: told }) : '',
    muted ? t('told_muted') : '',
    source === 'person' ? t('by_person') : '',
    reason === null ? '' : isReason(reason) ? t(`reason_${reason}`) : t('reason_unexpected'),
  ].filter(Boolean);
  return (
    <li>
      <span className={panel.what}>
        <span className={css.runHead}>
          <time dateTime={due_at}>{momentText(due_at, timezone)}</time>
          <RunState run={run} />
        </span>
        {facts.length > 0 ? <span className={panel.detail}>{facts.join(' · ')}</span> : null}
        {run.delivery === null ? null : <DeliveryLine delivery={run.delivery} task={task} />}
        {detail === null ? null : <span className={panel.detail}>{detail}</span>}
        {dropped.map((one) => (
          <span key={`${one.name} ${one.reason}`} className={panel.detail}>
            {t(`dropped_${one.reason}`, { name: one.name })}
          </span>
        ))}
      </span>
    </li>
  );
}

/** The first try of a call. */
const isOnItsWay = ({ delivery }: TaskRun): boolean => delivery?.state === 'waiting' && delivery.problem === null;

/** What the runs have found, whom they told, and why not. */
export function RunsTab({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { id } = task;
  const list = useInfiniteQuery({
    queryKey: [runs.path, id],
    queryFn: ({ pageParam, signal }) => call(runs, { params: { id }, query: { page: pageParam, per_page: perPage } }, signal),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.data.length < perPage ? undefined : last.meta.page + 1),
    placeholderData: keepPreviousData,
    // What is on its way ends soon.
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.data.some((run) => run.state === 'queued' || run.state === 'running' || isOnItsWay(run)) ? 2000 : false,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return null;
  return (
    <div className={panel.stack}>
      {task.kind === 'webhook' ? <WebhookPart task={task} /> : null}
      {rows.length === 0 ? <p className={panel.note}>{t('no_runs')}</p> : null}
      {rows.length > 0 ? (
        <ul className={panel.rows} aria-label={t('runs')}>
          {rows.map((run) => (
            <Run key={run.id} run={run} task={task} />
          ))}
        </ul>
      ) : null}
      {list.hasNextPage ? (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </div>
  );
}
