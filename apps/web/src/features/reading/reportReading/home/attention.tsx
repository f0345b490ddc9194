import { IconTool } from '@tabler/icons-react';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { mine as maintenance } from '@vitrine/contract/reports/reportMaintenance.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import css from './home.module.css';

/** Maintenance windows, now or soon, of reports that the person may read; nothing if there are none. */
export function Attention({ windows }: { windows: Answer<typeof maintenance>['data'] }) {
  const { t } = useTranslation('reportReading');
  return (
    <ul className={css.attention}>
      {windows.map(({ report_id, title, open, starts_at, ends_at, message }) => (
        <li key={`${report_id} ${starts_at}`} data-surface="card">
          <IconTool size={18} stroke={1.6} aria-hidden="true" />
          <p>
            {open
              ? t('maintenance_until', { title, end: formatDateTime(ends_at) })
              : t('maintenance_from', { title, start: formatDateTime(starts_at), end: formatDateTime(ends_at) })}
            {message ? <small>{message}</small> : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
