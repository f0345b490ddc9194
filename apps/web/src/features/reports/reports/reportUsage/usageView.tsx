import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import type { UsageOverview } from '@vitrine/contract/reports/reportUsage.ts';
import { overview } from '@vitrine/contract/reports/reportUsage.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { currentLocale } from '#platform/locale.ts';
import { useEndpoint } from '#platform/query.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { ChartCard } from './chartCard.tsx';
import { daysOption, hoursOption } from './chartOptions.ts';
import { Figures } from './figures.tsx';
import { periodOf } from './period.ts';
import { PeriodPicker, usePeriod } from './periodPicker.tsx';
import { useSeconds } from './seconds.ts';
import css from './usage.module.css';
import { GroupTable, PersonTable, ReportTable } from './usageTables.tsx';

const sunday = Date.UTC(2026, 0, 4);
const dayMs = 86_400_000;

const weekdayNames = (): string[] =>
  Array.from({ length: 7 }, (_, day) =>
    new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', timeZone: 'UTC' }).format(sunday + day * dayMs),
  );

function Totals({ totals, devices }: Pick<UsageOverview, 'totals' | 'devices'>) {
  const { t } = useTranslation('reportUsage');
  const seconds = useSeconds();
  const phone = devices.find(({ device }) => device === 'phone')?.views ?? 0;
  const all = devices.reduce((sum, { views }) => sum + views, 0);
  return (
    <Figures
      figures={[
        { label: t('views'), value: formatNumber(totals.views) },
        { label: t('people'), value: formatNumber(totals.people) },
        { label: t('minutes'), value: formatNumber(totals.minutes) },
        { label: t('load_p50'), value: seconds(totals.load_p50) },
        { label: t('load_p95'), value: seconds(totals.load_p95) },
        { label: t('device_phone'), value: all === 0 ? '–' : formatNumber(phone / all, { style: 'percent' }) },
        { label: t('exports'), value: formatNumber(totals.exports) },
        { label: t('failures'), value: formatNumber(totals.failures), hint: t('failures_hint') },
        { label: t('unused'), value: t('unused_of', { unused: totals.unused, reports: totals.reports }) },
      ]}
    />
  );
}

function Charts({ days, hours }: Pick<UsageOverview, 'days' | 'hours'>) {
  const { t } = useTranslation('reportUsage');
  const words = { views: t('views'), people: t('people') };
  const weekdays = useMemo(() => weekdayNames(), []);
  // A new function would draw the chart anew.
  const ofDays = useMemo(() => daysOption(days, { views: words.views, people: words.people }), [days, words.views, words.people]);
  const ofHours = useMemo(() => hoursOption(hours, weekdays, words.views), [hours, weekdays, words.views]);
  return (
    <div className={css.charts}>
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
  const range = useMemo(() => periodOf(period), [period]);
  const { data, error, refetch } = useEndpoint(overview, { query: range });
  const [tab, setTab] = useState<string | null>('reports');
  return (
    <div className={css.usage}>
      <PeriodPicker value={period} onChange={setPeriod} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Totals totals={data.totals} devices={data.devices} /> : null}
      {data && data.totals.views > 0 ? <Charts days={data.days} hours={data.hours} /> : null}
      {data?.totals.views === 0 ? <EmptyState title={t('empty_title')} text={t('empty_text')} /> : null}
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
