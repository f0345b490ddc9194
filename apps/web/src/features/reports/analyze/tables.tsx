import type { Analysis, AnalyzeTable } from '@vitrine/contract/reports/analyze.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import chart from '#ui/chart/chart.module.css';
import { useSeconds } from '#ui/chart/useSeconds.ts';
import css from './analyze.module.css';
import type { Chosen } from './saveTable.tsx';
import { SaveTable } from './saveTable.tsx';

type Column<Row> = { header: string; number?: boolean; cell: (row: Row) => ReactNode };
type CardProps<Row> = {
  title: string;
  /** How many it is about. */
  note?: string;
  table: AnalyzeTable;
  chosen: Chosen;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  nothing?: string;
};

/** Rows that are few enough to be seen at once; all of them come with the file. */
function TableCard<Row extends { id: string }>({ title, note, table, chosen, columns, rows, nothing }: CardProps<Row>) {
  return (
    <section className={`${chart.card} ${css.wide}`} data-surface="card">
      <header>
        <h2>
          {title}
          {note ? <small className={css.note}>{note}</small> : null}
        </h2>
        {rows.length > 0 ? <SaveTable table={table} name={title} chosen={chosen} /> : null}
      </header>
      {rows.length === 0 ? (
        <p className={chart.nothing}>{nothing}</p>
      ) : (
        <div className={chart.scroll} role="region" aria-label={title} tabIndex={0}>
          <table className={chart.table}>
            <thead>
              <tr>
                {columns.map(({ header, number }) => (
                  <th key={header} scope="col" className={number ? chart.number : undefined}>
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {columns.map(({ header, number, cell }) => (
                    <td key={header} className={number ? chart.number : undefined}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const day = (value: string | null, none = '–') => (value === null ? none : formatDate(value));

/** Units side by side; the name leads to the analysis of that unit alone. */
export function UnitTable({ rows, chosen }: { rows: Analysis['units']; chosen: Chosen }) {
  const { t } = useTranslation('analyze');
  const seconds = useSeconds();
  const number = (key: 'views' | 'views_before' | 'people' | 'minutes' | 'sign_ins' | 'exports' | 'failures') => ({
    header: t(key),
    number: true,
    cell: (row: Analysis['units'][number]) => (row[key] === null ? '–' : formatNumber(row[key])),
  });
  return (
    <TableCard
      title={t('units')}
      table="units"
      chosen={chosen}
      rows={rows}
      columns={[
        {
          header: t('unit'),
          cell: ({ id, name }) => (
            <Link to="/analyze" search={{ period: chosen.period, unit: id }}>
              {name}
            </Link>
          ),
        },
        ...(['views', 'views_before', 'people', 'minutes'] as const).map(number),
        { header: t('load_p95'), number: true, cell: (row) => seconds(row.load_p95) },
        ...(['sign_ins', 'exports', 'failures'] as const).map(number),
        { header: t('last_day'), cell: (row) => day(row.last_day) },
      ]}
    />
  );
}

type Reports = NonNullable<Analysis['reports']>;

/** What is opened most, and what nobody opens. With one unit its name stands above, not in every row. */
export function ReportTables({ reports, chosen }: { reports: Reports; chosen: Chosen }) {
  const { t } = useTranslation('analyze');
  const named: Column<Reports['top'][number]>[] = [
    { header: t('report'), cell: ({ title }) => title },
    ...(chosen.unit_id ? [] : [{ header: t('unit'), cell: ({ unit_name }: Reports['top'][number]) => unit_name }]),
  ];
  const count = { count: reports.unused_count, all: formatNumber(reports.report_count) };
  return (
    <>
      <TableCard
        title={t('top')}
        table="reports"
        chosen={chosen}
        rows={reports.top}
        nothing={t('empty_title')}
        columns={[
          ...named,
          ...(['views', 'minutes', 'failures'] as const).map((key) => ({
            header: t(key),
            number: true,
            cell: (row: Reports['top'][number]) => formatNumber(row[key]),
          })),
          { header: t('last_day'), cell: (row) => day(row.last_day) },
        ]}
      />
      <TableCard
        title={t('unused')}
        {...(reports.unused_count > 0 ? { note: t('unused_of', count) } : {})}
        table="unused"
        chosen={chosen}
        rows={reports.unused}
        nothing={t('unused_of', { ...count, count: 0 })}
        columns={[...named, { header: t('last_day'), cell: (row) => day(row.last_day, t('never')) }]}
      />
    </>
  );
}
