import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import type { CustomField } from '@vitrine/contract/people/customFields.ts';
import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import { get } from '@vitrine/contract/people/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import { PasswordOnce } from './passwordOnce.tsx';
import { ReportsTab } from './reportsTab.tsx';
import { UnitsTab } from './unitsTab.tsx';
import { UserForm } from './userForm.tsx';

const tabs = ['data', 'reports', 'units'] as const;
type Tab = (typeof tabs)[number];

type Props = {
  /** Null for a new person. */
  id: string | null;
  cloneOf: string | undefined;
  tab: string | undefined;
  onTab: (tab: Tab) => void;
  groups: readonly UserGroup[];
  fields: readonly CustomField[];
  mayGrantAdmin: boolean;
  onChanged: () => void;
  onClose: () => void;
};

/** The panel of a person: data, reports, units. */
export function UserPanel({ id, cloneOf, tab, onTab, groups, fields, mayGrantAdmin, onChanged, onClose }: Props) {
  const { t } = useTranslation('users');
  const wanted = id ?? cloneOf;
  const {
    data: user,
    error,
    refetch,
  } = useEndpoint(get, { params: { id: wanted ?? '' } }, { enabled: wanted !== undefined, staleTime: 0 });
  const [password, setPassword] = useState<{ name: string; text: string } | null>(null);
  const shown = tabs.find((each) => each === tab) ?? 'data';
  if (password) return <PasswordOnce name={password.name} password={password.text} onClose={onClose} />;

  const form = (
    <UserForm
      key={user?.id ?? 'new'}
      user={id === null ? null : (user ?? null)}
      template={id === null ? (user ?? null) : null}
      groups={groups}
      fields={fields}
      mayGrantAdmin={mayGrantAdmin}
      onSaved={(made) => {
        onChanged();
        if (made?.default_password) setPassword({ name: made.name, text: made.default_password });
        else onClose();
      }}
      onClose={onClose}
    />
  );
  return (
    <SidePanel title={id === null ? t('add') : (user?.name ?? (error ? t('title') : ''))} size={640} onClose={onClose}>
      {error && !user ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {id === null && (cloneOf === undefined || user) ? form : null}
      {id !== null && user ? (
        <Tabs
          value={shown}
          onChange={(next) => onTab(tabs.find((each) => each === next) ?? 'data')}
          keepMounted={false}
          styles={{ root: { display: 'flex', flex: 1, flexDirection: 'column' }, panel: { display: 'flex', flex: 1, paddingTop: 16 } }}
        >
          <Tabs.List>
            {tabs.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {t(`tab_${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="data">{form}</Tabs.Panel>
          <Tabs.Panel value="reports">
            <ReportsTab userId={user.id} />
          </Tabs.Panel>
          <Tabs.Panel value="units">
            <UnitsTab userId={user.id} onChanged={onChanged} />
          </Tabs.Panel>
        </Tabs>
      ) : null}
    </SidePanel>
  );
}
