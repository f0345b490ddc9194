import { locales } from '@vitrine/contract/fields.ts';
import { add, contract as contractEndpoint } from '@vitrine/contract/organisation/companies.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';
import { useSubdomainTold } from './useSubdomainTold.ts';

const languageNames = { 'pt-BR': 'Português (Brasil)', 'en-US': 'English', es: 'Español', 'pt-PT': 'Português (Portugal)' } as const;

/** A new unit: its address, what it has of the contract, and who administers it first. */
export function NewCompanyPanel({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const { t, i18n } = useTranslation(['companies', 'partners']);
  const { data: agreed } = useEndpoint(contractEndpoint, {});
  const labels = {
    name: t('partners:name'),
    subdomain: t('subdomain'),
    client_id: t('client'),
    user_limit: t('user_limit'),
    administrator_name: t('administrator_name'),
    email: t('administrator_email'),
    language: t('administrator_language'),
  };
  const state = useResourceForm({
    initial: {
      name: '',
      subdomain: '',
      client_id: '',
      user_limit: 10,
      trial: true,
      demo_report: false,
      partner_own: false,
      administrator_name: '',
      email: '',
      language: i18n.language,
    },
    schema: add.body,
    labels,
    toBody: ({ client_id, ...values }) => ({ ...values, client_id: client_id || null }),
    save: (body) => call(add, { body }),
    success: ({ values }) => t('added', { name: values.name, email: values.email }),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const told = useSubdomainTold(state.form.values.subdomain);
  const left = agreed && agreed.user_limit !== null ? Math.max(0, agreed.user_limit - agreed.user_count) : null;
  const fields: Field[] = [
    { kind: 'text', name: 'name', label: labels.name, required: true },
    {
      kind: 'text',
      name: 'subdomain',
      label: labels.subdomain,
      required: true,
      description: told ?? t('subdomain_text', { host: agreed?.host_above ?? '…' }),
    },
    ...(agreed && agreed.clients.length > 0
      ? [
          {
            kind: 'select' as const,
            name: 'client_id',
            label: labels.client_id,
            description: t('client_text'),
            clearable: true,
            searchable: true,
            options: agreed.clients.map(({ id, name }) => ({ value: id, label: name })),
          },
        ]
      : []),
    { kind: 'switch', name: 'trial', label: t('trial'), description: t('trial_text') },
    { kind: 'switch', name: 'demo_report', label: t('demo_report'), description: t('demo_report_text') },
    { kind: 'switch', name: 'partner_own', label: t('partner_own'), description: t('partner_own_text') },
    {
      kind: 'number',
      name: 'user_limit',
      label: labels.user_limit,
      min: 1,
      required: true,
      description: left === null ? t('user_limit_text') : t('user_limit_left', { count: left, left: formatNumber(left) }),
    },
    { kind: 'text', name: 'administrator_name', label: labels.administrator_name, required: true },
    { kind: 'email', name: 'email', label: labels.email, description: t('administrator_text'), required: true },
    {
      kind: 'select',
      name: 'language',
      label: labels.language,
      options: locales.map((value) => ({ value, label: languageNames[value] })),
    },
  ];
  const cancel = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={t('add')} size={560} onClose={() => void cancel()}>
      <ResourceForm state={state} fields={fields} submitLabel={t('add')} onCancel={() => void cancel()}>
        {agreed && agreed.unit_limit !== null ? (
          <p className={panel.note}>
            {t('units_of_contract', { units: formatNumber(agreed.unit_count), limit: formatNumber(agreed.unit_limit) })}
          </p>
        ) : null}
      </ResourceForm>
    </SidePanel>
  );
}
