import { Button, Select } from '@mantine/core';
import type { ReportGroup } from '@vitrine/contract/reports/reportGroups.ts';
import { reorder } from '#endpoints/reports/reports.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { ConfirmDelete } from '#ui/confirmDelete.tsx';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { OneByOne } from '#ui/many/oneByOne.tsx';
import type { Item } from '#ui/many/useOneByOne.ts';
import panel from '#ui/panel.module.css';
import { useFocusBack } from '#ui/useFocusBack.ts';
import type { ReportsWish } from './manyReports.ts';
import { works } from './manyReports.ts';

type Props = {
  wish: ReportsWish;
  reports: readonly Item[];
  groups: readonly ReportGroup[];
  /** With what was not done, which stays selected. */
  onDone: (undone: string[]) => Promise<unknown>;
  onClose: () => void;
};

/** Asks before something is done to many reports, how many and where they move, and then does it. */
export function ManyReportsDialog({ wish, reports, groups, onDone, onClose }: Props) {
  const { t } = useTranslation('reports');
  const [agreed, setAgreed] = useState(false);
  const goesOn = useRef(false);
  // The dialog that asks is followed by one that tells.
  useFocusBack();
  const count = reports.length;
  if (wish === 'move') {
    const move = async (group_id: string) => {
      await call(reorder, { body: { group_id, subgroup_id: null, report_ids: reports.map(({ id }) => id) } });
      toast.success(t('many_done_move', { count }));
      await onDone([]);
    };
    return <Move count={count} groups={groups} onMove={move} onClose={onClose} />;
  }
  if (agreed) {
    return (
      <OneByOne
        title={t(`many_${wish}`)}
        items={reports}
        work={works[wish]}
        told={(done) => t(`many_done_${wish}`, { count: done })}
        onEnd={(undone) => void onDone(undone)}
        onClose={onClose}
      />
    );
  }
  const agree = async () => {
    goesOn.current = true;
    setAgreed(true);
  };
  const closeAsking = () => {
    if (!goesOn.current) onClose();
  };
  if (wish === 'delete') {
    return (
      <ConfirmDelete
        name={t('many', { count })}
        goes={t('many_remove_goes')}
        stays={t('many_remove_stays')}
        done={false}
        onClose={closeAsking}
        onDelete={agree}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t(`many_ask_${wish}`, { count })}
      text={t(`many_${wish}_text`)}
      confirm={t(`many_${wish}`)}
      onConfirm={agree}
      onClose={closeAsking}
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
