import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '#ui/sidePanel.tsx';
import { GroupReports } from './groupReports.tsx';
import { GroupSettings } from './groupSettings.tsx';
import { MembersTab } from './membersTab.tsx';

const tabs = ['members', 'reports', 'settings'] as const;
type Tab = (typeof tabs)[number];

type Props = {
  group: UserGroup | null;
  tab: string | undefined;
  onTab: (tab: Tab) => void;
  onChanged: () => void;
  onClose: () => void;
};

/** The panel of a user group: people, reports, settings. A new one has settings only. */
export function GroupPanel({ group, tab, onTab, onChanged, onClose }: Props) {
  const { t } = useTranslation('userGroups');
  const shown = tabs.find((each) => each === tab) ?? 'members';
  return (
    <SidePanel title={group ? group.name : t('add')} size={560} onClose={onClose}>
      {group ? (
        <Tabs
          value={shown}
          onChange={(next) => onTab(tabs.find((each) => each === next) ?? 'members')}
          keepMounted={false}
          styles={{ root: { display: 'flex', flex: 1, flexDirection: 'column' }, panel: { display: 'flex', flex: 1, paddingTop: 16 } }}
        >
          <Tabs.List>
            {tabs.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {t(each)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="members">
            <MembersTab group={group} onChanged={onChanged} />
          </Tabs.Panel>
          <Tabs.Panel value="reports">
            <GroupReports groupId={group.id} />
          </Tabs.Panel>
          <Tabs.Panel value="settings">
            <GroupSettings group={group} onSaved={onChanged} onClose={onClose} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <GroupSettings group={null} onSaved={onChanged} onClose={onClose} />
      )}
    </SidePanel>
  );
}
