import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { Task } from '@vitrine/contract/automation/task.ts';
import { history } from '#endpoints/automation/tasks.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { momentText, todayIn } from '#platform/unitClock.ts';
import { ChartCard } from '#ui/chart/chartCard.tsx';
import panel from '#ui/panel.module.css';
import { PeriodPicker, usePeriod } from '#ui/period/periodPicker.tsx';
import { ErrorState } from '#ui/states.tsx';
import { limitsOf, valueOption } from './valueOption.ts';

const height = 280;

/** The values as a line with the limits, and the same as a table, which has texts as well. */
function Values({ task, past: { by, points, timezone } }: { task: Task; past: Answer<typeof history> }) {
  const { t } = useTranslation('tasks');
  const { kind, operator, value: limit, value_to } = task;
  const when = useMemo(
    () => (by === 'run' ? (at: string) => momentText(at, timezone) : (at: string) => formatDate(todayIn(timezone, Date.parse(at)))),
    [by, timezone],
  );
  const numbers = useMemo(
    () => points.flatMap(({ at, number_value }) => (number_value === null ? [] : [{ at: when(at), value: number_value }])),
    [points, when],
  );
  const [value, threshold] = [t('value_found'), t('threshold')];
  const option = useMemo(
    () => valueOption(numbers, limitsOf({ kind, operator, value: limit, value_to }), { value, threshold }),
    [numbers, kind, operator, limit, value_to, value, threshold],
  );
  const nothing = points.length === 0 ? t('history_nothing') : numbers.length === 0 ? t('history_texts') : null;
  return (
    <ChartCard
      title={t('values')}
      height={height}
      option={option}
      head={[t('when'), value, t('state'), t('told_count')]}
      rows={points
        .toReversed()
        .map((one) => [
          when(one.at),
          one.number_value === null ? (one.value ?? '–') : formatNumber(one.number_value),
          t(one.met ? 'run_fired' : 'run_ok'),
          one.told,
        ])}
      nothing={nothing}
    />
  );
}

/** How the value of an alert has gone, by the runs of the last days. */
export function HistoryTab({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const [days, setDays] = usePeriod();
  const { data, error, refetch } = useEndpoint(history, { params: { id: task.id }, query: { days } }, { staleTime: 0 });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={panel.stack}>
      <PeriodPicker value={days} onChange={setDays} />
      {data ? <Values task={task} past={data} /> : null}
      <p className={panel.note}>{t('history_text')}</p>
    </div>
  );
}
