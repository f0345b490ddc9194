import { IconDeviceMobile, IconShieldOff } from '@tabler/icons-react';
import { views } from '#endpoints/reports/reportPreview.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './preview.module.css';

/** Who opened the report last, how many pages were seen and how long the first one took. */
export function ViewsTab({ reportId }: { reportId: string }) {
  const { t } = useTranslation('reportPreview');
  const { data, error, refetch } = useEndpoint(views, { params: { id: reportId } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data?.data.length === 0) return <p className={css.dim}>{t('views_none')}</p>;
  return (
    <ul className={css.rows} aria-busy={!data}>
      {data?.data.map((view) => (
        <li key={view.id}>
          <p>
            <strong>{view.person_name}</strong>
            {view.phone ? <IconDeviceMobile size={14} role="img" aria-label={t('phone')} /> : null}
            {view.rls_ignored ? <IconShieldOff size={14} role="img" aria-label={t('rls_ignored')} /> : null}
          </p>
          <p className={css.dim}>
            <RelativeTimeCell value={view.opened_at} />
            {` · ${t('pages_seen', { count: view.pages })}`}
            {view.load_ms === null ? '' : ` · ${formatNumber(view.load_ms / 1000, { maximumFractionDigits: 1 })} s`}
            {view.actor_name === null ? '' : ` · ${t('acted_by', { name: view.actor_name })}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
