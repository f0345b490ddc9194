import type { ScreenName } from '@vitrine/contract/screens.ts';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { BuiltContext } from '#platform/built.ts';
import type { Resources } from '#platform/resources.ts';

type ScreenKey = Extract<keyof Resources['shell'], `screen_${string}`>;

/** Those of the screens that are built, to choose from, by the names that they have in the menu. */
export function useScreenOptions(): (names: readonly ScreenName[]) => { value: ScreenName; label: string }[] {
  const { t } = useTranslation('shell');
  const built = useContext(BuiltContext);
  // Every screen of the menu has its name in the catalogue; that the compiler cannot see.
  return (names) => names.filter(built).map((name) => ({ value: name, label: t(`screen_${name}` as ScreenKey) }));
}
