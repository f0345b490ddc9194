import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconClock, IconDatabaseImport } from '@tabler/icons-react';
import type { RefreshStatus } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { start, status } from '@vitrine/contract/datasets/datasetRefresh.ts';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatRelative } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import { queryKey } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import type { MenuEntry } from '#ui/menuEntry.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import css from './viewer.module.css';

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
  const client = useQueryClient();
  useLive('dataset_refresh', ({ report_id }) => {
    if (report_id === undefined || report_id === id) void client.invalidateQueries({ queryKey: [status.path] });
  });
  return data;
}

/** Reloads the data with a toast when a refresh ends while the report is open. */
function useRefreshEnd(data: RefreshStatus | undefined, onNewData: () => void): void {
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

function useDetails(data: RefreshStatus): MenuEntry[] {
  const { t } = useTranslation('reportReading');
  const { last_success_at, failed, running, next_run_at, budget } = data;
  const lines = [
    last_success_at ? t('updated_at', { at: formatDateTime(last_success_at) }) : t('updated_unknown'),
    running ? t('refresh_running', { at: formatDateTime(running.asked_at) }) : null,
    failed ? t('refresh_failed_at', { at: formatDateTime(failed.at) }) : null,
    failed?.reason ?? null,
    next_run_at ? t('refresh_next', { at: formatDateTime(next_run_at) }) : null,
    budget ? t('refresh_budget', { used: budget.used, reserved: budget.reserved, limit: budget.limit }) : null,
  ];
  return lines.filter((line) => line !== null).map((heading) => ({ heading }));
}

/** The age of the data, whether the last refresh failed, and a refresh now for people who may. */
export function Freshness({ opened, data, onNewData }: { opened: OpenedReport; data: RefreshStatus | undefined; onNewData: () => void }) {
  const { t } = useTranslation('reportReading');
  const client = useQueryClient();
  useRefreshEnd(data, onNewData);
  if (!data || data.why_not === 'no_dataset') return null;
  const mayAsk = data.why_not !== 'forbidden';
  if (!opened.show_last_update && !mayAsk) return null;

  const refresh = async () => {
    try {
      await call(start, { params: { id: opened.id } });
      toast.success(t('refresh_started'));
    } catch (error) {
      toast.failure(error);
    }
    await client.invalidateQueries({ queryKey: [status.path] });
  };
  const { last_success_at, failed, running } = data;
  const age = running ? t('refreshing') : last_success_at ? t('updated', { ago: formatRelative(last_success_at) }) : t('updated_unknown');
  return <FreshnessMenu {...{ age, failed: failed !== null, labelled: opened.show_last_update, data, mayAsk, refresh }} />;
}

type MenuProps = {
  age: string;
  failed: boolean;
  labelled: boolean;
  data: RefreshStatus;
  mayAsk: boolean;
  refresh: () => Promise<void>;
};

function FreshnessMenu({ age, failed, labelled, data, mayAsk, refresh }: MenuProps) {
  const { t } = useTranslation('reportReading');
  const details = useDetails(data);
  const why = data.why_not === 'forbidden' || data.why_not === 'no_dataset' ? null : data.why_not;
  const entries: MenuEntry[] = [
    ...details,
    ...(mayAsk
      ? [
          'divider' as const,
          {
            label: t('refresh_dataset'),
            icon: <IconDatabaseImport size={16} stroke={1.6} />,
            disabled: !data.can_refresh,
            run: () => void refresh(),
          },
          ...(why ? [{ heading: t(`refresh_not_${why}`, { at: data.again_at ? formatDateTime(data.again_at) : '' }) }] : []),
        ]
      : []),
  ];
  const Icon = failed ? IconAlertTriangle : IconClock;
  const label = failed ? `${age}. ${t('refresh_failed')}` : age;
  return (
    <MenuButton
      label={t('freshness')}
      entries={entries}
      renderTarget={(props) =>
        labelled ? (
          <button type="button" {...props} className={css.freshness} data-failed={failed || undefined} aria-label={label} title={label}>
            <Icon size={16} stroke={1.6} aria-hidden="true" />
            <span>{age}</span>
          </button>
        ) : (
          <ActionIcon {...props} variant="subtle" aria-label={t('freshness')} title={t('freshness')}>
            <IconDatabaseImport size={18} stroke={1.6} />
          </ActionIcon>
        )
      }
    />
  );
}
