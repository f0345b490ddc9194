import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import css from './objectTabs.module.css';

/** The one vocabulary of tabs: what stands under a word is the same for every object. */
export type TabName =
  | 'contents'
  | 'worksheet'
  | 'concerned'
  | 'capacity'
  | 'state'
  | 'hours'
  | 'plan'
  | 'conversation'
  | 'profile'
  | 'members'
  | 'access'
  | 'units'
  | 'settings'
  | 'refresh'
  | 'runs'
  | 'maintenance'
  | 'health'
  | 'use'
  | 'positions'
  | 'days'
  | 'mails'
  | 'text'
  | 'reach'
  | 'versions'
  | 'history';

export type ObjectTab = { name: TabName; content: ReactNode };

/** The tabs of an object; which one is open stands in the address (`?tab=access`), the first one without. */
export function ObjectTabs({ label, tabs }: { label: string; tabs: readonly ObjectTab[] }) {
  const { t } = useTranslation('ui');
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const first = tabs[0]?.name;
  const open = tabs.find(({ name }) => name === search['tab'])?.name ?? first ?? null;
  return (
    <Tabs
      value={open}
      onChange={(name) =>
        void navigate({ to: '.', search: name === null || name === first ? {} : { tab: name }, state: true, replace: true })
      }
      keepMounted={false}
      classNames={{ list: css.list ?? '', panel: css.panel ?? '' }}
    >
      <Tabs.List aria-label={label}>
        {tabs.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tab_${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name}>
          <h2 className="visually-hidden">{t(`tab_${name}`)}</h2>
          <Suspense fallback={null}>{content}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
