import type { RegistrationSettings } from '@vitrine/contract/signIn/registration.ts';
import { getSettings, saveSettings } from '@vitrine/contract/signIn/registration.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field, Values } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';

/** Settings of registration: accepted and approved domains. */
export function SettingsPanel({ settings, onClose }: { settings: RegistrationSettings; onClose: () => void }) {
  const { t } = useTranslation('registrations');
  const stale = useStale();
  const fields: Field[] = [
    {
      kind: 'switch',
      name: 'enabled',
      label: t('enabled'),
      description: settings.allowed
        ? settings.address
          ? t('enabled_at', { address: settings.address })
          : t('no_address')
        : t('not_allowed'),
      disabled: !settings.allowed,
    },
    {
      kind: 'tags',
      name: 'registration_domains',
      label: t('domains'),
      description: t('domains_hint'),
      placeholder: 'empresa.com.br, loja.com.br',
    },
    {
      kind: 'tags',
      name: 'trusted_domains',
      label: t('trusted'),
      description: t('trusted_hint'),
      placeholder: 'empresa.com.br, loja.com.br',
    },
  ];
  const { enabled, registration_domains, trusted_domains, version } = settings;
  const state = useResourceForm<Values>({
    initial: { enabled, registration_domains, trusted_domains },
    schema: saveSettings.body,
    labels: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
    toBody: (values) => ({ ...values, version }),
    save: (body) => call(saveSettings, { body }),
    success: t('settings_saved'),
    onSaved: () => {
      void stale(getSettings);
      onClose();
    },
  });
  return (
    <SidePanel title={t('settings')} onClose={onClose}>
      <ResourceForm state={state} fields={fields} />
    </SidePanel>
  );
}
