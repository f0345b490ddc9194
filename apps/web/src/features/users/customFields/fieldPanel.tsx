import type { CustomField } from '@vitrine/contract/features/customFields.ts';
import { add, customFieldTypes, typesWithOptions, update } from '@vitrine/contract/features/customFields.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../../core/http.ts';
import { useUser } from '../../../core/session.ts';
import { ResourceForm } from '../../../core/ui/form/ResourceForm.tsx';
import type { Field } from '../../../core/ui/form/types.ts';
import { useResourceForm } from '../../../core/ui/form/useResourceForm.ts';
import { SidePanel } from '../../../core/ui/SidePanel.tsx';

type FieldValues = {
  name: string;
  type: CustomField['type'];
  options: string[];
  required: boolean;
  searchable: boolean;
  in_registration: boolean;
  is_global: boolean;
  active: boolean;
};

type Props = { field: CustomField | null; onSaved: () => void; onClose: () => void };

/** A custom field: its type stays what it was made as. */
export function FieldPanel({ field, onSaved, onClose }: Props) {
  const { t } = useTranslation(['users', 'ui']);
  const isPartner = useUser()?.perfil_usuario === 'master';
  const labels = { name: t('name'), type: t('field_type'), options: t('options'), searchable: t('searchable') };
  const state = useResourceForm<FieldValues>({
    initial: {
      name: field?.name ?? '',
      type: field?.type ?? 'text',
      options: field?.options ?? [],
      required: field?.required ?? false,
      searchable: field?.searchable ?? false,
      in_registration: field?.in_registration ?? false,
      is_global: field?.is_global ?? false,
      active: field?.active ?? true,
    },
    version: field?.version,
    schema: field ? update.body : add.body,
    labels,
    toBody: ({ type, is_global, active, ...values }) => {
      const options = typesWithOptions.includes(type) ? values.options : [];
      return field ? { ...values, options, active } : { ...values, options, type, is_global };
    },
    save: (body) => (field ? call(update, { params: { id: field.id }, body }) : call(add, { body })),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  const hasOptions = typesWithOptions.includes(state.form.values.type);
  const fields: Field[] = [
    { kind: 'text', name: 'name', label: labels.name, required: true },
    {
      kind: 'select',
      name: 'type',
      label: labels.type,
      options: customFieldTypes.map((type) => ({ value: type, label: t(`type_${type}`) })),
      disabled: field !== null,
    },
    ...(hasOptions
      ? [{ kind: 'tags', name: 'options', label: labels.options, description: t('options_text'), required: true } satisfies Field]
      : []),
    { kind: 'switch', name: 'required', label: t('required') },
    { kind: 'switch', name: 'searchable', label: labels.searchable, description: t('searchable_text') },
    { kind: 'switch', name: 'in_registration', label: t('in_registration') },
    ...(field
      ? [{ kind: 'switch', name: 'active', label: t('field_active'), description: t('field_active_text') } satisfies Field]
      : isPartner
        ? [{ kind: 'switch', name: 'is_global', label: t('is_global'), description: t('is_global_text') } satisfies Field]
        : []),
  ];
  return (
    <SidePanel title={field ? t('edit_field') : t('add_field')} onClose={() => void close()}>
      <ResourceForm state={state} fields={fields} submitLabel={field ? t('ui:save_changes') : t('ui:add')} onCancel={() => void close()} />
    </SidePanel>
  );
}
