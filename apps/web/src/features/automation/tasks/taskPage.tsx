import { Button } from '@mantine/core';
import { IconBell, IconBellOff, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { asksModel } from '@vitrine/contract/automation/task.ts';
import type { Task, TaskRow } from '@vitrine/contract/automation/task.ts';
import { choices, get, history, list, mute, pause, remove, resume, runNow, runs } from '#endpoints/automation/tasks.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { momentText } from '#platform/unitClock.ts';
import { IdCell, RelativeTimeCell } from '#ui/cells.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { useObject } from '#ui/object/useObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { RunsTab } from './runsTab.tsx';
import { MomentCell, TaskState } from './taskState.tsx';
import css from './tasks.module.css';

const HistoryTab = onDemand(async () => (await import('./historyTab.tsx')).HistoryTab);
const TaskForm = onDemand(async () => (await import('./taskForm.tsx')).TaskForm);

const listPath = '/auto_actions';
const dayMs = 86_400_000;

function useFacts(row: TaskRow | undefined, whole: Task | undefined): Fact[] {
  const { t } = useTranslation('tasks');
  const of = (read: (task: TaskRow) => Fact['value']) => (row ? read(row) : undefined);
  return [
    { label: t('kind'), value: of(({ kind }) => t(`kind_${kind}`)) },
    { label: t('report'), value: of(({ report, report_id }) => <Link to={objectPath('/management/report', report_id)}>{report}</Link>) },
    { label: t('owner'), value: of(({ owner_name }) => owner_name || null) },
    {
      label: t('next_runs'),
      value:
        whole &&
        (whole.next_runs.length > 0 ? (
          <span className={css.lines}>{whole.next_runs.map((at) => momentText(at, whole.timezone)).join('\n')}</span>
        ) : (
          t('none')
        )),
    },
    { label: t('last_run'), value: of(({ last_run_at }) => (last_run_at ? <RelativeTimeCell value={last_run_at} /> : null)) },
    { label: t('last_value'), value: of(({ last_value }) => last_value) },
    { label: t('muted_until'), value: of(({ muted_until }) => (muted_until ? <MomentCell value={muted_until} /> : null)) },
  ];
}

/** `/auto_actions/<id>`: one task, what it found, and how it is set. */
export function TaskPage() {
  const { t } = useTranslation(['tasks', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const stale = useStale();
  const opened = useObject<TaskRow, Task>({ get, list }, id);
  const { row, whole } = opened;
  const [busy, setBusy] = useState(false);
  const changed = () => stale(list, get, runs, history);
  const act = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      toast.success(done);
      await changed();
    } catch (refusal) {
      toast.failure(refusal);
    } finally {
      setBusy(false);
    }
  };
  const params = { id };
  const asks = row?.kind === 'alert' || (whole !== undefined && asksModel(whole));
  const removal = useRemoval<TaskRow>({
    endpoint: remove,
    nameOf: ({ name }) => name,
    done: (name) => t('removed', { name }),
    losses: () => ({ goes: t('remove_goes'), stays: t('remove_stays') }),
    onRemoved: async () => {
      await navigate({ to: listPath });
      await stale(list, choices);
    },
  });
  const muteFor = (days: number) =>
    void act(() => call(mute, { params, body: { until: new Date(Date.now() + days * dayMs).toISOString() } }), t('muted_done'));
  const actions: RowAction<TaskRow>[] = [
    {
      key: 'pause',
      label: t('pause'),
      text: t('pause_text'),
      icon: <IconPlayerPause size={16} />,
      when: ({ can, paused }) => can.edit && paused === null,
      run: () => void act(() => call(pause, { params }), t('paused_done')),
    },
    {
      key: 'mute_day',
      label: t('mute_day'),
      text: t('mute_text'),
      icon: <IconBellOff size={16} />,
      when: ({ can, muted_until }) => can.edit && muted_until === null,
      run: () => muteFor(1),
    },
    {
      key: 'mute_week',
      label: t('mute_week'),
      text: t('mute_text'),
      icon: <IconBellOff size={16} />,
      when: ({ can, muted_until }) => can.edit && muted_until === null,
      run: () => muteFor(7),
    },
    {
      key: 'unmute',
      label: t('unmute'),
      icon: <IconBell size={16} />,
      when: ({ can, muted_until }) => can.edit && muted_until !== null,
      run: () => void act(() => call(mute, { params, body: { until: null } }), t('unmuted_done')),
    },
    removal.action,
  ];
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('title'), path: listPath }}
      title={({ name }) => name}
      state={(task) => <TaskState task={task} />}
      primary={({ can, paused }) =>
        !can.edit ? null : paused === null ? (
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            loading={busy}
            onClick={() => void act(() => call(runNow, { params }), t('run_done'))}
          >
            {t('run_now')}
          </Button>
        ) : (
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            loading={busy}
            onClick={() => void act(() => call(resume, { params }), t('resumed_done'))}
          >
            {t(paused === 'owner' ? 'take_over' : 'resume')}
          </Button>
        )
      }
      actions={actions}
      tabs={[
        { name: 'runs', content: whole ? <RunsTab key={id} task={whole} /> : null },
        ...(asks ? [{ name: 'history' as const, content: whole ? <HistoryTab key={id} task={whole} /> : null }] : []),
        // A form starts with current data, not with a row of a list.
        { name: 'settings', content: whole ? <TaskForm key={id} task={whole} onSaved={() => void changed()} /> : null },
      ]}
      facts={[...useFacts(row, whole), { label: t('ui:object_id'), value: <IdCell value={id} /> }]}
    >
      {removal.dialog}
    </ObjectPage>
  );
}
