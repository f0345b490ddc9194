import type { Workspace } from '@vitrine/contract/reports/workspaces.ts';
import { rename } from '@vitrine/contract/reports/workspaces.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';

type Props = { workspace: Workspace; onSaved: () => void; onClose: () => void };

export function RenamePanel({ workspace: { account_id, workspace_id, name }, onSaved, onClose }: Props) {
  const { t } = useTranslation(['workspaces', 'ui']);
  const labels = { name: t('name') };
  const state = useResourceForm<{ name: string }>({
    initial: { name },
    schema: rename.body,
    labels,
    save: (body) => call(rename, { params: { account_id, workspace_id }, body }),
    success: t('renamed'),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <SidePanel title={t('rename')} onClose={onClose}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'text', name: 'name', label: labels.name, description: t('name_hint'), required: true }]}
        submitLabel={t('ui:save_changes')}
        onCancel={() => void state.mayLeave().then((yes) => yes && onClose())}
      />
    </SidePanel>
  );
}
