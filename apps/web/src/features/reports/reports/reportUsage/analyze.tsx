import chart from '#ui/chart/chart.module.css';
import { byUnit } from '#endpoints/reports/reportUsage.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#shell/viewer.ts';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { useUnitToday } from '#platform/unitToday.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { ChartCard } from '#ui/chart/chartCard.tsx';
import { daysOption } from './chartOptions.ts';
import { Figures } from '#ui/chart/figures.tsx';
import { periodOf } from '#ui/period/period.ts';
import { PeriodPicker, usePeriod } from '#ui/period/periodPicker.tsx';
import css from './usage.module.css';

/** `/analyze`: usage of whole units in counts, without names. Partners see theirs, the operator all. */
export function Analyze() {
  const { t } = useTranslation('reportUsage');
  const [period, setPeriod] = usePeriod();
  const today = useUnitToday();
  const range = useMemo(() => periodOf(period, today), [period, today]);
  const { data, error, refetch } = useEndpoint(byUnit, { query: range });
  const [views, people] = [t('views'), t('people')];
  const days = useMemo(() => data?.days ?? [], [data]);
  const option = useMemo(() => daysOption(days, { views, people }), [days, views, people]);
  const total = (key: 'views' | 'minutes') => formatNumber(data?.data.reduce((sum, unit) => sum + unit[key], 0) ?? 0);
  const used = data?.data.filter((unit) => unit.views > 0).length ?? 0;
  return (
    <>
      <PageHeader title={t('analyze_title')} description={t(useViewer().role === 'operator' ? 'analyze_operator' : 'analyze_partner')}>
        <PeriodPicker value={period} onChange={setPeriod} />
      </PageHeader>
      <div className={css.usage}>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data ? (
          <>
            <Figures
              figures={[
                { label: t('views'), value: total('views') },
                { label: t('minutes'), value: total('minutes') },
                { label: t('units'), value: `${used} / ${data.data.length}` },
              ]}
            />
            {used > 0 ? (
              <ChartCard
                title={t('per_day')}
                height={260}
                option={option}
                head={[t('day'), views, people]}
                rows={days.toReversed().map((row) => [formatDate(row.day), row.views, row.people])}
              />
            ) : (
              <EmptyState title={t('empty_title')} />
            )}
            <div className={chart.card} data-surface="card" role="region" aria-label={t('unit')} tabIndex={0}>
              <table className={chart.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('unit')}</th>
                    <th scope="col" className={chart.number}>
                      {t('views')}
                    </th>
                    <th scope="col" className={chart.number}>
                      {t('most_people')}
                    </th>
                    <th scope="col" className={chart.number}>
                      {t('minutes')}
                    </th>
                    <th scope="col">{t('last_day')}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.data.map((unit) => (
                    <tr key={unit.id}>
                      <td>{unit.name}</td>
                      <td className={chart.number}>{formatNumber(unit.views)}</td>
                      <td className={chart.number}>{formatNumber(unit.people)}</td>
                      <td className={chart.number}>{formatNumber(unit.minutes)}</td>
                      <td>{unit.last_day ? formatDate(unit.last_day) : '–'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        ) : null}
      </div>
    </>
  );
}
