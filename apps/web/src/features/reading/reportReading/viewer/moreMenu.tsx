import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MenuEntry } from '#ui/menuEntry.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import type { Action } from './useReportActions.tsx';

type Props = {
  groups: readonly (readonly Action[])[];
  ready: boolean;
  /** Stand last. */
  choices?: readonly MenuEntry[];
};

/** Rarely needed actions, in groups. On a phone also the buttons of the bar. */
export function MoreMenu({ groups, ready, choices = [] }: Props) {
  const { t } = useTranslation('reportReading');
  const filled = groups.filter((group) => group.length > 0);
  if (filled.length === 0) return null;
  const entries = filled.flatMap((group, index): MenuEntry[] => [
    ...(index > 0 ? ['divider' as const] : []),
    ...group.map(({ label, icon, run, always, disabled }) => ({ label, icon, run, disabled: disabled === true || (!ready && !always) })),
  ]);
  return (
    <MenuButton
      label={t('more')}
      entries={choices.length > 0 ? [...entries, 'divider', ...choices] : entries}
      renderTarget={(props) => (
        <ActionIcon {...props} variant="subtle" aria-label={t('more')} title={t('more')}>
          <IconDots size={18} />
        </ActionIcon>
      )}
    />
  );
}
