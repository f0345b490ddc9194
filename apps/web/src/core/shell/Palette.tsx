import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { allSelect } from '@vitrine/contract/features/reportReading.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuOf, verdictOn } from '../access.ts';
import { useConfig } from '../config.ts';
import { languageNames, locales } from '../locale.ts';
import { useEndpoint } from '../query.ts';
import { signOut } from '../signing.ts';
import { rememberView, storage } from '../storage.ts';
import { MenuIcon } from '../ui/icons.tsx';
import { useFocusBack } from '../ui/useFocusBack.ts';
import { chooseLanguage } from './AccountMenu.tsx';
import type { PaletteItem } from './paletteItems.ts';
import { groupItems, withRecent } from './paletteItems.ts';
import { useScreenTitle } from './screenTitle.ts';
import { useUnitSwitch } from './UnitSwitcher.tsx';
import { useViewer } from './viewer.ts';

const [store, spotlight] = createSpotlight();

function useItems(onShortcuts: () => void): PaletteItem[] {
  const { t } = useTranslation(['shell', 'ui', 'common']);
  const title = useScreenTitle();
  const viewer = useViewer();
  const config = useConfig();
  const navigate = useNavigate();
  const switchTo = useUnitSwitch();
  const { setColorScheme } = useMantineColorScheme();
  const readable = verdictOn('report_view', viewer) === 'open';
  const reports = useEndpoint(allSelect, {}, { enabled: readable });

  const go = (to: string) => () => void navigate({ to });
  return [
    ...menuOf(viewer).map(({ name, path, icon }) => ({
      id: `screen ${name}`,
      group: t('palette_screens'),
      label: title(name),
      icon,
      run: go(path),
    })),
    ...(reports.data ?? []).map((report) => ({
      id: `report ${report.id}`,
      group: t('palette_reports'),
      label: report.title,
      detail: report.group_name,
      icon: 'report',
      run: go(`/${report.id}/reports/view`),
    })),
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

/** Ctrl K: screens, reports, units and actions, found without regard to accents, the recent ones first. */
export function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const { t } = useTranslation('shell');
  const [words, setWords] = useState('');
  const items = useItems(onShortcuts);
  useEffect(() => spotlight.open(), []);
  useFocusBack();

  const recent = storage.read('bi:view')?.recent ?? [];
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
      shortcut={null}
      tagsToIgnore={[]}
      scrollable
      maxHeight="60vh"
      transitionProps={{ duration: 80 }}
      attributes={{ content: { 'aria-label': t('search_or_run') } }}
    >
      <Spotlight.Search placeholder={t('search_or_run')} aria-label={t('search_or_run')} leftSection={<IconSearch size={18} />} />
      <Spotlight.ActionsList>
        {groupItems(items, words, recent, t('palette_recent')).map(({ group, members }) => (
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
        {groupItems(items, words, recent, '').length === 0 ? <Spotlight.Empty>{t('palette_nothing')}</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
