import { Button } from '@mantine/core';
import { IconCheck, IconSettings, IconX } from '@tabler/icons-react';
import type { RegistrationRow } from '@vitrine/contract/signIn/registration.ts';
import { approve, deny, getSettings, list as listEndpoint } from '#endpoints/signIn/registration.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { languageNames } from '#platform/locale.ts';
import { toast } from '#platform/toast.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { useList } from '#ui/grid/useList.ts';
import { ListPage } from '#ui/resource/listPage.tsx';
import { onDemand } from '#ui/onDemand.tsx';

const SettingsPanel = onDemand(async () => (await import('./settingsPanel.tsx')).SettingsPanel);

/** `/registrations`: people who registered and wait for a decision, and who may register at all. */
export function Registrations() {
  const { t } = useTranslation('registrations');
  const stale = useStale();
  const list = useList<RegistrationRow>(listEndpoint, { name: 'page_registration' });
  const settings = useEndpoint(getSettings, {});
  const [open, setOpen] = useState(false);

  const decide = async (endpoint: typeof approve | typeof deny, row: RegistrationRow) => {
    try {
      await call(endpoint, { params: { id: row.id } });
      toast.success(t(endpoint === approve ? 'approved' : 'denied', { name: row.name }));
    } catch (error) {
      toast.failure(error);
    }
    await stale(listEndpoint);
  };
  const { data } = settings;
  const settingsButton = (
    <Button variant="default" leftSection={<IconSettings size={16} />} onClick={() => setOpen(true)} disabled={!data}>
      {t('settings')}
    </Button>
  );
  const isOpen = data?.enabled && data.allowed;
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      buttons={settingsButton}
      list={list}
      columns={[
        { key: 'name', header: t('name'), sort: 'name' },
        { key: 'email', header: t('email') },
        { key: 'language', header: t('language'), cell: (row) => languageNames[row.language] },
        {
          key: 'registered_at',
          header: t('registered_at'),
          sort: 'registered_at',
          cell: (row) => <RelativeTimeCell value={row.registered_at} />,
        },
      ]}
      actions={[
        { key: 'approve', label: t('approve'), icon: <IconCheck size={16} />, run: (row) => void decide(approve, row) },
        {
          key: 'deny',
          label: t('deny'),
          icon: <IconX size={16} />,
          danger: true,
          run: (row) => void toast.confirm(t('deny_sure', { name: row.name })).then((yes) => (yes ? decide(deny, row) : undefined)),
        },
      ]}
      empty={{
        title: t('empty_title'),
        text: isOpen ? t('empty_open', { address: data.address ?? '' }) : t('empty_closed'),
        action: settingsButton,
      }}
    >
      {open && data ? <SettingsPanel settings={data} onClose={() => setOpen(false)} /> : null}
    </ListPage>
  );
}
