import { ActionIcon } from '@mantine/core';
import { IconChartBar, IconEye, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { UserRow } from '@vitrine/contract/people/users.ts';
import { reports } from '#endpoints/people/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayGiveAccess, verdictOn } from '#platform/access.ts';
import { formatDate } from '#platform/formats.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { toast } from '#platform/toast.ts';
import { takeGrantBack } from '#ui/access/takeGrantBack.ts';
import { objectPath } from '#ui/object/paths.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ErrorState } from '#ui/states.tsx';
import panel from '#ui/panel.module.css';
import css from './users.module.css';

const GiveReport = onDemand(async () => (await import('#ui/access/giveReport.tsx')).GiveReport, { namespaces: ['reportAccess'] });

/** Reports of a person: one is given here with its rows; personal assignments are taken back, those by a group or the unit are listed. */
export function ReportsTab({ user }: { user: UserRow }) {
  const { t } = useTranslation(['users', 'ui']);
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(reports, { params: { id: user.id } });
  const [running, setRunning] = useState(false);
  const rows = data?.data ?? [];
  const viewer = useViewer();
  const mayGive = mayGiveAccess(viewer);
  const mayAudit = verdictOn('management_report', viewer) === 'open';
  const auditOf = (reportId?: string): Record<string, string> => ({
    audit: '1',
    membership_id: user.id,
    ...(reportId ? { pair: `${user.id}.${reportId}` } : {}),
  });
  const changed = () => stale(reports);
  const takeBack = async (report_id: string, grant_id: string, title: string) => {
    setRunning(true);
    try {
      const giveAgain = await takeGrantBack({ report_id, grant_id });
      await changed();
      toast.undo(t('report_taken', { title, name: user.name }), () => void giveAgain().then(changed, toast.failure));
    } catch (refusal) {
      toast.failure(refusal);
    } finally {
      setRunning(false);
    }
  };
  const detail = (row: (typeof rows)[number]): string =>
    [
      ...(row.grant_id ? [row.ends_on ? t('in_person_until', { date: formatDate(row.ends_on) }) : t('in_person')] : []),
      ...row.through.map((name) => t('through_group', { name })),
      ...(row.unit ? [t('through_unit')] : []),
    ].join(' · ');
  return (
    <div className={panel.stack}>
      {mayGive && data ? (
        <GiveReport
          receiver={{ to: 'membership', to_id: user.id, name: user.name, email: user.email }}
          taken={new Set(rows.flatMap((row) => (row.grant_id ? [row.report_id] : [])))}
          onChanged={changed}
        />
      ) : null}
      {mayAudit ? (
        <Link to="/management/report" search={auditOf()} className={css.link ?? ''}>
          <IconEye size={16} aria-hidden="true" />
          {t('sees_all')}
        </Link>
      ) : null}
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data && rows.length === 0 ? <p className={panel.note}>{t('no_reports')}</p> : null}
      {rows.length > 0 ? (
        <ul className={panel.rows}>
          {rows.map((row) => (
            <li key={row.report_id}>
              <IconChartBar size={16} aria-hidden="true" />
              <span className={panel.what}>
                {mayAudit ? (
                  <Link to={objectPath('/management/report', row.report_id)} className={panel.link ?? ''}>
                    {row.title}
                  </Link>
                ) : (
                  row.title
                )}
                <span className={panel.detail}>{detail(row)}</span>
              </span>
              {mayAudit ? (
                <Link
                  to="/management/report"
                  search={auditOf(row.report_id)}
                  className={css.link ?? ''}
                  aria-label={t('why_report', { title: row.title })}
                >
                  {t('why')}
                </Link>
              ) : null}
              {row.grant_id && mayGive ? (
                <ActionIcon
                  variant="subtle"
                  aria-label={t('take_back', { name: row.title })}
                  disabled={running}
                  onClick={() => void takeBack(row.report_id, row.grant_id ?? '', row.title)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
