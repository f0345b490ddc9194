import type { Trends as Numbers } from '@vitrine/contract/billing/billingTrends.ts';
import { get } from '#endpoints/billing/billingTrends.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { formatMoney } from '#platform/money.ts';
import { useEndpoint } from '#platform/query.ts';
import chart from '#ui/chart/chart.module.css';
import { ChartCard } from '#ui/chart/chartCard.tsx';
import { ErrorState } from '#ui/states.tsx';
import { monthName } from './monthName.ts';
import { columnsOption, rowsOption } from '#ui/chart/barOptions.ts';

const height = 240;
const formatCents = (cents: number) => formatMoney(cents);
const number = (value: number) => formatNumber(value);

/** The share of those who were there when the month began that was gone when it ended; nothing where nobody was there. */
const share = ({ at_start, left }: Numbers['months'][number]) =>
  at_start === 0 ? '–' : formatNumber(left / at_start, { style: 'percent', maximumFractionDigits: 1 });

function Charts({ told }: { told: Numbers }) {
  const { t } = useTranslation('billing');
  const names = useMemo(() => told.months.map(({ month }) => monthName(month)), [told]);
  const billed = told.months.some(({ clients }) => clients > 0);
  const moved = told.months.some(({ came, left, at_start }) => came + left + at_start > 0);
  const newestFirst = told.months.toReversed();
  const options = useMemo(() => {
    const values = (read: (row: Numbers['months'][number]) => number) => told.months.map(read);
    return {
      revenue: columnsOption(names, [{ name: t('revenue'), values: values((row) => row.revenue_cents) }], formatCents, 100),
      people: columnsOption(names, [{ name: t('billed_people'), values: values((row) => row.people) }], number),
      moves: columnsOption(
        names,
        [
          { name: t('came'), values: values((row) => row.came) },
          { name: t('left'), values: values((row) => row.left), dim: true },
        ],
        number,
      ),
      units: rowsOption(
        told.units.map(({ state }) => t(`unit_${state}`)),
        told.units.map(({ units }) => units),
      ),
    };
  }, [told, names, t]);
  return (
    <div className={chart.charts}>
      <ChartCard
        title={t('revenue_by_month')}
        height={height}
        option={options.revenue}
        nothing={billed ? null : t('no_trend')}
        head={[t('month'), t('clients'), t('revenue')]}
        rows={newestFirst.map((row) => [monthName(row.month), formatNumber(row.clients), formatMoney(row.revenue_cents)])}
      />
      <ChartCard
        title={t('people_by_month')}
        height={height}
        option={options.people}
        nothing={billed ? null : t('no_trend')}
        head={[t('month'), t('billed_people')]}
        rows={newestFirst.map((row) => [monthName(row.month), formatNumber(row.people)])}
      />
      <ChartCard
        title={t('moves_by_month')}
        height={height}
        option={options.moves}
        nothing={moved ? null : t('no_moves')}
        head={[t('month'), t('at_start'), t('came'), t('left'), t('left_share')]}
        rows={newestFirst.map((row) => [
          monthName(row.month),
          formatNumber(row.at_start),
          formatNumber(row.came),
          formatNumber(row.left),
          share(row),
        ])}
      />
      <ChartCard
        title={t('units_by_state')}
        height={height}
        option={options.units}
        head={[t('state'), t('units')]}
        rows={told.units.map(({ state, units }) => [t(`unit_${state}`), formatNumber(units)])}
      />
    </div>
  );
}

/** The last twelve months as charts, each of which can be read as a table. */
export function Trends() {
  const { data, error, refetch } = useEndpoint(get, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Charts told={data} /> : null;
}
