import { Button } from '@mantine/core';
import { IconArrowRight, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { UserGroup } from '@vitrine/contract/features/userGroups.ts';
import { exportList, get, list as listEndpoint, members, remove } from '@vitrine/contract/features/userGroups.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/http.ts';
import { useStale } from '../../core/query.ts';
import { useShortcuts } from '../../core/shortcuts.ts';
import { DateCell, NumberCell, StatusCell } from '../../core/ui/cells.tsx';
import { DataGrid } from '../../core/ui/grid/DataGrid.tsx';
import type { Column, RowAction } from '../../core/ui/grid/types.ts';
import { useList } from '../../core/ui/grid/useList.ts';
import { useNamedRow } from '../../core/ui/grid/useNamedRow.ts';
import { PageHeader } from '../../core/ui/PageHeader.tsx';

const GroupPanel = lazy(async () => ({ default: (await import('./groupPanel.tsx')).GroupPanel }));
const MigrationPanel = lazy(async () => ({ default: (await import('./migrationPanel.tsx')).MigrationPanel }));
const ConfirmDelete = lazy(async () => ({ default: (await import('../../core/ui/ConfirmDelete.tsx')).ConfirmDelete }));

function useGroupColumns(): Column<UserGroup>[] {
  const { t } = useTranslation('userGroups');
  const right = (row: UserGroup) =>
    [row.refresh_datasets ? t('refresh_datasets') : '', row.create_notifications ? t('create_notifications') : '']
      .filter(Boolean)
      .join(', ');
  return [
    { key: 'name', header: t('name'), sort: 'name' },
    { key: 'description', header: t('group_description') },
    { key: 'rights', header: t('rights'), exported: false, cell: right },
    {
      key: 'ends_on',
      header: t('ends_on'),
      cell: (row) => (row.ended ? <StatusCell kind="error">{t('ended')}</StatusCell> : <DateCell value={row.ends_on} />),
    },
    {
      key: 'report_count',
      header: t('reports'),
      sort: 'report_count',
      align: 'end',
      cell: (row) => <NumberCell value={row.report_count} />,
    },
    {
      key: 'member_count',
      header: t('members'),
      sort: 'member_count',
      align: 'end',
      cell: (row) => <NumberCell value={row.member_count} />,
    },
  ];
}

/** `/group_users`: groups, and beside them their people, reports and settings. What is open stands in the address. */
export function UserGroups() {
  const { t } = useTranslation(['userGroups', 'ui']);
  const navigate = useNavigate();
  const stale = useStale();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const list = useList<UserGroup>(listEndpoint, { name: 'page_user_group' });
  const [removing, setRemoving] = useState<UserGroup | null>(null);
  const { group: opened, part, migrate: migrating, ...rest } = search;
  const show = (panel: Record<string, string>) => void navigate({ to: '.', search: { ...rest, ...panel } });
  useShortcuts({ n: () => show({ group: 'new' }) });
  const changed = () => stale(listEndpoint, get, members);
  const edited = useNamedRow(list.rows, get, opened);
  const moved = useNamedRow(list.rows, get, migrating);

  const actions: RowAction<UserGroup>[] = [
    { key: 'members', label: t('members'), icon: <IconUsers size={16} />, run: (row) => show({ group: row.id }) },
    {
      key: 'edit',
      label: t('ui:edit'),
      icon: <IconPencil size={16} />,
      shortcut: 'e',
      when: (row) => row.can.edit,
      run: (row) => show({ group: row.id, part: 'settings' }),
    },
    {
      key: 'migrate',
      label: t('migrate'),
      icon: <IconArrowRight size={16} />,
      when: (row) => row.can.edit,
      run: (row) => show({ migrate: row.id }),
    },
    { key: 'remove', label: t('ui:delete'), icon: <IconTrash size={16} />, danger: true, when: (row) => row.can.remove, run: setRemoving },
  ];
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => show({ group: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')}>
        {addButton}
      </PageHeader>
      <DataGrid
        label={t('title')}
        list={list}
        columns={useGroupColumns()}
        actions={actions}
        onOpen={(row) => show({ group: row.id })}
        exporting={{ endpoint: exportList }}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: addButton }}
      />
      <Suspense fallback={null}>
        {opened === 'new' || edited ? (
          <GroupPanel
            key={edited?.id ?? 'new'}
            group={edited ?? null}
            tab={part}
            onTab={(tab) => edited && show({ group: edited.id, part: tab })}
            onChanged={() => void changed()}
            onClose={() => show({})}
          />
        ) : null}
        {moved ? <MigrationPanel key={moved.id} group={moved} onDone={() => void changed()} onClose={() => show({})} /> : null}
        {removing ? (
          <ConfirmDelete
            name={removing.name}
            onClose={() => setRemoving(null)}
            onDelete={async () => {
              await call(remove, { params: { id: removing.id } });
              await changed();
            }}
          >
            <p>{t('remove_text', { count: removing.member_count })}</p>
          </ConfirmDelete>
        ) : null}
      </Suspense>
    </>
  );
}
