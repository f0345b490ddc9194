import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ticketScopes } from '#endpoints/support/ticket.ts';
import { useTranslation } from 'react-i18next';

/** What the help desk shows to those who work on tickets or oversee them: its lists, and how it is doing. */
export function DeskTabs({ value }: { value: (typeof ticketScopes)[number] | 'figures' }) {
  const { t } = useTranslation('helpDesk');
  const navigate = useNavigate();
  return (
    <Tabs value={value} onChange={(next) => void navigate({ to: '.', search: { tab: next ?? value } })}>
      <Tabs.List mb={16} aria-label={t('title')}>
        {[...ticketScopes, 'figures' as const].map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`scope_${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
