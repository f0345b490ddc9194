import type { Company } from '@vitrine/contract/features/companies.ts';
import { list, update } from '@vitrine/contract/features/companies.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/http.ts';
import { useStale } from '../../core/query.ts';
import { ResourceForm } from '../../core/ui/form/ResourceForm.tsx';
import { useResourceForm } from '../../core/ui/form/useResourceForm.ts';
import { SidePanel } from '../../core/ui/SidePanel.tsx';

const names = ['self_registration', 'allow_registering_reports', 'only_own_accounts'] as const;

/** What a partner lets a unit do. */
export function CompanyPanel({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation('partners');
  const stale = useStale();
  const { id, version, self_registration, allow_registering_reports, only_own_accounts } = company;
  const state = useResourceForm({
    initial: { self_registration, allow_registering_reports, only_own_accounts },
    schema: update.body,
    labels: {},
    toBody: (values) => ({ ...values, version }),
    save: (body) => call(update, { params: { id }, body }),
    onSaved: () => {
      void stale(list);
      onClose();
    },
  });
  const leave = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={company.name} onClose={() => void leave()}>
      <ResourceForm
        state={state}
        fields={names.map((name) => ({ kind: 'switch', name, label: t(name), description: t(`${name}_text`) }))}
        onCancel={() => void leave()}
      />
    </SidePanel>
  );
}
