import type { ReportGroup } from '@vitrine/contract/reports/reportGroups.ts';
import { add, update } from '@vitrine/contract/reports/reportGroups.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { formatRelative } from '#platform/formats.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';
import { IconPicker } from './iconPicker.tsx';

type Props = {
  /** The group that is edited, or null for a new one. */
  group: ReportGroup | null;
  onSaved: () => void;
  onClose: () => void;
};

export function GroupPanel({ group, onSaved, onClose }: Props) {
  const { t } = useTranslation(['reportGroups', 'ui']);
  const labels = { name: t('name'), description: t('group_description'), icon: t('icon'), cover_id: t('cover') };
  const state = useResourceForm<{ name: string; description: string; icon: ReportGroup['icon']; cover_id: string | null }>({
    initial: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      icon: group?.icon ?? 'folder',
      cover_id: group?.cover_id ?? null,
    },
    version: group?.version,
    schema: group ? update.body : add.body,
    labels,
    save: (body) => (group ? call(update, { params: { id: group.id }, body }) : call(add, { body })),
    success: ({ values: { name } }) => t(group ? 'saved' : 'created', { name }),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={group ? t('edit') : t('add')} onClose={() => void close()}>
      <ResourceForm
        state={state}
        fields={[
          { kind: 'text', name: 'name', label: labels.name, required: true },
          { kind: 'textarea', name: 'description', label: labels.description },
        ]}
        submitLabel={group ? t('ui:save_changes') : t('ui:add')}
        onCancel={() => void close()}
      >
        <IconPicker label={labels.icon} value={state.form.values.icon} onChange={(icon) => state.form.setFieldValue('icon', icon)} />
        <FieldInput
          field={{
            kind: 'image',
            name: 'cover_id',
            label: labels.cover_id,
            description: t('cover_hint'),
            purpose: 'group_cover',
            address: group?.cover ?? null,
          }}
          form={state.form}
        />
        {group?.changed_at && group.changed_by ? (
          <p className={panel.note}>{t('ui:last_change_by', { name: group.changed_by, when: formatRelative(group.changed_at) })}</p>
        ) : null}
      </ResourceForm>
    </SidePanel>
  );
}
