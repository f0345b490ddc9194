import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useBulkResult } from './bulkResult.ts';
import { People } from './people.tsx';
import { onDemand } from '#ui/onDemand.tsx';

const CustomFields = onDemand(async () => (await import('./customFields/customFields.tsx')).CustomFields);
const ImportWizard = onDemand(async () => (await import('./userImport/importWizard.tsx')).ImportWizard);

/** `/user`: people and custom fields; with `?import=` the import. */
export function Users() {
  const { t } = useTranslation('users');
  const tell = useBulkResult();
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const tab = search['tab'] === 'fields' ? 'fields' : 'people';
  if (search['import'])
    return (
      <Suspense fallback={null}>
        <ImportWizard importId={search['import']} onInvited={(result) => tell('invite', result)} />
      </Suspense>
    );
  const tabs = (
    <Tabs value={tab} onChange={(next) => void navigate({ to: '.', search: next === 'fields' ? { tab: 'fields' } : {} })}>
      <Tabs.List aria-label={t('title')} mb={16}>
        <Tabs.Tab value="people">{t('people')}</Tabs.Tab>
        <Tabs.Tab value="fields">{t('custom_fields')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
  return <Suspense fallback={null}>{tab === 'fields' ? <CustomFields tabs={tabs} /> : <People tabs={tabs} />}</Suspense>;
}
