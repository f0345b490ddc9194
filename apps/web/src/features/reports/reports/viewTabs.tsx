import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

const views = ['list', 'usage', 'refreshes'] as const;
export type ReportsView = (typeof views)[number];

export const viewOf = (word: string | undefined): ReportsView => views.find((view) => view === word) ?? 'list';

/** Tabs for the three views of one screen (list, usage, refreshes), each with its own address. */
export function ViewTabs({ view }: { view: ReportsView }) {
  const { t } = useTranslation('reports');
  const navigate = useNavigate();
  return (
    <Tabs value={view} onChange={(next) => void navigate({ to: '.', search: next === 'list' || next === null ? {} : { view: next } })}>
      <Tabs.List aria-label={t('views')} mb={16}>
        {views.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`view_${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
