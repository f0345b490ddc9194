import type { DatasetRefresh } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { refreshReasons } from '#endpoints/datasets/datasetRefresh.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { ServiceMessage, useServiceSentence } from '#ui/serviceMessage.tsx';
import css from './refresh.module.css';

export const refreshKinds: Record<DatasetRefresh['state'], StatusKind> = {
  queued: 'info',
  running: 'info',
  completed: 'success',
  failed: 'error',
  cancelled: 'neutral',
  blocked: 'warning',
  missed: 'warning',
};

type Reason = (typeof refreshReasons)[number];
const isOwnReason = (reason: string): reason is Reason => refreshReasons.some((word) => word === reason);

/** A refresh as text: requester, duration, failure. */
export function useRefreshWords(): Record<'by' | 'duration', (row: DatasetRefresh) => string> & {
  reason: (row: Pick<DatasetRefresh, 'reason'>) => string;
} {
  const { t } = useTranslation('datasetRefresh');
  const said = useServiceSentence();
  return {
    by: ({ source, asked_by_name }) => (source === 'person' && asked_by_name ? asked_by_name : t(`source_${source}`)),
    duration: ({ started_at, ended_at, state }) => {
      if (!started_at || !ended_at || (state !== 'completed' && state !== 'failed')) return '';
      const seconds = Math.max(0, Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 1000));
      return seconds < 90
        ? t('seconds', { count: seconds })
        : t('minutes', { count: Math.round(seconds / 60), value: formatNumber(Math.round(seconds / 60)) });
    },
    reason: ({ reason }) => (reason === null ? '' : isOwnReason(reason) ? t(`reason_${reason}`) : said(reason)),
  };
}

/** The state of a refresh in one line. */
export function RefreshState({ row }: { row: Pick<DatasetRefresh, 'state' | 'asked_at' | 'reason'> }) {
  const { t } = useTranslation('datasetRefresh');
  const { reason } = useRefreshWords();
  return (
    <span className={css.line}>
      <StatusCell kind={refreshKinds[row.state]}>{t(`state_${row.state}`)}</StatusCell>
      <RelativeTimeCell value={row.asked_at} />
      {row.reason ? <span className={css.dim}>{reason(row)}</span> : null}
    </span>
  );
}

function HistoryRow({ row }: { row: DatasetRefresh }) {
  const { t } = useTranslation('datasetRefresh');
  const { by, duration, reason } = useRefreshWords();
  return (
    <li className={css.row}>
      <span className={css.state}>
        <StatusCell kind={refreshKinds[row.state]}>{t(`state_${row.state}`)}</StatusCell>
      </span>
      <span className={css.words}>
        <span className={css.dim}>{[by(row), duration(row)].filter(Boolean).join(' · ')}</span>
        {row.reason === null ? null : isOwnReason(row.reason) ? <span>{reason(row)}</span> : <ServiceMessage>{row.reason}</ServiceMessage>}
      </span>
      <RelativeTimeCell value={row.asked_at} />
    </li>
  );
}

/** The latest refreshes with their failures. */
export function HistoryList({ rows, heading: Heading = 'h3' }: { rows: readonly DatasetRefresh[]; heading?: 'h2' | 'h3' }) {
  const { t } = useTranslation('datasetRefresh');
  return (
    <section className={css.section}>
      <Heading>{t('history')}</Heading>
      {rows.length === 0 ? <p className={css.dim}>{t('history_empty')}</p> : null}
      <ol className={css.rows} hidden={rows.length === 0}>
        {rows.map((row) => (
          <HistoryRow key={row.id} row={row} />
        ))}
      </ol>
    </section>
  );
}
