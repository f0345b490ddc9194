import { IconClipboardCheck, IconMessageReport, IconTool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { waiting } from '@vitrine/contract/access/catalogue.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { list as problems } from '@vitrine/contract/reading/reportProblems.ts';
import type { mine as maintenance } from '@vitrine/contract/reports/reportMaintenance.ts';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { formatDateTime } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import css from './home.module.css';

/** What needs an administrator: open requests and registrations. */
function Waiting() {
  const { t } = useTranslation('reportReading');
  const viewer = useViewer();
  const requests = useEndpoint(waiting, {});
  const open = useEndpoint(problems, { query: { open: 'true', per_page: 1 } });
  const asked = requests.data?.waiting ?? 0;
  const reported = open.data?.meta.total ?? 0;
  const [first] = open.data?.data ?? [];
  return (
    <>
      {asked > 0 && verdictOn('catalogs', viewer) === 'open' ? (
        <li data-kind="info" data-surface="card">
          <IconClipboardCheck size={18} stroke={1.6} aria-hidden="true" />
          <p>{t('requests_waiting', { count: asked })}</p>
          <Link to="/catalogs">{t('decide')}</Link>
        </li>
      ) : null}
      {first && verdictOn('management_view', viewer) === 'open' ? (
        <li data-kind="info" data-surface="card">
          <IconMessageReport size={18} stroke={1.6} aria-hidden="true" />
          <p>
            {t('problems_open', { count: reported })}
            <small>{`${first.title}: ${first.description}`}</small>
          </p>
          <Link to={`/management/report/${first.report_id}`} search={{ tab: 'use' }}>
            {t('look')}
          </Link>
        </li>
      ) : null}
    </>
  );
}

/** Maintenance windows, now or soon, of reports that the person may read; nothing if there are none. */
export function Attention({ windows }: { windows: Answer<typeof maintenance>['data'] }) {
  const { t } = useTranslation('reportReading');
  const manages = useViewer().role !== 'user';
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
      {manages ? <Waiting /> : null}
    </ul>
  );
}
