import type { Workspace } from '@vitrine/contract/reports/workspaces.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { accounts, acts, content, get, list, losses, members } from '#endpoints/reports/workspaces.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useStale } from '#platform/query.ts';
import { IdCell, NumberCell } from '#ui/cells.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { ContentTab } from './contentTab.tsx';

const MembersTab = onDemand(async () => (await import('./membersTab.tsx')).MembersTab);
const CapacityTab = onDemand(async () => (await import('./capacityTab.tsx')).CapacityTab);
const ActsTab = onDemand(async () => (await import('./actsTab.tsx')).ActsTab);
const RenamePanel = onDemand(async () => (await import('./renamePanel.tsx')).RenamePanel);
const RemoveDialog = onDemand(async () => (await import('./removeDialog.tsx')).RemoveDialog);

const listPath = '/powerbi/workspace';

function useFacts(row: Workspace | undefined): Fact[] {
  const { t } = useTranslation('workspaces');
  const of = (read: (workspace: Workspace) => Fact['value']) => (row ? read(row) : undefined);
  return [
    { label: t('account'), value: of(({ account }) => account) },
    { label: t('capacity'), value: of(({ capacity }) => (capacity === null ? t('shared') : (capacity.name ?? t('capacity_unseen')))) },
    { label: t('reports_inside'), value: of(({ report_count }) => <NumberCell value={report_count} />) },
    { label: t('published'), value: of(({ published_count }) => <NumberCell value={published_count} />) },
    { label: t('members'), value: of(({ member_count }) => <NumberCell value={member_count} />) },
  ];
}

/** `/powerbi/workspace/<account>_<workspace>`: one workspace, by the account that reaches it. */
export function WorkspacePage() {
  const { t } = useTranslation(['workspaces', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const [account_id = '', workspace_id = ''] = id.split('_');
  const place = { account_id, workspace_id };
  const navigate = useNavigate();
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(get, { params: place });
  const [opened, setOpened] = useState<'rename' | 'remove' | null>(null);
  const row = data?.workspace_id === workspace_id ? data : undefined;
  const changed = () => stale(list, get, accounts, acts, content, members, losses);
  const close = () => setOpened(null);
  const actions: RowAction<Workspace>[] = [
    { key: 'rename', label: t('rename'), icon: <IconPencil size={16} />, when: ({ can }) => can.edit, run: () => setOpened('rename') },
    {
      key: 'remove',
      label: t('ui:delete'),
      icon: <IconTrash size={16} />,
      danger: true,
      when: ({ can }) => can.remove,
      run: () => setOpened('remove'),
    },
  ];
  return (
    <ObjectPage
      opened={{ id, row, whole: row, error: row ? null : error, retry: () => void refetch(), order: [] }}
      list={{ title: t('title'), path: listPath }}
      title={({ name }) => name}
      actions={actions}
      tabs={[
        { name: 'contents', content: row ? <ContentTab workspace={row} onChanged={() => void changed()} /> : null },
        { name: 'members', content: row ? <MembersTab workspace={row} onChanged={() => void changed()} /> : null },
        { name: 'capacity', content: row ? <CapacityTab key={row.capacity?.id} workspace={row} onChanged={() => void changed()} /> : null },
        { name: 'history', content: row ? <ActsTab workspace={row} /> : null },
      ]}
      facts={[...useFacts(row), { label: t('ui:object_id'), value: <IdCell value={workspace_id} /> }]}
    >
      {opened === 'rename' && row ? <RenamePanel workspace={row} onSaved={() => void changed()} onClose={close} /> : null}
      {opened === 'remove' && row ? (
        <RemoveDialog
          workspace={row}
          onRemoved={async () => {
            await navigate({ to: listPath });
            await stale(list, accounts);
          }}
          onClose={close}
        />
      ) : null}
    </ObjectPage>
  );
}
