import { IconAlertTriangle } from '@tabler/icons-react';
import type { DataAge } from '@vitrine/contract/reports/reports.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatRelative } from '#platform/formats.ts';
import { Nothing } from './cells.tsx';
import css from './cells.module.css';

/** When the data were refreshed last, and in amber when the latest attempt failed. */
export function DataAgeCell({ age }: { age: DataAge | null }) {
  const { t } = useTranslation('reportReading');
  if (!age) return <Nothing />;
  const { at, failed } = age;
  const text = at ? formatRelative(at) : t('updated_never');
  const exact = at ? t('updated_at', { at: formatDateTime(at) }) : t('updated_never');
  return (
    <span className={css.age} data-failed={failed || undefined} title={failed ? `${exact}. ${t('refresh_failed')}` : exact}>
      {failed ? <IconAlertTriangle size={14} stroke={1.8} aria-label={t('refresh_failed')} /> : null}
      {at ? <time dateTime={at}>{text}</time> : text}
    </span>
  );
}
