import { ActionIcon, Button, Select } from '@mantine/core';
import { IconChartBar, IconEye, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { add, remove } from '#endpoints/access/reportAccess.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { list as reportList } from '#endpoints/reports/reports.ts';
import { reports } from '#endpoints/people/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useAllRows } from '#platform/allRows.ts';
import { formatDate } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { toast } from '#platform/toast.ts';
import { objectPath } from '#ui/object/paths.ts';
import { ErrorState } from '#ui/states.tsx';
import panel from '#ui/panel.module.css';
import css from './users.module.css';

/** Reports of a person: personal assignments can be removed here; those by a group or the unit are listed. */
export function ReportsTab({ userId }: { userId: string }) {
  const { t } = useTranslation(['users', 'ui']);
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(reports, { params: { id: userId } });
  const all = useAllRows<Report>(reportList);
  const [chosen, setChosen] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const rows = data?.data ?? [];
  const mayAudit = verdictOn('management_report', useViewer()) === 'open';
  const auditOf = (reportId?: string): Record<string, string> => ({
    audit: '1',
    membership_id: userId,
    ...(reportId ? { pair: `${userId}.${reportId}` } : {}),
  });
  const titleOf = (id: string) => all.data?.find((report) => report.id === id)?.title ?? '';
  const own = new Set(rows.flatMap((row) => (row.grant_id ? [row.report_id] : [])));

  const act = async (done: string, work: Promise<unknown>) => {
    setRunning(true);
    try {
      await work;
      setChosen(null);
      await stale(reports);
      toast.success(done);
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
      <div className={css.adding}>
        <Select
          label={t('assign_report')}
          placeholder={t('ui:search')}
          data={(all.data ?? [])
            .filter(({ id }) => !own.has(id))
            .map(({ id, title, group_name }) => ({ value: id, label: `${group_name} › ${title}` }))}
          value={chosen}
          onChange={setChosen}
          searchable
          nothingFoundMessage={t('ui:no_records')}
        />
        <Button
          disabled={chosen === null}
          loading={running}
          onClick={() =>
            chosen &&
            void act(
              t('report_given', { title: titleOf(chosen) }),
              call(add, { params: { id: chosen }, body: { to: 'membership', to_id: userId } }),
            )
          }
        >
          {t('ui:add')}
        </Button>
        {mayAudit && chosen ? (
          <Link to="/management/report" search={auditOf(chosen)} className={css.link ?? ''}>
            {t('why')}
          </Link>
        ) : null}
      </div>
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
              {row.grant_id ? (
                <ActionIcon
                  variant="subtle"
                  aria-label={t('take_back', { name: row.title })}
                  disabled={running}
                  onClick={() =>
                    void act(
                      t('report_taken', { title: row.title }),
                      call(remove, { params: { id: row.report_id, grant_id: row.grant_id ?? '' } }),
                    )
                  }
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
