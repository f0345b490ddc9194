/** What the palette offers without asking the server: screens, actions of screens and of the open page, units, choices. */
import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { permission } from '@vitrine/contract/capabilities.ts';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { screens } from '@vitrine/contract/screens.ts';
import { useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuOf, verdictOn } from '#platform/access.ts';
import { ScreenActionsContext } from '#platform/built.ts';
import { useConfig } from '#platform/config.ts';
import { languageNames, locales } from '#platform/locale.ts';
import { loadNamespaces } from '#platform/i18n.ts';
import { pageActions } from '#platform/pageActions.ts';
import { signOut } from '#platform/signInFlow.ts';
import { useStateValue } from '#platform/state.ts';
import { chooseLanguage } from '../accountMenu.tsx';
import { openHelp } from '../help/helpState.ts';
import { useScreenTitle } from '../screenTitle.ts';
import { useUnitSwitch } from '../unitSwitcher.tsx';
import { useViewer } from '../viewer.ts';
import type { helpTopics as HelpTopics } from '../help/helpTopics.ts';
import type { PaletteItem } from './paletteItems.ts';
import { useSettings } from './useSettings.ts';

/** Screens that stand in no menu, because the header leads to them. */
const fromHeader: readonly ScreenName[] = ['notifications', 'account', 'faq'];

function useScreens(): PaletteItem[] {
  const { t } = useTranslation('shell');
  const title = useScreenTitle();
  const viewer = useViewer();
  const navigate = useNavigate();
  const inMenu = menuOf(viewer).map(({ name, icon }) => ({ name, icon }));
  const others = fromHeader.filter((name) => verdictOn(name, viewer) === 'open').map((name) => ({ name, icon: undefined }));
  return [...inMenu, ...others].map(({ name, icon }) => ({
    id: `screen ${name}`,
    group: t('palette_screens'),
    label: title(name),
    icon,
    run: () => void navigate({ to: screens[name].path }),
  }));
}

/** What the open page can do comes first, then what other screens begin with. */
function useActions(): PaletteItem[] {
  const { t } = useTranslation('shell');
  const viewer = useViewer();
  const navigate = useNavigate();
  const title = useScreenTitle();
  const ofScreens = useContext(ScreenActionsContext);
  const ofPage = useStateValue(pageActions);
  return [
    ...ofPage.map(({ label, run }) => ({ id: `page action ${label}`, group: t('palette_here'), label, icon: 'run', run })),
    ...ofScreens
      .filter(({ screen, needs }) => verdictOn(screen, viewer) === 'open' && permission(viewer, ...needs) !== null)
      .map(({ screen, label, search }) => ({
        id: label,
        group: t('palette_actions'),
        label: t(label),
        detail: title(screen),
        icon: 'add',
        run: () => void navigate({ to: screens[screen].path, search }),
      })),
  ];
}

function useUnits(): PaletteItem[] {
  const { t } = useTranslation('shell');
  const config = useConfig();
  const switchTo = useUnitSwitch();
  return (config?.companies ?? [])
    .filter((company) => !company.current)
    .map((company) => ({
      id: `unit ${company.tenant_id}`,
      group: t('palette_units'),
      label: company.name,
      icon: 'company',
      run: () => switchTo(company),
    }));
}

/** What the help explains; its words come when the palette has been opened. */
function useHelp(): PaletteItem[] {
  // Asked for by name, the words of the help would hold the palette up, and its keys with it.
  const { t, i18n } = useTranslation('shell');
  const viewer = useViewer();
  const title = useScreenTitle();
  const [helpTopics, setHelpTopics] = useState<typeof HelpTopics | null>(null);
  useEffect(() => {
    // Without them the palette finds everything else.
    Promise.all([import('../help/helpTopics.ts'), loadNamespaces('help')]).then(
      ([loaded]) => setHelpTopics(() => loaded.helpTopics),
      () => undefined,
    );
  }, []);
  return (helpTopics?.(viewer, title, i18n.getFixedT(i18n.language, ['shell', 'help'])) ?? []).map((topic) => ({
    id: `help ${topic.name}`,
    group: t('palette_help'),
    label: topic.title,
    detail: topic.text,
    icon: 'help',
    run: () => openHelp.set({ kind: 'panel', topic: topic.name }),
  }));
}

export function usePaletteItems(onShortcuts: () => void, typed: boolean): PaletteItem[] {
  const { t } = useTranslation(['shell', 'ui', 'common']);
  const { setColorScheme } = useMantineColorScheme();
  const [shown, actions, units, settings, help] = [useScreens(), useActions(), useUnits(), useSettings(typed), useHelp()];
  const group = t('palette_actions');
  return [
    ...shown,
    ...actions,
    ...units,
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: `scheme ${scheme}`,
      group,
      label: `${t('color_scheme')}: ${t(scheme === 'auto' ? 'ui:system' : `ui:${scheme}`)}`,
      icon: 'palette',
      run: () => setColorScheme(scheme),
    })),
    ...locales.map((locale) => ({
      id: `language ${locale}`,
      group,
      label: `${t('common:language')}: ${languageNames[locale]}`,
      icon: 'world',
      run: () => chooseLanguage(locale),
    })),
    { id: 'shortcuts', group, label: t('shortcuts'), icon: 'key', run: onShortcuts },
    { id: 'sign out', group, label: t('sign_out'), icon: 'user', run: () => signOut() },
    ...settings,
    ...help,
  ];
}
