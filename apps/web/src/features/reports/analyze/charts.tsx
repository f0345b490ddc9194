import type { Analysis } from '@vitrine/contract/reports/analyze.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { columnsOption, rowsOption } from '#ui/chart/barOptions.ts';
import chart from '#ui/chart/chart.module.css';
import { ChartCard } from '#ui/chart/chartCard.tsx';
import { hoursOption, weekdayNames } from '#ui/chart/hours.ts';
import { peopleOption, peopleSpans } from './chartOptions.ts';
import type { Chosen } from './saveTable.tsx';
import { SaveTable } from './saveTable.tsx';

const height = 260;
const number = (value: number) => formatNumber(value);

/** Days, hours and devices, each as a chart, as a table and as a file. */
export function Charts({ data: { days, hours, now }, chosen }: { data: Analysis; chosen: Chosen }) {
  const { t } = useTranslation('analyze');
  const weekdays = weekdayNames();
  const { desktop, phone } = now;
  // A new function would draw the chart anew.
  const options = useMemo(() => {
    const names = days.map(({ day }) => formatDate(day));
    const values = (key: 'views' | 'sign_ins' | 'refused') => days.map((row) => row[key]);
    return {
      views: columnsOption(names, [{ name: t('views'), values: values('views') }], number),
      people: peopleOption(days, { people: t('people_1'), people_7: t('people_7'), people_30: t('people_30') }),
      signIns: columnsOption(
        names,
        [
          { name: t('sign_ins'), values: values('sign_ins') },
          { name: t('refused'), values: values('refused'), dim: true },
        ],
        number,
      ),
      hours: hoursOption(hours, weekdayNames(), t('views')),
      devices: rowsOption([t('desktop'), t('phone')], [desktop, phone]),
    };
  }, [days, hours, desktop, phone, t]);
  const newestFirst = days.toReversed();
  const save = (table: 'days' | 'hours' | 'units', name: string) => <SaveTable table={table} name={name} chosen={chosen} />;
  return (
    <div className={chart.charts}>
      <ChartCard
        title={t('views_by_day')}
        height={height}
        option={options.views}
        head={[t('day'), t('views')]}
        rows={newestFirst.map((row) => [formatDate(row.day), number(row.views)])}
        actions={save('days', t('views_by_day'))}
      />
      <ChartCard
        title={t('people_by_day')}
        height={height}
        option={options.people}
        head={[t('day'), t('people_1'), t('people_7'), t('people_30')]}
        rows={newestFirst.map((row) => [formatDate(row.day), ...peopleSpans.map((key) => number(row[key]))])}
        actions={save('days', t('people_by_day'))}
      />
      <ChartCard
        title={t('per_hour')}
        height={height}
        option={options.hours}
        nothing={now.views > 0 ? null : t('no_views')}
        head={[t('day'), t('hour'), t('views')]}
        rows={hours.map(({ weekday, hour, views }) => [weekdays[weekday] ?? '', `${hour}:00`, number(views)])}
        actions={save('hours', t('per_hour'))}
      />
      <ChartCard
        title={t('sign_ins_by_day')}
        height={height}
        option={options.signIns}
        nothing={now.sign_ins + now.refused > 0 ? null : t('no_sign_ins')}
        head={[t('day'), t('sign_ins'), t('refused')]}
        rows={newestFirst.map((row) => [formatDate(row.day), number(row.sign_ins), number(row.refused)])}
        actions={save('days', t('sign_ins_by_day'))}
      />
      <ChartCard
        title={t('devices')}
        height={160}
        option={options.devices}
        nothing={desktop + phone > 0 ? null : t('no_views')}
        head={[t('device'), t('views')]}
        rows={[
          [t('desktop'), number(desktop)],
          [t('phone'), number(phone)],
        ]}
        actions={save('units', t('devices'))}
      />
    </div>
  );
}
