import type { OwnReportUsage, OwnUsage as Answer } from '@vitrine/contract/reports/reportUsage.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { exportOwnByReport, own, ownByReport } from '#endpoints/reports/reportUsage.ts';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { useUnitToday } from '#platform/unitToday.ts';
import { NumberCell, RelativeTimeCell } from '#ui/cells.tsx';
import type { ChartColours } from '#ui/chart/chart.tsx';
import { ChartCard } from '#ui/chart/chartCard.tsx';
import { coming } from '#ui/chart/coming.ts';
import { Figures } from '#ui/chart/figures.tsx';
import { axis, tooltip } from '#ui/chart/options.ts';
import { useSeconds } from '#ui/chart/useSeconds.ts';
import { DataGrid } from '#ui/grid/dataGrid.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { periodOf } from '#ui/period/period.ts';
import { PeriodPicker, usePeriod } from '#ui/period/periodPicker.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from '../account.module.css';

const daysOption =
  (days: Answer['days'], views: string) =>
  (colours: ChartColours): EChartsCoreOption => ({
    grid: { left: 8, right: 8, top: 8, bottom: 4, containLabel: true },
    tooltip: { trigger: 'axis', ...tooltip(colours) },
    xAxis: { type: 'category', data: days.map(({ day }) => formatDate(day)), ...axis(colours), splitLine: { show: false } },
    yAxis: { type: 'value', minInterval: 1, ...axis(colours) },
    series: [{ name: views, type: 'bar', data: days.map((one) => one.views), itemStyle: { color: colours.accent }, barMaxWidth: 18 }],
  });

function Totals({ totals }: { totals: Answer['totals'] | undefined }) {
  const { t } = useTranslation('reportUsage');
  const seconds = useSeconds();
  const number = (key: 'views' | 'reports' | 'minutes' | 'exports') => (totals ? formatNumber(totals[key]) : coming);
  return (
    <>
      <Figures
        figures={[
          { label: t('views'), value: number('views') },
          { label: t('reports'), value: number('reports') },
          { label: t('minutes'), value: number('minutes') },
          { label: t('load_p50'), value: totals ? seconds(totals.load_p50) : coming },
          { label: t('exports'), value: number('exports') },
        ]}
      />
      {totals && totals.by_others > 0 ? <p className={css.note}>{t('own_by_others', { count: totals.by_others })}</p> : null}
    </>
  );
}

function Reports({ range, hidden }: { range: { from: string; until: string }; hidden: number }) {
  const { t } = useTranslation('reportUsage');
  const list = useList<OwnReportUsage>(ownByReport, { name: 'page_usage_own', fixed: range });
  const columns: Column<OwnReportUsage>[] = [
    { key: 'title', header: t('report'), sort: 'title' },
    { key: 'group_name', header: t('group') },
    { key: 'views', header: t('views'), sort: 'views', align: 'end', cell: ({ views }) => <NumberCell value={views} /> },
    { key: 'minutes', header: t('minutes'), sort: 'minutes', align: 'end', cell: ({ minutes }) => <NumberCell value={minutes} /> },
    { key: 'last_view_at', header: t('last_view'), sort: 'last_view_at', cell: (row) => <RelativeTimeCell value={row.last_view_at} /> },
  ];
  return (
    <>
      <DataGrid
        label={t('own_reports')}
        list={list}
        columns={columns}
        exporting={{ endpoint: exportOwnByReport, fixed: range }}
        linkOf={({ id }) => `/${id}/reports/view`}
        empty={{ title: t('own_empty_title'), text: t('own_empty_text') }}
      />
      {hidden > 0 ? <p className={css.note}>{t('own_hidden', { count: hidden })}</p> : null}
    </>
  );
}

const none: never[] = [];

/** What the portal counts of one's own reading, with the reports that may still be opened. */
export function OwnUsage() {
  const { t } = useTranslation('reportUsage');
  const [period, setPeriod] = usePeriod();
  const today = useUnitToday();
  const range = useMemo(() => periodOf(period, today), [period, today]);
  const { data, error, refetch } = useEndpoint(own, { query: range });
  const days = data?.days ?? none;
  const ofDays = useMemo(() => daysOption(days, t('views')), [days, t]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={css.page}>
      <p className={css.note}>{t('own_text')}</p>
      <PeriodPicker value={period} onChange={setPeriod} />
      <Totals totals={data?.totals} />
      {data?.totals.views === 0 ? null : (
        <ChartCard
          title={t('per_day')}
          height={220}
          option={ofDays}
          head={[t('day'), t('views'), t('minutes')]}
          rows={days.toReversed().map(({ day, views, minutes }) => [formatDate(day), formatNumber(views), formatNumber(minutes)])}
        />
      )}
      <Reports range={range} hidden={data?.totals.hidden ?? 0} />
    </div>
  );
}
