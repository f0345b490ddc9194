import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReportGroup } from '@vitrine/contract/features/reportGroups.ts';
import { list, reorder } from '@vitrine/contract/features/reportGroups.ts';
import { menu } from '@vitrine/contract/features/reportReading.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '../../core/allRows.ts';
import { call } from '../../core/http.ts';
import { useStale } from '../../core/query.ts';
import { toast } from '../../core/toast.ts';
import { GroupIcon } from '../../core/ui/icons.tsx';
import { SidePanel } from '../../core/ui/SidePanel.tsx';
import { ErrorState } from '../../core/ui/States.tsx';
import { moveBy } from './order.ts';
import css from './rows.module.css';

const step = { up: -1, down: 1 } as const;

/** The groups in their order, each with a button up and one down; a move is seen at once and taken back when it fails. */
export function OrderPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('reportGroups');
  const client = useQueryClient();
  const stale = useStale();
  const groups = useAllRows<ReportGroup>(list);
  const [said, setSaid] = useState('');
  // Moves are saved one after the other, so that the last one wins.
  const saving = useRef(Promise.resolve());

  const move = (group: ReportGroup, direction: 'up' | 'down') => {
    const before = groups.data ?? [];
    const after = moveBy(before, group.id, step[direction]);
    const key = [list.path, 'all'];
    client.setQueryData(key, after);
    setSaid(t('moved', { name: group.name, position: after.indexOf(group) + 1, total: after.length }));
    saving.current = saving.current.then(async () => {
      try {
        await call(reorder, { body: { ids: after.map(({ id }) => id) } });
      } catch (error) {
        client.setQueryData(key, before);
        toast.failure(error);
      }
    });
  };
  const close = () => {
    void saving.current.then(() => stale(list, menu));
    onClose();
  };
  return (
    <SidePanel title={t('order_title')} onClose={close}>
      <p className={css.text}>{t('order_text')}</p>
      {groups.error ? <ErrorState error={groups.error} onRetry={() => void groups.refetch()} /> : null}
      <ol className={css.rows}>
        {groups.data?.map((group, index) => (
          <li key={group.id} className={css.row}>
            <GroupIcon name={group.icon} />
            <span className={css.name}>{group.name}</span>
            {(['up', 'down'] as const).map((direction) => (
              <ActionIcon
                key={direction}
                variant="subtle"
                aria-label={t(`move_${direction}`, { name: group.name })}
                aria-disabled={index === (direction === 'up' ? 0 : (groups.data?.length ?? 0) - 1)}
                onClick={() => move(group, direction)}
              >
                {direction === 'up' ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
              </ActionIcon>
            ))}
          </li>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </SidePanel>
  );
}
