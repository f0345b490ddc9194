import type { CapacityDetail } from '@vitrine/contract/datasets/capacities.ts';
import { update } from '@vitrine/contract/datasets/capacities.ts';
import { wakings } from '#endpoints/datasets/capacityResume.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';

type Props = { capacity: CapacityDetail; onSaved: () => void; onClose: () => void };

/** What the portal has written down about a capacity; its size in Azure is changed by scaling. */
export function EditCapacityPanel({ capacity, onSaved, onClose }: Props) {
  const { t } = useTranslation(['capacities', 'ui']);
  const { id, name, resource_group, subscription_id, current, waking, version } = capacity;
  const labels = { name: t('feature_name'), resource_group: t('resource_group'), subscription_id: t('subscription'), waking: t('waking') };
  const state = useResourceForm({
    initial: { name, resource_group, subscription_id, current, waking },
    version,
    schema: update.body,
    labels,
    save: (body) => call(update, { params: { id }, body }),
    success: ({ values }) => t('saved', { name: values.name }),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <SidePanel title={t('edit')} onClose={() => void state.mayLeave().then((yes) => yes && onClose())}>
      <ResourceForm
        state={state}
        fields={[
          { kind: 'text', name: 'name', label: labels.name, description: t('feature_name_hint'), required: true },
          { kind: 'text', name: 'resource_group', label: labels.resource_group, required: true },
          { kind: 'text', name: 'subscription_id', label: labels.subscription_id, description: t('subscription_hint'), required: true },
          {
            kind: 'choice',
            name: 'waking',
            label: labels.waking,
            description: t('waking_hint'),
            options: wakings.map((value) => ({ value, label: t(`waking_${value}`) })),
          },
          { kind: 'switch', name: 'current', label: t('current'), description: t('current_hint') },
        ]}
        onCancel={() => void state.mayLeave().then((yes) => yes && onClose())}
      />
    </SidePanel>
  );
}
