import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { permission } from '@vitrine/contract/capabilities.ts';
import { waiting } from '#endpoints/access/catalogue.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { useRole } from '#platform/session.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { Browse } from './browse.tsx';
import { Requests } from './requests.tsx';

const tabs = ['browse', 'mine', 'queue', 'history'] as const;
type Tab = (typeof tabs)[number];

/** `/catalogs`: the catalogue, the person's own requests, and for administrators the open and former requests. */
export function Catalogue() {
  const { t } = useTranslation('catalogue');
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const role = useRole() ?? 'user';
  const decides = permission({ role }, 'catalogue_decision', 'use') !== null;
  const { data } = useEndpoint(waiting, {}, { enabled: decides });
  const allowed: readonly Tab[] = decides ? tabs : ['browse', 'mine'];
  const tab = allowed.find((one) => one === search['tab']) ?? 'browse';
  const count = data?.waiting ?? 0;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Tabs value={tab} onChange={(next) => void navigate({ to: '.', search: { tab: next ?? 'browse' } })} keepMounted={false}>
        <Tabs.List mb={16}>
          {allowed.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {name === 'queue' && count > 0 ? t('tab_queue_count', { count }) : t(`tab_${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="browse">
          <Browse />
        </Tabs.Panel>
        <Tabs.Panel value="mine">
          <Requests key="mine" scope="mine" />
        </Tabs.Panel>
        <Tabs.Panel value="queue">
          <Requests key="queue" scope="unit" state="open" />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <Requests key="history" scope="unit" />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
