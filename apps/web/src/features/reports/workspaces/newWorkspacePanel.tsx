import { accounts } from '#endpoints/reports/workspaces.ts';
import { add } from '@vitrine/contract/reports/workspaces.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { useNextStep } from '#ui/useNextStep.ts';

type Props = { onSaved: () => void; onClose: () => void };
type FormValues = { account_id: string; name: string; capacity_id: string };

/** A new workspace: of which account, its name, and the capacity. */
export function NewWorkspacePanel({ onSaved, onClose }: Props) {
  const { t } = useTranslation(['workspaces', 'ui']);
  const nextStep = useNextStep();
  const { data } = useEndpoint(accounts, {});
  const labels = { account_id: t('account'), name: t('name'), capacity_id: t('capacity') };
  const state = useResourceForm<FormValues>({
    initial: { account_id: '', name: '', capacity_id: '' },
    schema: add.body,
    labels,
    toBody: ({ capacity_id, ...values }) => ({ ...values, capacity_id: capacity_id === '' ? null : capacity_id }),
    save: async (body) => {
      const made = await call(add, { body });
      if (made.capacity_refused) toast.warning(t('added_without_capacity', { name: made.name }));
      return made;
    },
    success: ({ id, values: { name } }) => nextStep(t('added', { name }), `/powerbi/workspace/${id}`),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const chosen = data?.data.find(({ id }) => id === state.form.values.account_id);
  const capacities = (chosen?.capacities ?? []).filter(({ may_assign }) => may_assign);
  return (
    <SidePanel title={t('add')} size={560} onClose={onClose}>
      <ResourceForm
        state={state}
        fields={[
          {
            kind: 'select',
            name: 'account_id',
            label: labels.account_id,
            required: true,
            options: (data?.data ?? []).filter(({ problem }) => problem === null).map(({ id, name }) => ({ value: id, label: name })),
          },
          { kind: 'text', name: 'name', label: labels.name, description: t('name_hint'), required: true },
          {
            kind: 'select',
            name: 'capacity_id',
            label: labels.capacity_id,
            description: t('capacity_hint'),
            placeholder: t('shared'),
            clearable: true,
            options: capacities.map(({ id, name, sku }) => ({ value: id, label: `${name} · ${sku}` })),
          },
        ]}
        submitLabel={t('ui:add')}
        onCancel={() => void state.mayLeave().then((yes) => yes && onClose())}
      />
    </SidePanel>
  );
}
