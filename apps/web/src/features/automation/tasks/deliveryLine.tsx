import { Button } from '@mantine/core';
import type { Task } from '@vitrine/contract/automation/task.ts';
import type { TaskDelivery } from '@vitrine/contract/automation/taskWebhook.ts';
import { runs } from '#endpoints/automation/tasks.ts';
import { repeat } from '#endpoints/automation/taskWebhook.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { momentText } from '#platform/unitClock.ts';
import panel from '#ui/panel.module.css';
import css from './tasks.module.css';

function useDeliveryText({ state, status, problem, next_at, tries }: TaskDelivery, timezone: string): string {
  const { t } = useTranslation('taskWebhook');
  const why = problem === null ? '' : t(`problem_${problem}`, { status });
  const said =
    state === 'done'
      ? t('delivery_done', { status })
      : state === 'failed'
        ? t('delivery_failed', { why })
        : problem === null || tries === 0 || next_at === null
          ? t('delivery_waiting')
          : t('delivery_again', { why, at: momentText(next_at, timezone) });
  return tries === 0 ? said : `${said} · ${t('tries', { count: tries })}`;
}

/** What became of the call of a run; one that was given up can be sent again. */
export function DeliveryLine({ delivery, task }: { delivery: TaskDelivery; task: Task }) {
  const { t } = useTranslation('taskWebhook');
  const stale = useStale();
  const text = useDeliveryText(delivery, task.timezone);
  const again = async () => {
    try {
      await call(repeat, { params: { id: task.id, delivery_id: delivery.id } });
      toast.success(t('repeated'));
      await stale(runs);
    } catch (refusal) {
      toast.failure(refusal);
    }
  };
  return (
    <span className={panel.detail}>
      <span className={delivery.state === 'failed' ? css.failed : undefined}>{text}</span>
      {delivery.kept && task.can.edit ? (
        <Button variant="subtle" size="compact-xs" onClick={() => void again()}>
          {t('repeat')}
        </Button>
      ) : null}
    </span>
  );
}
