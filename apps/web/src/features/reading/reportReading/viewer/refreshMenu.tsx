import { IconDatabaseImport, IconRefresh } from '@tabler/icons-react';
import type { RefreshStatus } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { start, status } from '#endpoints/datasets/datasetRefresh.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import type { MenuEntry } from '#ui/menuEntry.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import { BarButton } from './barButton.tsx';
import { useFreshnessLines } from './freshness.tsx';
import type { Action } from './useReportActions.tsx';

const sign = <IconRefresh size={18} stroke={1.6} aria-hidden="true" />;

/** New data from the source, for people who may ask for them: how often still, or why not now. */
function useNewData(id: string, data: RefreshStatus | undefined): MenuEntry[] {
  const { t } = useTranslation('reportReading');
  const stale = useStale();
  const lines = useFreshnessLines(data);
  if (!data || data.why_not === 'no_dataset' || data.why_not === 'forbidden') return [];
  const { why_not, budget, again_at, can_refresh } = data;
  const run = async () => {
    // Whoever keeps schedules may take a slot that one of them needs, once it was said.
    const takesReserved = budget !== null && budget.reserved > 0 && budget.used + budget.reserved >= budget.limit;
    if (takesReserved && !(await toast.confirm(t('refresh_takes_reserved')))) return;
    try {
      await call(start, { params: { id } });
      toast.success(t('refresh_started'));
    } catch (error) {
      toast.failure(error);
    }
    await stale(status);
  };
  const left = budget ? Math.max(0, budget.limit - budget.used - budget.reserved) : null;
  const hint = why_not ? t(`refresh_not_${why_not}`, { at: again_at ? formatDateTime(again_at) : '' }) : t('refresh_dataset_hint');
  return [
    { label: t('refresh_dataset'), icon: <IconDatabaseImport size={16} stroke={1.6} />, disabled: !can_refresh, run: () => void run() },
    { heading: hint },
    ...(left === null ? [] : [{ heading: t('refresh_left', { count: left }) }]),
    'divider',
    ...lines,
  ];
}

/** What *Refresh* offers: the report drawn anew, and new data for who may ask for them. */
export function useRefreshEntries(id: string, data: RefreshStatus | undefined, redraw: Action | null, ready: boolean): MenuEntry[] {
  const newData = useNewData(id, data);
  const { label, icon, run } = redraw ?? {};
  return label && run ? [{ label, icon, run, disabled: !ready }, ...(newData.length > 0 ? ['divider' as const, ...newData] : [])] : newData;
}

/** One button: it draws the report anew; it opens a menu where there is more to choose. */
export function RefreshMenu({ entries, redraw, ready }: { entries: readonly MenuEntry[]; redraw: Action | null; ready: boolean }) {
  const { t } = useTranslation('reportReading');
  if (entries.length === 0) return null;
  if (redraw && entries.length === 1) return <BarButton icon={sign} label={t('refresh')} disabled={!ready} onClick={redraw.run} />;
  return (
    <MenuButton
      label={t('refresh')}
      entries={entries}
      renderTarget={(props) => <BarButton {...props} icon={sign} label={t('refresh')} />}
    />
  );
}
