import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#platform/toast.ts';
import css from './confirmDelete.module.css';
import { Dialog } from './dialog.tsx';

type Props = { title: string; text?: string; confirm?: string; danger?: boolean; onConfirm: () => Promise<unknown>; onClose: () => void };

/** Asks before an action that cannot be undone at once, such as blocking a person. 20dvw wide. */
export function ConfirmDialog({ title, text, confirm, danger = false, onConfirm, onClose }: Props) {
  const { t } = useTranslation(['ui', 'common']);
  const [running, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      toast.failure(error);
      setRunning(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={css.form}>
        <p>{text ?? t('common:message.you_sure')}</p>
        <div className={css.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common:no')}
          </Button>
          <Button className={danger ? (css.danger ?? '') : ''} loading={running} onClick={() => void run()} data-autofocus>
            {confirm ?? t('common:yes')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
