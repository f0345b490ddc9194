import type { ReactNode } from 'react';
import css from './chart.module.css';

export type TableColumn<Row> = {
  /** Without one the column holds what is done with the row. */
  header?: string;
  /** Stands at the end of the line. */
  number?: boolean;
  cell: (row: Row) => ReactNode;
};

type Props<Row> = {
  title: string;
  /** Beside the title, such as how many there are. */
  note?: string | undefined;
  /** What else is done with it, such as saving its numbers. */
  action?: ReactNode;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nothing?: string;
};

/** Rows that are few enough to be seen at once. */
export function TableCard<Row>({ title, note, action, columns, rows, keyOf, nothing }: Props<Row>) {
  return (
    <section className={`${css.card} ${css.rows}`} data-surface="card">
      <header>
        <h2>
          {title}
          {note ? <small className={css.note}>{note}</small> : null}
        </h2>
        {action}
      </header>
      {rows.length === 0 ? (
        <p className={css.nothing}>{nothing}</p>
      ) : (
        <div className={css.scroll} role="region" aria-label={title} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                {columns.map(({ header, number }, place) =>
                  header === undefined ? (
                    <td key={place} />
                  ) : (
                    <th key={header} scope="col" className={number ? css.number : undefined}>
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
                    <td key={header ?? place} className={number ? css.number : undefined}>
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
