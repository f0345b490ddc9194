import { Skeleton } from '@mantine/core';
import type { DataSection } from '@vitrine/contract/privacy/privacy.ts';
import { myData } from '#endpoints/privacy/privacy.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime, formatNumber } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Nothing, YesNoCell } from '#ui/cells.tsx';
import css from './dataPanel.module.css';

type Cell = DataSection['rows'][number][string];

/** Formats by column name: `…_at` is a moment, `…_on` a day. */
function Value({ column, value }: { column: string; value: Cell }) {
  if (value === null || value === '') return <Nothing />;
  if (typeof value === 'boolean') return <YesNoCell value={value} />;
  if (typeof value === 'number') return formatNumber(value);
  if (column.endsWith('_at')) return <time dateTime={value}>{formatDateTime(value)}</time>;
  return column.endsWith('_on') ? formatDate(value) : value;
}

function Part({ part: { title, total, columns, rows } }: { part: DataSection }) {
  const { t } = useTranslation('privacy');
  return (
    <details className={css.part}>
      <summary>
        <span>{title}</span>
        <span className={css.count}>{formatNumber(total)}</span>
      </summary>
      {rows.length === 0 ? <p className={css.note}>{t('nothing')}</p> : null}
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows of a part have no names of their own
        <dl key={index} className={css.row}>
          {columns.map(({ key, label }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                <Value column={key} value={row[key] ?? null} />
              </dd>
            </div>
          ))}
        </dl>
      ))}
      {total > rows.length ? <p className={css.note}>{t('newest', { shown: rows.length, total: formatNumber(total) })}</p> : null}
    </details>
  );
}

/** All data that the portal stores about the signed-in person, section by section. */
export function DataPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const { data, error, refetch } = useEndpoint(myData, {}, { staleTime: 0 });
  return (
    <SidePanel title={t('my_data')} size={640} onClose={onClose}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={320} aria-busy="true" /> : null}
      {data && data.other_units.length > 0 ? <p className={css.note}>{t('other_units', { units: data.other_units.join(', ') })}</p> : null}
      {data?.sections.map((part) => (
        <Part key={part.key} part={part} />
      ))}
    </SidePanel>
  );
}
