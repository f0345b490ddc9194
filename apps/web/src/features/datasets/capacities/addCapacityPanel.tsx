import type { Answer } from '@vitrine/contract/endpoint.ts';
import { Button } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import { accounts, discover } from '#endpoints/datasets/capacities.ts';
import { add } from '@vitrine/contract/datasets/capacities.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';
import { useNextStep } from '#ui/useNextStep.ts';

type Found = Answer<typeof discover>['data'][number];
type Props = { onSaved: () => void; onClose: () => void };
type FormValues = { account_id: string; name: string; resource_group: string; subscription_id: string; sku: string; current: boolean };

/** What the account's subscription has, to take one of; what is in the portal already is only named. */
function Discovered({ account_id, onTake }: { account_id: string; onTake: (found: Found) => void }) {
  const { t } = useTranslation('capacities');
  const { data, error } = useEndpoint(discover, { params: { account_id } }, { enabled: account_id !== '', staleTime: 0 });
  if (account_id === '') return null;
  if (error) {
    return (
      <p className={panel.note} data-warning role="status">
        {failureOf(error).message} {t('by_hand')}
      </p>
    );
  }
  if (!data) return <p className={panel.note}>{t('discovering')}</p>;
  if (data.data.length === 0) return <p className={panel.note}>{t('discovered_none')}</p>;
  return (
    <ul className={panel.rows} aria-label={t('discovered')}>
      {data.data.map((found) => (
        <li key={`${found.subscription_id}/${found.resource_group}/${found.name}`}>
          <IconServer size={16} aria-hidden="true" />
          <span className={panel.what}>
            <span>{found.name}</span>
            <span className={panel.detail}>{[found.sku, found.resource_group].join(' · ')}</span>
          </span>
          {found.added ? (
            <span className={panel.detail}>{t('added_already')}</span>
          ) : (
            <Button variant="default" size="compact-sm" aria-label={t('take_of', { name: found.name })} onClick={() => onTake(found)}>
              {t('take')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

type Account = Answer<typeof accounts>['data'][number];

function AddCapacity({ known, onSaved, onClose }: Props & { known: readonly Account[] }) {
  const { t } = useTranslation(['capacities', 'ui']);
  const nextStep = useNextStep();
  const [taken, setTaken] = useState('');
  const labels = {
    account_id: t('account'),
    name: t('feature_name'),
    resource_group: t('resource_group'),
    subscription_id: t('subscription'),
    sku: t('size'),
  };
  const state = useResourceForm<FormValues>({
    initial: {
      account_id: known.length === 1 ? (known[0]?.id ?? '') : '',
      name: '',
      resource_group: '',
      subscription_id: '',
      sku: '',
      current: false,
    },
    schema: add.body,
    labels,
    save: (body) => call(add, { body }),
    success: ({ id, values: { name } }) => nextStep(t('added', { name }), `/powerbi/resources/${id}`),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const { form } = state;
  const take = ({ name, resource_group, subscription_id, sku }: Found) => {
    form.setValues({ name, resource_group, subscription_id, sku });
    setTaken(name);
  };
  const rest: Field[] = [
    { kind: 'text', name: 'name', label: labels.name, description: t('feature_name_hint'), required: true },
    { kind: 'text', name: 'resource_group', label: labels.resource_group, required: true },
    { kind: 'text', name: 'subscription_id', label: labels.subscription_id, description: t('subscription_hint'), required: true },
    { kind: 'text', name: 'sku', label: labels.sku, description: t('size_hint'), required: true },
    { kind: 'switch', name: 'current', label: t('current'), description: t('current_hint') },
  ];
  return (
    <SidePanel title={t('add')} size={560} onClose={() => void state.mayLeave().then((yes) => yes && onClose())}>
      <ResourceForm
        state={state}
        fields={[
          {
            kind: 'select',
            name: 'account_id',
            label: labels.account_id,
            description: t('account_hint'),
            required: true,
            options: known.map(({ id, name }) => ({ value: id, label: name })),
          },
        ]}
        submitLabel={t('ui:add')}
        onCancel={() => void state.mayLeave().then((yes) => yes && onClose())}
      >
        <Discovered account_id={form.values.account_id} onTake={take} />
        {rest.map((field) => (
          <FieldInput key={field.name} field={field} form={form} focused={false} />
        ))}
        <span className="visually-hidden" role="status">
          {taken === '' ? '' : t('taken', { name: taken })}
        </span>
      </ResourceForm>
    </SidePanel>
  );
}

/** A new capacity: taken from what the account sees in Azure, or written by hand. The only account need not be chosen. */
export function AddCapacityPanel(props: Props) {
  const { data } = useEndpoint(accounts, {});
  return data ? <AddCapacity known={data.data} {...props} /> : null;
}
