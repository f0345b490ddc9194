import { Button } from '@mantine/core';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { Directory, DirectoryInput } from '@vitrine/contract/signIn/entra.ts';
import { add, check, update } from '@vitrine/contract/signIn/entra.ts';
import { mappedAtMost } from '@vitrine/contract/signIn/providerGroups.ts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { ProviderGroups } from '#ui/providers/providerGroups.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from '#ui/providers.module.css';

const fresh: DirectoryInput = {
  name: '',
  directory_id: '',
  email_domains: [],
  active: true,
  first_time: false,
  guests: false,
  groups: [],
};

function inputOf({ name, directory_id, email_domains, active, first_time, guests, groups }: Directory): DirectoryInput {
  return { name, directory_id, email_domains, active, first_time, guests, groups };
}

type Words = TFunction<['entra', 'providerGroups']>;

const fieldsOf = (t: Words, isNew: boolean): Field[] => [
  { kind: 'text', name: 'name', label: t('name'), required: true },
  { kind: 'text', name: 'directory_id', label: t('directory_id'), description: t('directory_id_hint'), required: true, disabled: !isNew },
  { kind: 'tags', name: 'email_domains', label: t('email_domains'), description: t('email_domains_hint'), placeholder: 'empresa.com.br' },
  { kind: 'switch', name: 'active', label: t('active'), description: t('active_hint') },
  { kind: 'switch', name: 'first_time', label: t('first_time'), description: t('first_time_hint') },
  { kind: 'switch', name: 'guests', label: t('guests'), description: t('guests_hint') },
];

/** Names for the sentences of what is refused; of a list of groups, by their place in it. */
const labelsOf = (t: Words, fields: readonly Field[]): Record<string, string> => ({
  ...Object.fromEntries(fields.map(({ name, label }) => [name, label])),
  ...Object.fromEntries(Array.from({ length: mappedAtMost }, (_one, index) => [`groups.${index}.name`, t('providerGroups:group_name')])),
  groups: t('group_value'),
});

/** Whether the directory answers, is the one that is meant, and takes the application. */
function Checks({ id }: { id: string }) {
  const { t } = useTranslation('entra');
  const [seen, setSeen] = useState<Answer<typeof check>['checks'] | null>(null);
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    await call(check, { params: { id } }).then(({ checks }) => setSeen(checks), toast.failure);
    setBusy(false);
  };
  return (
    <div className={css.checks}>
      <Button variant="default" loading={busy} onClick={() => void look()}>
        {t('check')}
      </Button>
      <ul className={css.list} role="status">
        {seen?.map(({ check: name, passed }) => (
          <li key={name} className={css.item}>
            <div className={css.words}>{t(`check_${name}`)}</div>
            <StatusCell kind={passed === null ? 'neutral' : passed ? 'success' : 'error'}>
              {t(passed === null ? 'not_looked' : passed ? 'passed' : 'failed')}
            </StatusCell>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Props = { directory: Directory | null; onClose: () => void; onSaved: () => void };

/** A directory and whom of it the unit lets in, with a test of what is saved. */
export function DirectoryPanel({ directory, onClose, onSaved }: Props) {
  const { t } = useTranslation(['entra', 'providerGroups']);
  const fields = fieldsOf(t, directory === null);
  const state = useResourceForm<DirectoryInput>({
    initial: directory ? inputOf(directory) : fresh,
    version: directory?.version,
    schema: directory ? update.body : add.body,
    labels: labelsOf(t, fields),
    toBody: ({ directory_id, ...values }) => (directory ? { ...values, version: directory.version } : { ...values, directory_id }),
    save: (body) => (directory ? call(update, { params: { id: directory.id }, body }) : call(add, { body })),
    success: ({ values: { name } }) => t(directory ? 'saved' : 'added', { name }),
    onSaved,
  });
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  const { form } = state;
  return (
    <SidePanel title={directory ? directory.name : t('add')} onClose={() => void close()}>
      <ResourceForm state={state} fields={fields} onCancel={() => void close()}>
        <ProviderGroups
          value={form.getValues().groups}
          onChange={(groups) => form.setFieldValue('groups', groups)}
          valueLabel={t('group_value')}
          fresh={{ name: '', value: '' }}
          notice={t('groups_hint')}
          errors={form.errors}
        />
        {directory ? <Checks id={directory.id} /> : null}
      </ResourceForm>
    </SidePanel>
  );
}
