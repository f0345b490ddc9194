import { Button, Select } from '@mantine/core';
import type { ReportGroup } from '@vitrine/contract/reports/reportGroups.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#platform/toast.ts';
import { ConfirmDelete } from '#ui/confirmDelete.tsx';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import panel from '#ui/panel.module.css';
import type { ReportsWish } from './useManyReports.ts';
import { useManyReports } from './useManyReports.ts';

type Props = {
  wish: ReportsWish;
  ids: readonly string[];
  groups: readonly ReportGroup[];
  onDone: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks before something is done to many reports: how many, and where they move. */
export function ManyReportsDialog({ wish, ids, groups, onDone, onClose }: Props) {
  const { t } = useTranslation('reports');
  const doIt = useManyReports();
  const count = ids.length;
  const run = async (group: string | null = null) => {
    await doIt(wish, ids, group);
    await onDone();
  };
  if (wish === 'move') return <Move count={count} groups={groups} onMove={run} onClose={onClose} />;
  if (wish === 'delete') {
    return (
      <ConfirmDelete name={t('many', { count })} done={false} onClose={onClose} onDelete={() => run()}>
        <p>{t('remove_text')}</p>
      </ConfirmDelete>
    );
  }
  return (
    <ConfirmDialog
      title={t(`many_ask_${wish}`, { count })}
      text={t(`many_${wish}_text`)}
      confirm={t(`many_${wish}`)}
      onConfirm={() => run()}
      onClose={onClose}
    />
  );
}

type MoveProps = { count: number; groups: readonly ReportGroup[]; onMove: (group: string) => Promise<void>; onClose: () => void };

function Move({ count, groups, onMove, onClose }: MoveProps) {
  const { t } = useTranslation(['reports', 'ui']);
  const [group, setGroup] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const move = async (to: string) => {
    setRunning(true);
    await onMove(to).then(onClose, (error: unknown) => {
      toast.failure(error);
      setRunning(false);
    });
  };
  return (
    <Dialog title={t('many_ask_move', { count })} onClose={onClose}>
      <div className={panel.stack}>
        <Select
          label={t('group')}
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={group}
          onChange={setGroup}
          searchable={groups.length > 8}
          nothingFoundMessage={t('ui:no_records')}
          withAsterisk
          data-autofocus
        />
        <div className={panel.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button loading={running} disabled={group === null} onClick={() => group && void move(group)}>
            {t('many_move')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
