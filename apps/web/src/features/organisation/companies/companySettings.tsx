import { ofCompany } from '@vitrine/contract/audit/audit.ts';
import type { Company } from '@vitrine/contract/organisation/companies.ts';
import { contract as contractEndpoint, get, list, update } from '@vitrine/contract/organisation/companies.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { useSubdomainTold } from './useSubdomainTold.ts';

const defaults = ['default_for_cloud', 'default_for_registration'] as const;
const switches = ['self_registration', 'allow_registering_reports', 'only_own_accounts'] as const;

/** Name, address, user limit and permissions of a unit. */
export function CompanySettings({ company }: { company: Company }) {
  const { t } = useTranslation(['companies', 'partners']);
  const stale = useStale();
  const { data: agreed } = useEndpoint(contractEndpoint, {});
  const { id, version, name, subdomain, user_limit, self_registration, allow_registering_reports, only_own_accounts } = company;
  const { default_for_cloud, default_for_registration } = company;
  const labels = { name: t('partners:name'), subdomain: t('subdomain'), user_limit: t('user_limit') };
  const state = useResourceForm({
    initial: {
      name,
      subdomain: subdomain ?? '',
      user_limit,
      default_for_cloud,
      default_for_registration,
      self_registration,
      allow_registering_reports,
      only_own_accounts,
    },
    version,
    schema: update.body,
    labels,
    toBody: (values) => ({ ...values, subdomain: values.subdomain.trim() === '' ? null : values.subdomain }),
    save: (body) => call(update, { params: { id }, body }),
    success: t('saved', { name }),
    onSaved: () => void stale(list, get, ofCompany, contractEndpoint),
  });
  const told = useSubdomainTold(state.form.values.subdomain, subdomain);
  const fields: Field[] = [
    { kind: 'text', name: 'name', label: labels.name, required: true },
    {
      kind: 'text',
      name: 'subdomain',
      label: labels.subdomain,
      description: told ?? t('subdomain_text', { host: agreed?.host_above ?? '…' }),
    },
    { kind: 'number', name: 'user_limit', label: labels.user_limit, min: 1, required: true, description: t('user_limit_text') },
    ...defaults.map((one): Field => {
      const other = company[one] ? null : agreed?.[one];
      const description = other ? `${t(`${one}_text`)} ${t('default_now', { name: other })}` : t(`${one}_text`);
      return { kind: 'switch', name: one, label: t(one), description };
    }),
    ...switches.map((one): Field => ({ kind: 'switch', name: one, label: t(`partners:${one}`), description: t(`partners:${one}_text`) })),
  ];
  return <ResourceForm state={state} fields={fields} />;
}
