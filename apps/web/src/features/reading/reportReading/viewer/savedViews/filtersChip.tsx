import { IconFilterCheck, IconFilterOff } from '@tabler/icons-react';
import { filterMemory } from '@vitrine/contract/reading/savedViews.ts';
import { useTranslation } from 'react-i18next';
import type { MenuEntry } from '#ui/menuEntry.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import type { SavedFilters } from './useSavedFilters.ts';
import css from '../viewer.module.css';

/** Whether filters are kept; nothing where the unit keeps none. */
export function useFilterMemory({ memory, choose }: SavedFilters): MenuEntry[] {
  const { t } = useTranslation('reportReading');
  if (memory === null) return [];
  return [
    { heading: t('filters_memory') },
    ...filterMemory.toReversed().map((choice) => ({ label: t(`filters_${choice}`), chosen: choice === memory, run: () => choose(choice) })),
  ];
}

/** *Seus filtros*: says that the report was opened with saved filters, with reset and the switch for saving. */
export function FiltersChip({ saved }: { saved: SavedFilters }) {
  const { t } = useTranslation('reportReading');
  const { memory, kept, reset } = saved;
  const choices = useFilterMemory(saved);
  if (memory === null) return null;
  return (
    <MenuButton
      label={t('your_filters')}
      entries={[
        { label: t('filters_reset'), icon: <IconFilterOff size={16} stroke={1.6} />, disabled: !kept, run: reset },
        'divider',
        ...choices,
      ]}
      renderTarget={(props) => (
        <button type="button" {...props} className={css.chip} data-kept={kept || undefined} aria-label={t('your_filters')}>
          <IconFilterCheck size={16} stroke={1.6} aria-hidden="true" />
          <span>{t('your_filters')}</span>
        </button>
      )}
    />
  );
}
