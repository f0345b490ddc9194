import { IconFilter, IconFilterCheck, IconFilterOff } from '@tabler/icons-react';
import { filterMemory } from '#endpoints/reading/savedViews.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EmbeddedReport } from '#platform/embed/embeddedReport.ts';
import type { MenuEntry } from '#ui/menuEntry.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import { BarButton } from '../barButton.tsx';
import type { SavedFilters } from './useSavedFilters.ts';

type Props = { saved: SavedFilters; shown: () => EmbeddedReport | null; ready: boolean };

/** Longer lists are for the report itself. */
const linesShown = 8;

/** Whether filters are kept; nothing where the unit keeps none. */
function useFilterMemory({ memory, choose }: SavedFilters): MenuEntry[] {
  const { t } = useTranslation('reportReading');
  if (memory === null) return [];
  return [
    'divider',
    { heading: t('filters_memory') },
    ...filterMemory.toReversed().map((choice) => ({ label: t(`filters_${choice}`), chosen: choice === memory, run: () => choose(choice) })),
  ];
}

/** All about filters in one place: what filters the page now, clearing it, and whether it is remembered. */
export function FiltersMenu({ saved, shown, ready }: Props) {
  const { t } = useTranslation('reportReading');
  const { kept, reset } = saved;
  const [lines, setLines] = useState<string[] | null>(null);
  const memory = useFilterMemory(saved);
  // Asked as soon as somebody is about to open the menu: the report answers in its own time.
  const look = () =>
    void shown()
      ?.filters()
      .then(setLines, () => setLines(null));
  const Icon = kept ? IconFilterCheck : IconFilter;
  const entries: MenuEntry[] = [
    { label: t('reset'), icon: <IconFilterOff size={16} stroke={1.6} />, disabled: !ready, run: reset },
    ...(kept ? [{ heading: t('filters_kept') }] : []),
    ...memory,
    // Last, since they come when the menu may be open: nothing that can be chosen moves.
    ...(lines ? ['divider' as const, { heading: lines.length > 0 ? t('filters_now') : t('filters_none') }] : []),
    ...(lines ?? []).slice(0, linesShown).map((heading) => ({ heading })),
  ];
  return (
    <MenuButton
      label={t('filters')}
      entries={entries}
      renderTarget={(props) => (
        <BarButton
          {...props}
          onPointerEnter={() => {
            props.onPointerEnter();
            look();
          }}
          onFocus={() => {
            props.onFocus();
            look();
          }}
          icon={<Icon size={18} stroke={1.6} aria-hidden="true" />}
          label={t('filters')}
          data-kept={kept || undefined}
        />
      )}
    />
  );
}
