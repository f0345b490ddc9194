import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import type { UnusedReport } from '@vitrine/contract/reports/reportHealth.ts';
import { archive, restore, unused, unusedDays } from '#endpoints/reports/reportHealth.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import css from './health.module.css';

/** What hangs on a report, in words; what there is none of is left out. */
function useHangs(): (report: UnusedReport) => string {
  const { t } = useTranslation('reportHealth');
  return ({ grants, favourites, playlists, links, embeddings, refreshed_for_nobody }) =>
    [
      grants > 0 && t('hangs_grants', { count: grants }),
      favourites > 0 && t('hangs_favourites', { count: favourites }),
      playlists > 0 && t('hangs_playlists', { count: playlists }),
      links > 0 && t('hangs_links', { count: links }),
      embeddings > 0 && t('hangs_embeddings', { count: embeddings }),
      refreshed_for_nobody && t('hangs_schedule'),
    ]
      .filter((words) => words !== false)
      .join(' · ');
}

type Props = { onChanged: () => Promise<unknown>; onClose: () => void };

/** What nobody opened for 90 days: all of it is chosen, looked through, and archived at once. */
export function ArchivePanel({ onChanged, onClose }: Props) {
  const { t } = useTranslation(['reportHealth', 'ui']);
  const { data, error, refetch } = useEndpoint(unused, {});
  return (
    <SidePanel title={t('archive_title')} size={560} onClose={onClose}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data?.data.length === 0 ? <EmptyState title={t('archive_empty')} text={t('archive_empty_text', { days: unusedDays })} /> : null}
      {data && data.data.length > 0 ? <Choice reports={data.data} onChanged={onChanged} onClose={onClose} /> : null}
    </SidePanel>
  );
}

function Choice({ reports, onChanged, onClose }: Props & { reports: readonly UnusedReport[] }) {
  const { t } = useTranslation(['reportHealth', 'ui']);
  const stale = useStale();
  const hangs = useHangs();
  const [kept, setKept] = useState<readonly string[]>([]);
  const [running, setRunning] = useState(false);
  const chosen = reports.filter(({ id }) => !kept.includes(id)).map(({ id }) => id);
  const changed = () => Promise.all([stale(unused), onChanged()]);
  const run = async () => {
    setRunning(true);
    try {
      const { report_ids } = await call(archive, { body: { report_ids: chosen } });
      onClose();
      await changed();
      const told = t('archived', { count: report_ids.length });
      if (report_ids.length === 0) toast.warning(told);
      else toast.undo(told, () => void call(restore, { body: { report_ids } }).then(changed, toast.failure));
    } catch (failure) {
      toast.failure(failure);
      setRunning(false);
    }
  };
  return (
    <div className={css.archive}>
      <p>{t('archive_text', { days: unusedDays })}</p>
      <p className={css.since}>{t('archive_readers')}</p>
      <ul className={css.chosen} aria-label={t('archive_list')}>
        {reports.map((report) => (
          <li key={report.id}>
            <Checkbox
              label={report.title}
              checked={!kept.includes(report.id)}
              onChange={(event) => setKept(event.currentTarget.checked ? kept.filter((id) => id !== report.id) : [...kept, report.id])}
            />
            <span className={css.since}>
              {[
                report.group_name,
                report.last_opened_at ? t('opened_last', { at: formatDate(report.last_opened_at) }) : t('opened_never'),
              ].join(' · ')}
            </span>
            <span className={css.hangs}>{hangs(report) || t('hangs_nothing')}</span>
          </li>
        ))}
      </ul>
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button loading={running} disabled={chosen.length === 0} onClick={() => void run()}>
          {t('archive_now', { count: chosen.length })}
        </Button>
      </div>
    </div>
  );
}
