import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import { add, update } from '@vitrine/contract/people/userGroups.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useNextStep } from '#ui/useNextStep.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';

type GroupValues = {
  name: string;
  description: string;
  ends_on: string;
  home_page: string;
  refresh_datasets: boolean;
  create_notifications: boolean;
  is_default: boolean;
};

/** `onClose` of a panel; on a page the form stays. */
type Props = { group: UserGroup | null; onSaved: () => void; onClose?: () => void };

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Name, end, start page and rights of a group. */
export function GroupSettings({ group, onSaved, onClose }: Props) {
  const { t } = useTranslation(['userGroups', 'ui']);
  const nextStep = useNextStep();
  const labels = { name: t('name'), description: t('group_description'), ends_on: t('ends_on'), home_page: t('home_page') };
  const state = useResourceForm<GroupValues>({
    initial: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      ends_on: group?.ends_on ?? '',
      home_page: group?.home_page ?? '',
      refresh_datasets: group?.refresh_datasets ?? false,
      create_notifications: group?.create_notifications ?? false,
      is_default: group?.is_default ?? false,
    },
    version: group?.version,
    schema: group ? update.body : add.body,
    labels,
    toBody: ({ ends_on, home_page, ...values }) => ({
      ...values,
      ends_on: orNull(ends_on),
      home_page: orNull(home_page),
    }),
    save: (body) => (group ? call(update, { params: { id: group.id }, body }) : call(add, { body })),
    success: ({ id, values: { name } }) => (group ? t('saved', { name }) : nextStep(t('created', { name }), `/group_users/${id}`)),
    onSaved: () => {
      onSaved();
      onClose?.();
    },
  });
  return (
    <ResourceForm
      state={state}
      fields={[
        {
          kind: 'text',
          name: 'name',
          label: labels.name,
          required: true,
          ...(group?.by_directory ? { disabled: true, description: t('by_directory') } : {}),
        },
        { kind: 'textarea', name: 'description', label: labels.description },
        { kind: 'date', ends: true, name: 'ends_on', label: labels.ends_on, description: t('ends_on_text') },
        { kind: 'text', name: 'home_page', label: labels.home_page, description: t('home_page_text'), placeholder: '/all/reports' },
        { kind: 'switch', name: 'refresh_datasets', label: t('refresh_datasets') },
        { kind: 'switch', name: 'create_notifications', label: t('create_notifications') },
        { kind: 'switch', name: 'is_default', label: t('is_default'), description: t('is_default_text') },
      ]}
      submitLabel={group ? t('ui:save_changes') : t('ui:add')}
      onCancel={onClose && (() => void state.mayLeave().then((yes) => yes && onClose()))}
    />
  );
}
