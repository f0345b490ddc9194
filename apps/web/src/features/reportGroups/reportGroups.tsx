import { Button } from '@mantine/core';
import { IconArrowsSort, IconFolders, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReportGroup } from '@vitrine/contract/features/reportGroups.ts';
import { get, list as listEndpoint } from '@vitrine/contract/features/reportGroups.ts';
import { menu } from '@vitrine/contract/features/reportReading.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStale } from '../../core/query.ts';
import { useShortcuts } from '../../core/shortcuts.ts';
import { IconCell, NumberCell } from '../../core/ui/cells.tsx';
import { DataGrid } from '../../core/ui/grid/DataGrid.tsx';
import type { Column, RowAction } from '../../core/ui/grid/types.ts';
import { useList } from '../../core/ui/grid/useList.ts';
import { useNamedRow } from '../../core/ui/grid/useNamedRow.ts';
import { GroupIcon } from '../../core/ui/icons.tsx';
import { PageHeader } from '../../core/ui/PageHeader.tsx';

const GroupPanel = lazy(async () => ({ default: (await import('./groupPanel.tsx')).GroupPanel }));
const OrderPanel = lazy(async () => ({ default: (await import('./orderPanel.tsx')).OrderPanel }));
const SubgroupsPanel = lazy(async () => ({ default: (await import('./subgroupsPanel.tsx')).SubgroupsPanel }));
const RemoveGroup = lazy(async () => ({ default: (await import('./removeGroup.tsx')).RemoveGroup }));

function useGroupColumns(): Column<ReportGroup>[] {
  const { t } = useTranslation('reportGroups');
  return [
    {
      key: 'name',
      header: t('name'),
      sort: 'name',
      cell: (row) => <IconCell icon={<GroupIcon name={row.icon} />}>{row.name}</IconCell>,
    },
    { key: 'description', header: t('group_description') },
    { key: 'subgroup_count', header: t('subgroup_count'), align: 'end', cell: (row) => <NumberCell value={row.subgroup_count} /> },
    {
      key: 'report_count',
      header: t('report_count'),
      sort: 'report_count',
      align: 'end',
      cell: (row) => <NumberCell value={row.report_count} />,
    },
  ];
}

/** `/reports`: groups and, in a panel beside them, their subgroups. What is open stands in the address. */
export function ReportGroups() {
  const { t } = useTranslation(['reportGroups', 'ui']);
  const navigate = useNavigate();
  const stale = useStale();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const list = useList<ReportGroup>(listEndpoint, { name: 'page_group_report' });
  const [removing, setRemoving] = useState<ReportGroup | null>(null);

  const show = (panel: 'edit' | 'subgroups' | 'order' | null, target?: string) => {
    const { edit: _edit, subgroups: _subgroups, order: _order, ...rest } = search;
    void navigate({ to: '.', search: panel ? { ...rest, [panel]: target } : rest });
  };
  const close = () => show(null);
  const add = () => show('edit', 'new');
  useShortcuts({ n: add });
  const changed = () => stale(listEndpoint, get, menu);
  const edited = useNamedRow(list.rows, get, search['edit']);
  const opened = useNamedRow(list.rows, get, search['subgroups']);

  const columns = useGroupColumns();
  const actions: RowAction<ReportGroup>[] = [
    { key: 'subgroups', label: t('manage_subgroups'), icon: <IconFolders size={16} />, run: (row) => show('subgroups', row.id) },
    {
      key: 'edit',
      label: t('ui:edit'),
      icon: <IconPencil size={16} />,
      shortcut: 'e',
      when: (row) => row.can.edit,
      run: (row) => show('edit', row.id),
    },
    {
      key: 'remove',
      label: t('ui:delete'),
      icon: <IconTrash size={16} />,
      danger: true,
      when: (row) => row.can.remove,
      run: setRemoving,
    },
  ];
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={add}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')}>
        {(list.meta?.total ?? 0) > 1 ? (
          <Button variant="default" leftSection={<IconArrowsSort size={16} />} onClick={() => show('order', '1')}>
            {t('order')}
          </Button>
        ) : null}
        {addButton}
      </PageHeader>
      <DataGrid
        label={t('title')}
        list={list}
        columns={columns}
        actions={actions}
        onOpen={(row) => show('subgroups', row.id)}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: addButton }}
      />
      <Suspense fallback={null}>
        {search['edit'] === 'new' || edited ? (
          <GroupPanel key={edited?.id ?? 'new'} group={edited ?? null} onSaved={() => void changed()} onClose={close} />
        ) : null}
        {search['order'] ? <OrderPanel onClose={close} /> : null}
        {opened ? <SubgroupsPanel key={opened.id} group={opened} onClose={close} /> : null}
        {removing ? <RemoveGroup group={removing} onRemoved={changed} onClose={() => setRemoving(null)} /> : null}
      </Suspense>
    </>
  );
}
