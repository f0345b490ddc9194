import type { ScreenName } from '@vitrine/contract/screens.ts';
import { useContext } from 'react';
import { BuiltContext } from '#platform/built.ts';
import { useScreenTitle } from './screenTitle.ts';

/** Those of the screens that are built, to choose from, by the names that they have in the menu. */
export function useScreenOptions(): (names: readonly ScreenName[]) => { value: ScreenName; label: string }[] {
  const title = useScreenTitle();
  const built = useContext(BuiltContext);
  return (names) => names.filter(built).map((name) => ({ value: name, label: title(name) }));
}
