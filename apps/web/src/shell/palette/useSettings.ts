/** Settings by their names. The names weigh more than the palette, so they come with the first letter that is typed. */
import { useNavigate } from '@tanstack/react-router';
import { screens } from '@vitrine/contract/screens.ts';
import { useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import type { NamedSettings } from '#platform/built.ts';
import { ScreenSettingsContext } from '#platform/built.ts';
import { loadNamespaces } from '#platform/i18n.ts';
import { useScreenTitle } from '../screenTitle.ts';
import { useViewer } from '../viewer.ts';
import type { PaletteItem } from './paletteItems.ts';

export function useSettings(wanted: boolean): PaletteItem[] {
  const { t } = useTranslation('shell');
  const title = useScreenTitle();
  const viewer = useViewer();
  const navigate = useNavigate();
  const ofScreens = useContext(ScreenSettingsContext);
  const [names, setNames] = useState<readonly NamedSettings[] | null>(null);
  useEffect(() => {
    if (!wanted || names) return;
    Promise.all(ofScreens.map(async ({ load, namespaces }) => (await Promise.all([load(), loadNamespaces(...namespaces)]))[0])).then(
      setNames,
      // Without them the palette finds what it finds otherwise.
      () => undefined,
    );
  }, [wanted, names, ofScreens]);
  if (!wanted || !names) return [];
  return ofScreens.flatMap(({ screen }, index) =>
    verdictOn(screen, viewer) === 'open'
      ? (names[index]?.(viewer) ?? []).map(({ section, sectionTitle, name, label }) => ({
          id: `setting ${screen} ${section} ${name} ${label}`,
          group: t('screen_setting'),
          label,
          detail: `${title(screen)} › ${sectionTitle}`,
          icon: 'settings',
          run: () => void navigate({ to: screens[screen].path, search: { section, setting: name } }),
        }))
      : [],
  );
}
