import { useQuery } from '@tanstack/react-query';
import type { ReportExport } from '@vitrine/contract/reading/reportExports.ts';
import { list } from '#endpoints/reading/reportExports.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import { queryKey, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';

/** Polling interval of a running export, in case live events do not arrive. */
const pollMs = 5000;

export const isRunning = ({ state }: ReportExport) => state === 'queued' || state === 'running';

export type Exports = {
  rows: readonly ReportExport[];
  /** The one that runs, or has ended while the report was open and was not put away. */
  latest: ReportExport | null;
  putAway: () => void;
};

/** The person's exports, refreshed while one is running. */
export function useExports(enabled: boolean): Exports {
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
      else if (running.current.delete(row.id) && row.state === 'failed') toast.warning(row.reason ?? t('export_failed'));
    }
  }, [data, t]);
  const rows = data?.data ?? [];
  // What had ended before is in the list and no news.
  const [old, setOld] = useState<readonly string[] | null>(null);
  if (data && old === null) setOld(rows.filter((row) => !isRunning(row)).map(({ id }) => id));
  const latest = rows.find(isRunning) ?? rows.find(({ id, state }) => state === 'done' && old?.includes(id) === false) ?? null;
  return { rows, latest, putAway: () => setOld(rows.map(({ id }) => id)) };
}
