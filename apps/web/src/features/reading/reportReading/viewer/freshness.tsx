import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { RefreshStatus } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { status } from '#endpoints/datasets/datasetRefresh.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime, formatTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import { queryKey, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import type { MenuEntry } from '#ui/menuEntry.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import { useServiceSentence } from '#ui/serviceMessage.tsx';
import css from './bar.module.css';

/** Polling interval of a running refresh. */
const pollMs = 30_000;

/** How old the data are. Loaded after the report is shown, so that it does not delay it. */
export function useFreshness(id: string, ready: boolean): RefreshStatus | undefined {
  const request = { params: { id } };
  const { data } = useQuery({
    queryKey: queryKey(status, request),
    queryFn: ({ signal }) => call(status, request, signal),
    enabled: ready,
    retry: false,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.running ? pollMs : false),
  });
  const stale = useStale();
  useLive('dataset_refresh', ({ report_id }) => {
    if (report_id === undefined || report_id === id) void stale(status);
  });
  return data;
}

/** Reloads the data with a toast when a refresh ends while the report is open. */
export function useRefreshEnd(data: RefreshStatus | undefined, onNewData: () => void): void {
  const { t } = useTranslation('reportReading');
  const ran = useRef(false);
  useEffect(() => {
    if (!data) return;
    if (ran.current && !data.running) {
      if (data.failed) toast.warning(t('refresh_failed'));
      else {
        toast.success(t('refresh_done'));
        onNewData();
      }
    }
    ran.current = data.running !== null;
  }, [data, onNewData, t]);
}

const dayMs = 86_400_000;

/** *Today, 06:12*: when the data are from, as one says it. */
function useDataDay(): (at: string) => string {
  const { t } = useTranslation('reportReading');
  return (at) => {
    const day = formatDate(new Date(at));
    const time = formatTime(at);
    if (day === formatDate(new Date())) return t('data_today_at', { time });
    if (day === formatDate(new Date(Date.now() - dayMs))) return t('data_yesterday_at', { time });
    return t('data_day', { date: day });
  };
}

/** Exact times: of the data, of a refresh that runs or failed, and of the next one. */
export function useFreshnessLines(data: RefreshStatus | undefined): MenuEntry[] {
  const { t } = useTranslation('reportReading');
  const said = useServiceSentence();
  if (!data || data.why_not === 'no_dataset') return [];
  const { last_success_at, failed, running, next_run_at } = data;
  const lines = [
    last_success_at ? t('updated_at', { at: formatDateTime(last_success_at) }) : t('updated_unknown'),
    running ? t('refresh_running', { at: formatDateTime(running.asked_at) }) : null,
    failed ? t('refresh_failed_at', { at: formatDateTime(failed.at) }) : null,
    failed?.reason ? said(failed.reason) : null,
    next_run_at ? t('refresh_next', { at: formatDateTime(next_run_at) }) : null,
  ];
  return lines.filter((line) => line !== null).map((heading) => ({ heading }));
}

/** How old the data are and whether the last refresh failed; the exact times on demand. */
export function Freshness({ data }: { data: RefreshStatus | undefined }) {
  const { t } = useTranslation('reportReading');
  const dayOf = useDataDay();
  const lines = useFreshnessLines(data);
  if (!data || lines.length === 0) return null;
  const { last_success_at, failed, running } = data;
  const age = running ? t('refreshing') : last_success_at ? dayOf(last_success_at) : t('updated_unknown');
  const Icon = failed ? IconAlertTriangle : IconClock;
  return (
    <MenuButton
      label={t('freshness')}
      entries={lines}
      align="start"
      renderTarget={(props) => (
        <button
          type="button"
          {...props}
          className={css.freshness}
          data-failed={failed ? true : undefined}
          aria-label={failed ? `${age}. ${t('refresh_failed')}` : age}
          title={failed ? t('refresh_failed') : last_success_at ? formatDateTime(last_success_at) : undefined}
        >
          <Icon size={16} stroke={1.6} aria-hidden="true" />
          <span>{age}</span>
        </button>
      )}
    />
  );
}
