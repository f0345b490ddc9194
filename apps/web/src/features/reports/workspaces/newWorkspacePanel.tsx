import type { Answer } from '@vitrine/contract/endpoint.ts';
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
type Account = Answer<typeof accounts>['data'][number];

const capacitiesOf = (account: Account | undefined) => (account?.capacities ?? []).filter(({ may_assign }) => may_assign);
/** The capacity that new workspaces of an account are put on. */
const currentOf = (account: Account | undefined): string => capacitiesOf(account).find(({ current }) => current)?.id ?? '';

function NewWorkspace({ known, onSaved, onClose }: Props & { known: readonly Account[] }) {
  const { t } = useTranslation(['workspaces', 'ui']);
  const nextStep = useNextStep();
  const only = known.length === 1 ? known[0] : undefined;
  const labels = { account_id: t('account'), name: t('name'), capacity_id: t('capacity') };
  const state = useResourceForm<FormValues>({
    initial: { account_id: only?.id ?? '', name: '', capacity_id: currentOf(only) },
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
  const { form } = state;
  const chosen = known.find(({ id }) => id === form.values.account_id);
  form.watch('account_id', ({ value }) => form.setFieldValue('capacity_id', currentOf(known.find(({ id }) => id === value))));
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
            options: known.map(({ id, name }) => ({ value: id, label: name })),
          },
          { kind: 'text', name: 'name', label: labels.name, description: t('name_hint'), required: true },
          {
            kind: 'select',
            name: 'capacity_id',
            label: labels.capacity_id,
            description: t('capacity_hint'),
            placeholder: t('shared'),
            clearable: true,
            options: capacitiesOf(chosen).map(({ id, name, sku }) => ({ value: id, label: `${name} · ${sku}` })),
          },
        ]}
        submitLabel={t('ui:add')}
        onCancel={() => void state.mayLeave().then((yes) => yes && onClose())}
      />
    </SidePanel>
  );
}

/** A new workspace: of which account, its name, and the capacity. The only account need not be chosen. */
export function NewWorkspacePanel(props: Props) {
  const { data } = useEndpoint(accounts, {});
  return data ? <NewWorkspace known={data.data.filter(({ problem }) => problem === null)} {...props} /> : null;
}
