import { IconArrowRight, IconUsers } from '@tabler/icons-react';
import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import { exportList, get, list as listEndpoint, members, remove } from '#endpoints/people/userGroups.ts';
import { useTranslation } from 'react-i18next';
import { useStale } from '#platform/query.ts';
import { ChangeCell, DateCell, NumberCell, StatusCell } from '#ui/cells.tsx';
import type { Column, RowAction } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { ListPage } from '#ui/resource/listPage.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { useOpenObject } from '#ui/object/useOpenObject.ts';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { useRowActions } from '#ui/resource/useRowActions.tsx';
import { onDemand } from '#ui/onDemand.tsx';

const NewGroupPanel = onDemand(async () => (await import('./newGroupPanel.tsx')).NewGroupPanel);
const MigrationPanel = onDemand(async () => (await import('./migrationPanel.tsx')).MigrationPanel);

function useGroupColumns(): Column<UserGroup>[] {
  const { t } = useTranslation(['userGroups', 'ui']);
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
      sort: 'ends_on',
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
    {
      key: 'changed_at',
      header: t('ui:last_change'),
      hidden: true,
      exported: false,
      cell: ({ changed_at, changed_by }) => <ChangeCell at={changed_at} by={changed_by} />,
    },
  ];
}

/** `/group_users`: groups, each with a page. What is open beside them stands in the address. */
export function UserGroups() {
  const { t } = useTranslation('userGroups');
  const stale = useStale();
  const list = useList<UserGroup>(listEndpoint, { name: 'page_user_group', filters: ['ends'] });
  const { opened, show, close } = usePanels('group', 'migrate');
  const openPage = useOpenObject('/group_users');
  const migrated = useNamedRow(list.rows, get, opened.migrate);
  const changed = () => stale(listEndpoint, get, members);
  const removal = useRemoval<UserGroup>({
    endpoint: remove,
    nameOf: ({ name }) => name,
    done: (name) => t('removed', { name }),
    losses: ({ member_count }) => ({ goes: t('remove_goes'), stays: t('remove_stays', { count: member_count }) }),
    onRemoved: changed,
  });
  const actions: RowAction<UserGroup>[] = [
    { key: 'members', label: t('members'), icon: <IconUsers size={16} />, run: ({ id }) => openPage(id) },
    useRowActions().edit(({ id }) => openPage(id, 'settings')),
    {
      key: 'migrate',
      label: t('migrate'),
      icon: <IconArrowRight size={16} />,
      when: ({ can }) => can.edit,
      run: ({ id }) => show({ migrate: id }),
    },
    removal.action,
  ];
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      list={list}
      columns={useGroupColumns()}
      add={{ label: t('add'), run: () => show({ group: 'new' }) }}
      actions={actions}
      filters={[{ key: 'ends', label: t('ends_on'), options: [{ value: 'soon', label: t('ends_soon') }] }]}
      linkOf={({ id }) => objectPath('/group_users', id)}
      exporting={{ endpoint: exportList }}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.group === 'new' ? <NewGroupPanel onSaved={() => void changed()} onClose={close} /> : null}
      {migrated ? <MigrationPanel key={migrated.id} group={migrated} onDone={() => void changed()} onClose={close} /> : null}
      {removal.dialog}
    </ListPage>
  );
}
