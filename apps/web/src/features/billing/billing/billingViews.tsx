import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

const views = ['invoices', 'charts'] as const;
export type BillingView = (typeof views)[number];

export const viewOf = (word: string | undefined): BillingView => views.find((view) => view === word) ?? 'invoices';

/** The list of invoices, or the charts about all of them; each has its own address. */
export function BillingViews({ view }: { view: BillingView }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  return (
    <Tabs value={view} onChange={(next) => void navigate({ to: '.', search: next === 'charts' ? { view: next } : {} })}>
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
