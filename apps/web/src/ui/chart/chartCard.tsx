import { Button } from '@mantine/core';
import type { EChartsCoreOption } from 'echarts/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '#ui/onDemand.tsx';
import type { ChartColours } from './chart.tsx';
import css from './chart.module.css';

const Chart = onDemand(async () => (await import('./chart.tsx')).Chart);

type Props = {
  title: string;
  height: number;
  option: (colours: ChartColours) => EChartsCoreOption;
  /** The same numbers as a table. */
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** Said in place of a chart that would have nothing to draw. */
  nothing?: string | null;
  /** What else is done with it, such as saving its numbers. */
  actions?: ReactNode;
};

/** A chart, which can be switched to a table. */
export function ChartCard({ title, height, option, head, rows, nothing = null, actions }: Props) {
  const { t } = useTranslation('ui');
  const [table, setTable] = useState(false);
  return (
    <section className={css.card} data-surface="card">
      <header>
        <h2>{title}</h2>
        {nothing === null ? (
          <div className={css.actions}>
            <Button variant="subtle" size="compact-sm" onClick={() => setTable(!table)}>
              {t(table ? 'as_chart' : 'as_table')}
            </Button>
            {actions}
          </div>
        ) : null}
      </header>
      {nothing !== null ? (
        <p className={css.nothing}>{nothing}</p>
      ) : table ? (
        <div className={css.scroll} style={{ maxHeight: height }} tabIndex={0} role="region" aria-label={title}>
          <table className={css.table}>
            <thead>
              <tr>
                {head.map((word) => (
                  <th key={word} scope="col">
                    {word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.slice(0, -1).join(' ')}>
                  {row.map((cell, index) => (
                    <td key={head[index]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        // Its place is there before its code is.
        <div style={{ minHeight: height }}>
          <Chart label={title} height={height} option={option} />
        </div>
      )}
    </section>
  );
}
