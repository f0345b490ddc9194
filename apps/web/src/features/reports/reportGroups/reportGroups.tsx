import { Button } from '@mantine/core';
import { IconArrowsSort, IconFolders } from '@tabler/icons-react';
import type { ReportGroup } from '@vitrine/contract/reports/reportGroups.ts';
import { get, list as listEndpoint } from '#endpoints/reports/reportGroups.ts';
import { menu } from '#endpoints/reading/reportReading.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStale } from '#platform/query.ts';
import { useRole } from '#platform/session.ts';
import { ChangeCell, IconCell, NumberCell } from '#ui/cells.tsx';
import type { Column, RowAction } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { GroupIcon } from '#ui/icons.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useRowActions } from '#ui/resource/useRowActions.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { MyGroups } from './myGroups.tsx';

const GroupPanel = onDemand(async () => (await import('./groupPanel.tsx')).GroupPanel);
const OrderPanel = onDemand(async () => (await import('./orderPanel.tsx')).OrderPanel);
const SubgroupsPanel = onDemand(async () => (await import('./subgroupsPanel.tsx')).SubgroupsPanel);
const RemoveGroup = onDemand(async () => (await import('./removeGroup.tsx')).RemoveGroup);

function useGroupColumns(): Column<ReportGroup>[] {
  const { t } = useTranslation(['reportGroups', 'ui']);
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
    {
      key: 'changed_at',
      header: t('ui:last_change'),
      hidden: true,
      cell: ({ changed_at, changed_by }) => <ChangeCell at={changed_at} by={changed_by} />,
    },
  ];
}

/** `/reports`: for administrators the groups and what is in them; for readers the groups of what they may read. */
export function ReportGroups() {
  return useRole() === 'user' ? <MyGroups /> : <UnitGroups />;
}

/** Groups and, in a panel beside them, their subgroups. What is open stands in the address. */
function UnitGroups() {
  const { t } = useTranslation('reportGroups');
  const stale = useStale();
  const list = useList<ReportGroup>(listEndpoint, { name: 'page_group_report' });
  const { opened, show, close } = usePanels('edit', 'subgroups', 'order');
  const [removing, setRemoving] = useState<ReportGroup | null>(null);
  const edited = useNamedRow(list.rows, get, opened.edit) ?? null;
  const shown = useNamedRow(list.rows, get, opened.subgroups);
  const changed = () => stale(listEndpoint, get, menu);
  const { edit, remove } = useRowActions();
  const actions: RowAction<ReportGroup>[] = [
    { key: 'subgroups', label: t('manage_subgroups'), icon: <IconFolders size={16} />, run: ({ id }) => show({ subgroups: id }) },
    edit(({ id }) => show({ edit: id })),
    remove<ReportGroup>(setRemoving),
  ];
  const orderButton =
    (list.meta?.total ?? 0) > 1 ? (
      <Button variant="default" leftSection={<IconArrowsSort size={16} />} onClick={() => show({ order: '1' })}>
        {t('order')}
      </Button>
    ) : null;
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      buttons={orderButton}
      list={list}
      columns={useGroupColumns()}
      add={{ label: t('add'), run: () => show({ edit: 'new' }) }}
      actions={actions}
      onOpen={({ id }) => show({ subgroups: id })}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.edit === 'new' || edited ? (
        <GroupPanel key={edited?.id ?? 'new'} group={edited} onSaved={() => void changed()} onClose={close} />
      ) : null}
      {opened.order ? <OrderPanel onClose={close} /> : null}
      {shown ? <SubgroupsPanel key={shown.id} group={shown} onClose={close} /> : null}
      {removing ? <RemoveGroup group={removing} onRemoved={changed} onClose={() => setRemoving(null)} /> : null}
    </ListPage>
  );
}
