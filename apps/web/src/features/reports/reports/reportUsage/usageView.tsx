import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import type { UsageOverview } from '@vitrine/contract/reports/reportUsage.ts';
import chart from '#ui/chart/chart.module.css';
import { overview } from '#endpoints/reports/reportUsage.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { useUnitToday } from '#platform/unitToday.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { AsOf } from '#ui/chart/asOf.tsx';
import { ChartCard } from '#ui/chart/chartCard.tsx';
import { daysOption } from './chartOptions.ts';
import { coming } from '#ui/chart/coming.ts';
import { Figures } from '#ui/chart/figures.tsx';
import { hoursOption, weekdayNames } from '#ui/chart/hours.ts';
import { useSeconds } from '#ui/chart/useSeconds.ts';
import { periodOf } from '#ui/period/period.ts';
import { PeriodPicker, usePeriod } from '#ui/period/periodPicker.tsx';
import css from './usage.module.css';
import { GroupTable, PersonTable, ReportTable } from './usageTables.tsx';

/** Without data their places, so that nothing below them moves. */
function Totals({ data }: { data: UsageOverview | undefined }) {
  const { t } = useTranslation('reportUsage');
  const seconds = useSeconds();
  const { totals, devices = [] } = data ?? {};
  const phone = devices.find(({ device }) => device === 'phone')?.views ?? 0;
  const all = devices.reduce((sum, { views }) => sum + views, 0);
  const number = (key: 'views' | 'people' | 'minutes' | 'exports' | 'failures') => (totals ? formatNumber(totals[key]) : coming);
  return (
    <Figures
      figures={[
        { label: t('views'), value: number('views') },
        { label: t('people'), value: number('people') },
        { label: t('minutes'), value: number('minutes') },
        { label: t('load_p50'), value: totals ? seconds(totals.load_p50) : coming },
        { label: t('load_p95'), value: totals ? seconds(totals.load_p95) : coming },
        { label: t('device_phone'), value: !totals ? coming : all === 0 ? '–' : formatNumber(phone / all, { style: 'percent' }) },
        { label: t('exports'), value: number('exports') },
        { label: t('failures'), value: number('failures'), hint: t('failures_hint') },
        { label: t('unused'), value: totals ? t('unused_of', { unused: totals.unused, reports: totals.reports }) : coming },
      ]}
    />
  );
}

const none: never[] = [];

function Charts({ days = none, hours = none }: Partial<Pick<UsageOverview, 'days' | 'hours'>>) {
  const { t } = useTranslation('reportUsage');
  const words = { views: t('views'), people: t('people') };
  const weekdays = weekdayNames();
  // A new function would draw the chart anew.
  const ofDays = useMemo(() => daysOption(days, { views: words.views, people: words.people }), [days, words.views, words.people]);
  const ofHours = useMemo(() => hoursOption(hours, weekdayNames(), t('views')), [hours, t]);
  return (
    <div className={chart.charts}>
      <ChartCard
        title={t('per_day')}
        height={260}
        option={ofDays}
        head={[t('day'), t('views'), t('people')]}
        rows={days.toReversed().map(({ day, views, people }) => [formatDate(day), views, people])}
      />
      <ChartCard
        title={t('per_hour')}
        height={260}
        option={ofHours}
        head={[t('day'), t('hour'), t('views')]}
        rows={hours.map(({ weekday, hour, views }) => [weekdays[weekday] ?? '', `${hour}:00`, views])}
      />
    </div>
  );
}

/** Usage of the unit: totals, days and hours, then by report, group and person. */
export function UsageView() {
  const { t } = useTranslation('reportUsage');
  const [period, setPeriod] = usePeriod();
  const today = useUnitToday();
  const range = useMemo(() => periodOf(period, today), [period, today]);
  const { data, error, refetch } = useEndpoint(overview, { query: range });
  const [tab, setTab] = useState<string | null>('reports');
  return (
    <div className={css.usage}>
      <PeriodPicker value={period} onChange={setPeriod} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data || !error ? <Totals data={data} /> : null}
      {data?.totals.views === 0 || (error && !data) ? null : <Charts {...(data ? { days: data.days, hours: data.hours } : {})} />}
      {data?.totals.views === 0 ? <EmptyState title={t('empty_title')} text={t('empty_text')} /> : null}
      <AsOf at={data?.as_of} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="reports">{t('reports')}</Tabs.Tab>
          <Tabs.Tab value="groups">{t('groups')}</Tabs.Tab>
          <Tabs.Tab value="people">{t('people')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="reports" pt={12}>
          <ReportTable range={range} />
        </Tabs.Panel>
        <Tabs.Panel value="groups" pt={12}>
          <GroupTable range={range} />
        </Tabs.Panel>
        <Tabs.Panel value="people" pt={12}>
          <PersonTable range={range} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
