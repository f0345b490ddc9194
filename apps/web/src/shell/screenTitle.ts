import type { ScreenName } from '@vitrine/contract/screens.ts';
import { useTranslation } from 'react-i18next';
import type { Resources } from '#platform/resources.ts';
import { useRole } from '#platform/session.ts';

type ScreenKey = Extract<keyof Resources['shell'], `screen_${string}`>;

/** The name of a screen in menu and palette. Screens without an entry there have none. */
export function useScreenTitle(): (name: ScreenName) => string {
  const { t } = useTranslation('shell');
  const role = useRole();
  // What is in the menu has a name in the catalogue; that the compiler cannot see.
  return (name) => (name === 'powerbi' && role === 'user' ? t('screen_powerbi_of_reader') : t(`screen_${name}` as ScreenKey));
}
