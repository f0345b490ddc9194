import type { TaskRow, TaskRun } from '@vitrine/contract/automation/task.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { Nothing, StatusCell } from '#ui/cells.tsx';

const kinds = { unknown: 'info', ok: 'success', firing: 'warning', error: 'error' } as const;

/** Of the condition; a task that stands still says that instead. */
export function TaskState({ task: { state, paused, muted_until } }: { task: Pick<TaskRow, 'state' | 'paused' | 'muted_until'> }) {
  const { t } = useTranslation('tasks');
  if (paused !== null) return <StatusCell kind={paused === 'person' ? 'info' : 'error'}>{t(`paused_${paused}`)}</StatusCell>;
  return (
    <StatusCell kind={kinds[state]}>
      {t(`state_${state}`)}
      {muted_until === null ? '' : ` · ${t('muted')}`}
    </StatusCell>
  );
}

const runKinds = {
  queued: 'info',
  running: 'info',
  ok: 'success',
  fired: 'warning',
  done: 'success',
  failed: 'error',
  skipped: 'info',
} as const;

export function RunState({ run: { state } }: { run: Pick<TaskRun, 'state'> }) {
  const { t } = useTranslation('tasks');
  return <StatusCell kind={runKinds[state]}>{t(`run_${state}`)}</StatusCell>;
}

export const MomentCell = ({ value }: { value: string | null }) =>
  value === null ? <Nothing /> : <time dateTime={value}>{formatDateTime(value)}</time>;
