import { ActionIcon } from '@mantine/core';
import { IconChartBar, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import { list as groupList, reports } from '#endpoints/people/userGroups.ts';
import { useTranslation } from 'react-i18next';
import { mayGiveAccess } from '#platform/access.ts';
import { formatDate } from '#platform/formats.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { useViewer } from '#shell/viewer.ts';
import { takeGrantBack } from '#ui/access/takeGrantBack.ts';
import { objectPath } from '#ui/object/paths.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ErrorState } from '#ui/states.tsx';
import panel from '#ui/panel.module.css';

const GiveReport = onDemand(async () => (await import('#ui/access/giveReport.tsx')).GiveReport, { namespaces: ['reportAccess'] });

/** Reports of the group: one is given here with its rows, and taken back. */
export function GroupReports({ group }: { group: UserGroup }) {
  const { t } = useTranslation('userGroups');
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(reports, { params: { id: group.id } });
  const mayGive = mayGiveAccess(useViewer());
  const changed = () => stale(reports, groupList);
  const rows = data?.data ?? [];
  const takeBack = async ({ report_id, grant_id, title }: (typeof rows)[number]) => {
    const giveAgain = await takeGrantBack({ report_id, grant_id });
    await changed();
    toast.undo(t('report_taken', { title, name: group.name }), () => void giveAgain().then(changed, toast.failure));
  };
  return (
    <div className={panel.stack}>
      {mayGive && data ? (
        <GiveReport
          receiver={{ to: 'user_group', to_id: group.id, name: group.name, email: null }}
          taken={new Set(rows.map(({ report_id }) => report_id))}
          onChanged={changed}
        />
      ) : null}
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data && rows.length === 0 ? <p className={panel.note}>{t('no_reports')}</p> : null}
      {rows.length > 0 ? (
        <ul className={panel.rows}>
          {rows.map((row) => (
            <li key={row.grant_id}>
              <IconChartBar size={16} aria-hidden="true" />
              <span className={panel.what}>
                <Link to={objectPath('/management/report', row.report_id)} className={panel.link ?? ''}>
                  {row.title}
                </Link>
                {row.ends_on ? <span className={panel.detail}>{t('until', { date: formatDate(row.ends_on) })}</span> : null}
              </span>
              {mayGive ? (
                <ActionIcon
                  variant="subtle"
                  aria-label={t('take_report', { name: row.title })}
                  onClick={() => void takeBack(row).catch(toast.failure)}
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
