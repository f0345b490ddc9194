import { ActionIcon } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReportExport } from '@vitrine/contract/reading/reportExports.ts';
import { list } from '@vitrine/contract/reading/reportExports.ts';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import { queryKey, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { onDemand } from '#ui/onDemand.tsx';
import css from '../viewer.module.css';

const ExportsPanel = onDemand(async () => (await import('./exportsPanel.tsx')).ExportsPanel);

/** Polling interval of a running export, in case live events do not arrive. */
const pollMs = 5000;

const isRunning = ({ state }: ReportExport) => state === 'queued' || state === 'running';

/** The person's exports, refreshed while one is running, with a toast when it has ended. */
function useExports(enabled: boolean): ReportExport[] {
  const { t } = useTranslation('reportReading');
  const stale = useStale();
  const { data } = useQuery({
    queryKey: queryKey(list, {}),
    queryFn: ({ signal }) => call(list, {}, signal),
    enabled,
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? pollMs : false),
  });
  useLive('report', ({ export_id }) => {
    if (export_id !== undefined && enabled) void stale(list);
  });
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const row of data?.data ?? []) {
      if (isRunning(row)) running.current.add(row.id);
      else if (running.current.delete(row.id)) {
        if (row.state === 'done') toast.success(t('export_done', { title: row.title }));
        else toast.warning(row.reason ?? t('export_failed'));
      }
    }
  }, [data, t]);
  return data?.data ?? [];
}

/** The list of exports, if there are any; a ring shows a running one. */
export function ExportsButton({
  enabled,
  open,
  onOpen,
  onClose,
}: {
  enabled: boolean;
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('reportReading');
  const rows = useExports(enabled);
  const running = rows.find(isRunning);
  return (
    <>
      {rows.length > 0 ? (
        <ActionIcon
          variant="subtle"
          className={css.exports ?? ''}
          data-running={running ? true : undefined}
          aria-label={running ? t('export_progress', { title: running.title }) : t('exports')}
          title={t('exports')}
          onClick={onOpen}
        >
          <IconFileDownload size={18} stroke={1.6} />
        </ActionIcon>
      ) : null}
      <Suspense fallback={null}>{open ? <ExportsPanel rows={rows} onClose={onClose} /> : null}</Suspense>
    </>
  );
}
