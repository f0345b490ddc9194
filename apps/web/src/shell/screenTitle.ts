import type { ScreenName } from '@vitrine/contract/screens.ts';
import { useTranslation } from 'react-i18next';
import type { Resources } from '#platform/resources.ts';

type ScreenKey = Extract<keyof Resources['shell'], `screen_${string}`>;

/** The name of a screen in menu and palette. Screens without an entry there have none. */
export function useScreenTitle(): (name: ScreenName) => string {
  const { t } = useTranslation('shell');
  return (name) => t(`screen_${name}` as ScreenKey);
}
