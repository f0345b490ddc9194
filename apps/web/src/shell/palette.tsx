import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { home, search } from '@vitrine/contract/reading/home.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuOf, verdictOn } from '#platform/access.ts';
import { useConfig } from '#platform/config.ts';
import { languageNames, locales } from '#platform/locale.ts';
import { useEndpoint } from '#platform/query.ts';
import { signOut } from '#platform/signInFlow.ts';
import { rememberView, storage } from '#platform/storage.ts';
import { MenuIcon } from '#ui/icons.tsx';
import { useEscape } from '#ui/useEscape.ts';
import { useFocusBack } from '#ui/useFocusBack.ts';
import { chooseLanguage } from './accountMenu.tsx';
import type { PaletteItem } from './paletteItems.ts';
import { groupItems, withRecent } from './paletteItems.ts';
import { useScreenTitle } from './screenTitle.ts';
import { useUnitSwitch } from './unitSwitcher.tsx';
import { useViewer } from './viewer.ts';

const [store, spotlight] = createSpotlight();

/** Reports are searched by the server, which ignores accents and small typing errors. */
function useReportItems(words: string): PaletteItem[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const readable = verdictOn('report_view', useViewer()) === 'open';
  const [wanted] = useDebouncedValue(words.trim().slice(0, 120), 150);
  const found = useEndpoint(search, { query: { q: wanted } }, { enabled: readable && wanted !== '' });
  // Before anything is typed: recent entries.
  const shelves = useEndpoint(home, {}, { enabled: readable });
  const reports = words.trim() === '' ? shelves.data?.recents : found.data?.data;
  return (reports ?? []).map((report) => ({
    id: `report ${report.id}`,
    group: t('palette_reports'),
    label: report.title,
    detail: report.group_name,
    icon: 'report',
    found: true,
    run: () => void navigate({ to: `/${report.id}/reports/view` }),
  }));
}

function useItems(words: string, onShortcuts: () => void): PaletteItem[] {
  const { t } = useTranslation(['shell', 'ui', 'common']);
  const title = useScreenTitle();
  const viewer = useViewer();
  const config = useConfig();
  const navigate = useNavigate();
  const switchTo = useUnitSwitch();
  const { setColorScheme } = useMantineColorScheme();
  const reports = useReportItems(words);

  const go = (to: string) => () => void navigate({ to });
  return [
    ...menuOf(viewer).map(({ name, path, icon }) => ({
      id: `screen ${name}`,
      group: t('palette_screens'),
      label: title(name),
      icon,
      run: go(path),
    })),
    ...reports,
    ...(config?.companies ?? [])
      .filter((company) => !company.current)
      .map((company) => ({
        id: `unit ${company.tenant_id}`,
        group: t('palette_units'),
        label: company.name,
        icon: 'company',
        run: () => switchTo(company),
      })),
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: `scheme ${scheme}`,
      group: t('palette_actions'),
      label: `${t('color_scheme')}: ${t(scheme === 'auto' ? 'ui:system' : `ui:${scheme}`)}`,
      icon: 'palette',
      run: () => setColorScheme(scheme),
    })),
    ...locales.map((locale) => ({
      id: `language ${locale}`,
      group: t('palette_actions'),
      label: `${t('common:language')}: ${languageNames[locale]}`,
      icon: 'world',
      run: () => chooseLanguage(locale),
    })),
    { id: 'shortcuts', group: t('palette_actions'), label: t('shortcuts'), icon: 'key', run: onShortcuts },
    { id: 'sign out', group: t('palette_actions'), label: t('sign_out'), icon: 'user', run: () => signOut() },
  ];
}

/** Results of the server arrive after the keystroke; Enter opens the first entry that is shown now. */
function useFirstChosen(shown: string): void {
  useEffect(() => {
    if (shown === '') return;
    const actions = document.getElementById(store.getState().listId)?.querySelectorAll('[data-action]') ?? [];
    for (const action of actions) action.removeAttribute('data-selected');
    actions[0]?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [shown]);
}

/** Ctrl K: screens, reports, units and actions, found without regard to accents, the recent ones first. */
export function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const { t } = useTranslation('shell');
  const [words, setWords] = useState('');
  const items = useItems(words, onShortcuts);
  useEffect(() => spotlight.open(), []);
  useFocusBack();
  useEscape(onClose);

  const recent = storage.read('bi:view')?.recent ?? [];
  const groups = groupItems(items, words, recent, t('palette_recent'));
  const ids = groups.flatMap(({ members }) => members.map(({ id }) => id));
  useFirstChosen(words.trim() === '' ? '' : ids.join(' '));
  const choose = (item: PaletteItem) => {
    rememberView({ recent: withRecent(recent, item.id) });
    onClose();
    item.run();
  };
  return (
    <Spotlight.Root
      store={store}
      query={words}
      onQueryChange={setWords}
      onSpotlightClose={onClose}
      closeOnEscape={false}
      shortcut={null}
      tagsToIgnore={[]}
      scrollable
      maxHeight="60vh"
      transitionProps={{ duration: 80 }}
      attributes={{ content: { 'aria-label': t('search_or_run') } }}
    >
      <Spotlight.Search placeholder={t('search_or_run')} aria-label={t('search_or_run')} leftSection={<IconSearch size={18} />} />
      <Spotlight.ActionsList>
        {groups.map(({ group, members }) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {members.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.label}
                {...(item.detail ? { description: item.detail } : {})}
                leftSection={<MenuIcon name={item.icon} />}
                closeSpotlightOnTrigger
                onClick={() => choose(item)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 ? <Spotlight.Empty>{t('palette_nothing')}</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
