import type { ColumnReading, DataReading, Examples, TableReading } from '@vitrine/contract/reports/dataReading.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import css from './dataReading.module.css';

const separatorNames = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' } as const;

const nameOfSeparator = (separator: string) =>
  Object.entries(separatorNames).find(([sign]) => sign === separator)?.[1] ?? ('sign' as const);

type Props = { reading: DataReading; open: boolean };

/** How a file of data was understood: what became of its lines, and what each column was read as. */
export function DataReadingView({ reading, open }: Props) {
  const { t } = useTranslation('dataReading');
  const { tables, more_tables } = reading;
  return (
    <details className={css.reading} open={open}>
      <summary>{t('heading')}</summary>
      {tables.map((table) => (
        <Table key={table.name} table={table} titled={tables.length > 1} />
      ))}
      {more_tables > 0 ? <p>{t('more_tables', { count: more_tables, number: formatNumber(more_tables) })}</p> : null}
    </details>
  );
}

function Table({ table, titled }: { table: TableReading; titled: boolean }) {
  const { t } = useTranslation('dataReading');
  const { name, rows, sheet, separator, encoding, header_line, left_out, overlong, columns, more_columns } = table;
  const isText = separator !== null;
  return (
    <section className={css.table}>
      {titled ? <h4>{name}</h4> : null}
      <ul className={css.facts}>
        <li>{t('rows', { count: rows, number: formatNumber(rows) })}</li>
        {sheet === null ? null : <li>{t('sheet', { sheet })}</li>}
        {isText ? <li>{t('separated', { separator: t(`separator_${nameOfSeparator(separator)}`, { separator }) })}</li> : null}
        {encoding === null || encoding === 'utf-8' ? null : <li>{t('encoding', { encoding: encoding.toUpperCase() })}</li>}
        {header_line !== null && header_line > 1 ? <li>{t('header', { line: formatNumber(header_line) })}</li> : null}
        {header_line === null && (isText || sheet !== null) ? <li>{t('no_header')}</li> : null}
        {left_out.count > 0 ? (
          <li>
            {`${t('left_out', numbers(left_out))} `}
            {<Places {...left_out} />}
          </li>
        ) : null}
        {overlong.count > 0 ? (
          <li>
            {`${t('overlong', numbers(overlong))} `}
            {<Places {...overlong} />}
          </li>
        ) : null}
      </ul>
      <ul className={css.columns} aria-label={t('columns', { table: name })}>
        {columns.map((column) => (
          <Column key={column.name} column={column} />
        ))}
      </ul>
      {more_columns > 0 ? <p>{t('more_columns', { count: more_columns, number: formatNumber(more_columns) })}</p> : null}
    </section>
  );
}

const numbers = ({ count }: Examples) => ({ count, number: formatNumber(count) });

/** The first places, and how many more there are. */
function Places({ count, examples }: Examples) {
  const { t } = useTranslation('dataReading');
  const places = examples.map(({ line, text }) => t('place', { line: formatNumber(line), text }));
  const more = count - examples.length;
  return <>{`${[...places, ...(more > 0 ? [t('more', { number: formatNumber(more) })] : [])].join(', ')}.`}</>;
}

/** Numbers that are not added up are told apart from those that are. */
function Column({ column }: { column: ColumnReading }) {
  const { t } = useTranslation('dataReading');
  const { name, read_as, order, summed, blanked } = column;
  const isName = !summed && (read_as === 'integer' || read_as === 'decimal');
  const kind = [t(`read_as_${read_as}`), ...(order ? [t(`order_${order}`)] : []), ...(isName ? [t('not_summed')] : [])];
  return (
    <li>
      <span className={css.name}>{name}</span>
      <span>{kind.join(', ')}</span>
      {blanked.count > 0 ? (
        <span className={css.blanked}>
          {`${t('blanked', numbers(blanked))} `}
          <Places {...blanked} />
        </span>
      ) : null}
    </li>
  );
}
