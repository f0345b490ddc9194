import type { TaskRecipient, TaskRow } from '@vitrine/contract/automation/task.ts';
import { choices, get, list as listEndpoint, remove, runs } from '#endpoints/automation/tasks.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useStale } from '#platform/query.ts';
import { Nothing, RelativeTimeCell } from '#ui/cells.tsx';
import type { Column, Filter } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { objectPath } from '#ui/object/paths.ts';
import { useOpenObject } from '#ui/object/useOpenObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { useRowActions } from '#ui/resource/useRowActions.tsx';
import { MomentCell, TaskState } from './taskState.tsx';

const NewTaskPanel = onDemand(async () => (await import('./newTaskPanel.tsx')).NewTaskPanel);

const states = ['firing', 'ok', 'error', 'unknown', 'paused'] as const;

function useTaskColumns(): Column<TaskRow>[] {
  const { t } = useTranslation('tasks');
  return [
    { key: 'name', header: t('name'), sort: 'name' },
    { key: 'report', header: t('report'), sort: 'report' },
    { key: 'state', header: t('state'), cell: (row) => <TaskState task={row} /> },
    { key: 'next_run_at', header: t('next_run'), sort: 'next_run_at', cell: ({ next_run_at }) => <MomentCell value={next_run_at} /> },
    { key: 'last_value', header: t('last_value'), align: 'end', cell: ({ last_value }) => last_value ?? <Nothing /> },
    { key: 'kind', header: t('kind'), cell: ({ kind }) => t(`kind_${kind}`) },
    { key: 'last_run_at', header: t('last_run'), sort: 'last_run_at', cell: ({ last_run_at }) => <RelativeTimeCell value={last_run_at} /> },
    { key: 'owner_name', header: t('owner') },
  ];
}

/** By state, and by what the tasks of this unit have: a report or an owner without a task is not offered. */
function useTaskFilters(): Filter[] {
  const { t } = useTranslation('tasks');
  const { reports = [], owners = [] } = useEndpoint(choices, {}).data ?? {};
  const named = (all: readonly TaskRecipient[]) => all.map(({ id, name }) => ({ value: id, label: name }));
  return [
    { key: 'state', label: t('state'), options: states.map((value) => ({ value, label: t(`state_${value}`) })) },
    { key: 'report_id', label: t('report'), options: named(reports) },
    { key: 'owner_id', label: t('owner'), options: named(owners) },
  ];
}

/** `/auto_actions`: the tasks of the unit, each with a page. */
export function Tasks() {
  const { t } = useTranslation('tasks');
  const stale = useStale();
  const list = useList<TaskRow>(listEndpoint, { name: 'page_task', filters: ['state', 'report_id', 'owner_id'] });
  const { opened, show, close } = usePanels('task');
  const openPage = useOpenObject('/auto_actions');
  const changed = () => stale(listEndpoint, choices, get, runs);
  const removal = useRemoval<TaskRow>({
    endpoint: remove,
    nameOf: ({ name }) => name,
    done: (name) => t('removed', { name }),
    losses: () => ({ goes: t('remove_goes'), stays: t('remove_stays') }),
    onRemoved: changed,
  });
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      list={list}
      columns={useTaskColumns()}
      add={{ label: t('add'), run: () => show({ task: 'new' }) }}
      actions={[useRowActions().edit(({ id }) => openPage(id, 'settings')), removal.action]}
      filters={useTaskFilters()}
      linkOf={({ id }) => objectPath('/auto_actions', id)}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.task === 'new' ? <NewTaskPanel onSaved={() => void changed()} onClose={close} /> : null}
      {removal.dialog}
    </ListPage>
  );
}
