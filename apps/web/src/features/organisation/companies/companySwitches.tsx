import { ofCompany } from '@vitrine/contract/audit/audit.ts';
import type { Company } from '@vitrine/contract/organisation/companies.ts';
import { get, list, update } from '@vitrine/contract/organisation/companies.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';

const names = ['self_registration', 'allow_registering_reports', 'only_own_accounts'] as const;

/** Permissions that a partner gives to a unit. */
export function CompanySwitches({ company }: { company: Company }) {
  const { t } = useTranslation('partners');
  const stale = useStale();
  const { id, version, self_registration, allow_registering_reports, only_own_accounts } = company;
  const state = useResourceForm({
    initial: { self_registration, allow_registering_reports, only_own_accounts },
    version,
    schema: update.body,
    labels: {},
    save: (body) => call(update, { params: { id }, body }),
    success: t('permissions_saved', { name: company.name }),
    onSaved: () => void stale(list, get, ofCompany),
  });
  return (
    <ResourceForm state={state} fields={names.map((name) => ({ kind: 'switch', name, label: t(name), description: t(`${name}_text`) }))} />
  );
}
