import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { MaintenanceWindow } from '@vitrine/contract/reports/reportMaintenance.ts';
import { useTranslation } from 'react-i18next';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';
import { localTimeText } from '#platform/unitClock.ts';
import css from './maintenance.module.css';

type Props = { window: MaintenanceWindow; onEdit: () => void; onEnd: () => void; onRemove: () => void };

const kinds: Record<MaintenanceWindow['state'], StatusKind> = { open: 'warning', planned: 'info', over: 'neutral' };

/** One maintenance window: times, message, exceptions. */
export function WindowRow({ window, onEdit, onEnd, onRemove }: Props) {
  const { t } = useTranslation(['reportMaintenance', 'ui']);
  const { state, starts, ends, message, managers_pass, announce, can } = window;
  const span = t('span', { starts: localTimeText(starts), ends: localTimeText(ends) });
  return (
    <li className={css.row}>
      <div className={css.words}>
        <span className={css.span}>{span}</span>
        {message ? <span>{message}</span> : null}
        <span className={css.facts}>
          <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell>
          <span className={css.dim}>{t(managers_pass ? 'managers_pass_yes' : 'managers_pass_no')}</span>
          {announce && state === 'planned' ? <span className={css.dim}>{t('announced')}</span> : null}
        </span>
      </div>
      {state === 'open' && can.edit ? (
        <Button variant="default" size="compact-sm" onClick={onEnd}>
          {t('end_now')}
        </Button>
      ) : null}
      {can.edit ? (
        <ActionIcon variant="subtle" aria-label={`${t('ui:edit')}: ${span}`} onClick={onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
      ) : null}
      {can.remove ? (
        <ActionIcon variant="subtle" aria-label={`${t('ui:delete')}: ${span}`} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      ) : null}
    </li>
  );
}
