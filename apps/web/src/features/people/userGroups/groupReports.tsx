import { IconChartBar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { reports } from '#endpoints/people/userGroups.ts';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { objectPath } from '#ui/object/paths.ts';
import { ErrorState } from '#ui/states.tsx';
import panel from '#ui/panel.module.css';

/** Reports of the group. Assignments are edited on the report. */
export function GroupReports({ groupId }: { groupId: string }) {
  const { t } = useTranslation('userGroups');
  const { data, error, refetch } = useEndpoint(reports, { params: { id: groupId } });
  return (
    <div className={panel.stack}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data?.data.length === 0 ? <p className={panel.note}>{t('no_reports')}</p> : null}
      {data && data.data.length > 0 ? (
        <ul className={panel.rows}>
          {data.data.map((row) => (
            <li key={row.grant_id}>
              <IconChartBar size={16} aria-hidden="true" />
              <span className={panel.what}>
                <Link to={objectPath('/management/report', row.report_id)} className={panel.link ?? ''}>
                  {row.title}
                </Link>
                {row.ends_on ? <span className={panel.detail}>{t('until', { date: formatDate(row.ends_on) })}</span> : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={panel.note}>{t('reports_text')}</p>
    </div>
  );
}
