import type { Workspace } from '@vitrine/contract/reports/workspaces.ts';
import { accounts, list as listEndpoint } from '#endpoints/reports/workspaces.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useStale } from '#platform/query.ts';
import { Nothing, NumberCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { objectPath } from '#ui/object/paths.ts';
import { onDemand } from '#ui/onDemand.tsx';
import panel from '#ui/panel.module.css';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';

const NewWorkspacePanel = onDemand(async () => (await import('./newWorkspacePanel.tsx')).NewWorkspacePanel);

function useColumns(): Column<Workspace>[] {
  const { t } = useTranslation('workspaces');
  const number = (value: number | null) => (value === null ? <span title={t('unknown')}>–</span> : <NumberCell value={value} />);
  return [
    { key: 'name', header: t('name'), sort: 'name' },
    { key: 'account', header: t('account'), sort: 'account' },
    {
      key: 'capacity',
      header: t('capacity'),
      cell: ({ capacity }) => (capacity === null ? t('shared') : (capacity.name ?? t('capacity_unseen'))),
    },
    { key: 'report_count', header: t('reports_inside'), align: 'end', cell: (row) => number(row.report_count) },
    { key: 'published_count', header: t('published'), sort: 'published_count', align: 'end', cell: (row) => number(row.published_count) },
    {
      key: 'member_count',
      header: t('members'),
      align: 'end',
      cell: (row) => (row.member_count === null ? <Nothing /> : number(row.member_count)),
    },
  ];
}

/** Accounts whose workspaces are missing from the list, and why. */
function Missing() {
  const { t } = useTranslation('workspaces');
  const { data } = useEndpoint(accounts, {});
  const missing = (data?.data ?? []).flatMap(({ id, name, problem }) => (problem === null ? [] : [{ id, name, problem }]));
  if (missing.length === 0) return null;
  return (
    <div className={panel.note} data-warning role="status">
      {missing.map(({ id, name, problem }) => (
        <div key={id}>{t(`problem_${problem}`, { name })}</div>
      ))}
    </div>
  );
}

/** `/powerbi/workspace`: workspaces of all accounts. */
export function Workspaces() {
  const { t } = useTranslation('workspaces');
  const stale = useStale();
  const { opened, show, close } = usePanels('workspace');
  const list = useList(listEndpoint, { name: 'page_workspace' });
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      list={list}
      columns={useColumns()}
      add={{ label: t('add'), run: () => show({ workspace: 'new' }) }}
      tabs={<Missing />}
      linkOf={({ id }) => objectPath('/powerbi/workspace', id)}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.workspace === 'new' ? <NewWorkspacePanel onSaved={() => void stale(listEndpoint, accounts)} onClose={close} /> : null}
    </ListPage>
  );
}
