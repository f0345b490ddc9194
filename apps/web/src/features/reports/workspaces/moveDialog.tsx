import { Button, Checkbox, Select } from '@mantine/core';
import type { Workspace } from '@vitrine/contract/reports/workspaces.ts';
import { list, moveReport } from '#endpoints/reports/workspaces.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import panel from '#ui/panel.module.css';

type Props = { workspace: Workspace; report: { id: string; name: string }; onMoved: () => void; onClose: () => void };

/** Where a report goes, and whether it stays here as well. */
export function MoveDialog({ workspace: { account_id, workspace_id }, report, onMoved, onClose }: Props) {
  const { t } = useTranslation(['workspaces', 'ui']);
  const { data } = useEndpoint(list, { query: { per_page: 100, account_id } });
  const [target, setTarget] = useState<string | null>(null);
  const [keeps, setKeeps] = useState(false);
  const [moving, setMoving] = useState(false);
  const targets = (data?.data ?? []).filter((one) => one.workspace_id !== workspace_id && one.can.edit);
  const move = async (target_workspace_id: string) => {
    setMoving(true);
    try {
      const body = { external_report_id: report.id, target_workspace_id, keep_original: keeps };
      const { followed, original_kept } = await call(moveReport, { params: { account_id, workspace_id }, body });
      toast.success(t('moved', { name: report.name, count: followed }));
      if (original_kept && !keeps) toast.info(t('original_kept'));
      onMoved();
      onClose();
    } catch (error) {
      toast.failure(error);
      setMoving(false);
    }
  };
  return (
    <Dialog title={t('move_report', { name: report.name })} onClose={onClose}>
      <form
        className={panel.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (target !== null) void move(target);
        }}
      >
        <p>{t('move_text')}</p>
        <Select
          label={t('move_to')}
          data={targets.map((one) => ({ value: one.workspace_id, label: one.name }))}
          value={target}
          onChange={setTarget}
          searchable
          nothingFoundMessage={t('ui:no_records')}
        />
        <Checkbox
          label={t('keep_original')}
          description={t('keep_original_hint')}
          checked={keeps}
          onChange={(event) => setKeeps(event.currentTarget.checked)}
        />
        <div className={panel.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" disabled={target === null} loading={moving}>
            {t('move')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
