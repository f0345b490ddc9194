import type { CustomField } from '@vitrine/contract/people/customFields.ts';
import { add, customFieldTypes, typesWithOptions, update } from '@vitrine/contract/people/customFields.ts';
import { useTranslation } from 'react-i18next';
import { askFirst } from '#platform/askFirst.ts';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';

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

type Props = {
  /** The field that is edited, or null for a new one. */
  field: CustomField | null;
  /** A new one may be made for every unit of the partner. */
  mayBeGlobal: boolean;
  onSaved: () => void;
  onClose: () => void;
};

/** The panel of a custom field. Its type cannot be changed. */
export function FieldPanel({ field, mayBeGlobal, onSaved, onClose }: Props) {
  const { t } = useTranslation(['users', 'ui']);
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
    save: (body) =>
      field
        ? askFirst('option_in_use', (clear_values) =>
            call(update, { params: { id: field.id }, body: Object.assign({}, body, { clear_values }) }),
          )
        : call(add, { body }),
    success: ({ values: { name } }) => t(field ? 'field_saved' : 'field_created', { name }),
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
      : mayBeGlobal
        ? [{ kind: 'switch', name: 'is_global', label: t('is_global'), description: t('is_global_text') } satisfies Field]
        : []),
  ];
  return (
    <SidePanel title={field ? t('edit_field') : t('add_field')} onClose={() => void close()}>
      <ResourceForm state={state} fields={fields} submitLabel={field ? t('ui:save_changes') : t('ui:add')} onCancel={() => void close()} />
    </SidePanel>
  );
}
