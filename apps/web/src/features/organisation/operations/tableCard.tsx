import type { ReactNode } from 'react';
import chart from '#ui/chart/chart.module.css';
import css from './operations.module.css';

type Column<Row> = {
  /** Without one the column holds what is done with the row. */
  header?: string;
  /** Stands at the end of the line. */
  number?: boolean;
  cell: (row: Row) => ReactNode;
};

type Props<Row> = {
  title: string;
  note?: string | undefined;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nothing?: string;
};

/** Rows that are few enough to be seen at once. */
export function TableCard<Row>({ title, note, columns, rows, keyOf, nothing }: Props<Row>) {
  return (
    <section className={`${chart.card} ${css.card}`} data-surface="card">
      <h2>{title}</h2>
      {note ? <p className={css.small}>{note}</p> : null}
      {rows.length === 0 ? (
        <p className={chart.nothing}>{nothing}</p>
      ) : (
        <div className={chart.scroll} role="region" aria-label={title} tabIndex={0}>
          <table className={chart.table}>
            <thead>
              <tr>
                {columns.map(({ header, number }, place) =>
                  header === undefined ? (
                    <td key={place} />
                  ) : (
                    <th key={header} scope="col" className={number ? chart.number : undefined}>
                      {header}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)}>
                  {columns.map(({ header, number, cell }, place) => (
                    <td key={header ?? place} className={number ? chart.number : undefined}>
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
