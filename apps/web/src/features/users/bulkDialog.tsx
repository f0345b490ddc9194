import { Button, Select } from '@mantine/core';
import type { UserGroup } from '@vitrine/contract/features/userGroups.ts';
import { bulk } from '@vitrine/contract/features/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../core/formats.ts';
import { call } from '../../core/http.ts';
import type { ListState } from '../../core/listView.ts';
import { toast } from '../../core/toast.ts';
import { Dialog } from '../../core/ui/Dialog.tsx';
import type { Selection } from '../../core/ui/grid/types.ts';
import panel from '../../core/ui/panel.module.css';
import { useBulkResult } from './bulkResult.ts';

export type BulkWish = 'A' | 'I' | 'B' | 'D' | 'logout' | 'invite' | 'add_to_group' | 'remove_from_group';

type Props = {
  action: BulkWish;
  selection: Selection;
  /** Search and filters, for a selection of everything that they find. */
  state: ListState;
  total: number;
  capped: boolean;
  groups: readonly UserGroup[];
  onDone: () => Promise<unknown>;
  onClose: () => void;
};

/** One action for many people: how many, and for groups which one. */
export function BulkDialog({ action, selection, state, total, capped, groups, onDone, onClose }: Props) {
  const { t } = useTranslation(['users', 'ui']);
  const [group, setGroup] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const asksGroup = action === 'add_to_group' || action === 'remove_from_group';
  const count = selection.all ? total : selection.ids.length;
  const chosen = { count, people: formatNumber(count) + (selection.all && capped ? '+' : '') };
  const tell = useBulkResult();

  const run = async () => {
    setRunning(true);
    try {
      const result = await call(bulk, {
        body: {
          action,
          ...(selection.all ? { found: { q: state.q, ...state.filters } } : { membership_ids: selection.ids }),
          ...(group ? { to_group: group } : {}),
        },
      });
      await onDone();
      tell(action, result);
      onClose();
    } catch (error) {
      toast.failure(error);
      setRunning(false);
    }
  };
  return (
    <Dialog title={t(`do_${action}`)} onClose={onClose}>
      <div className={panel.stack}>
        {action === 'invite' ? (
          <>
            <p>{t('bulk_ask_invite', chosen)}</p>
            <p>{t('invite_many_text')}</p>
          </>
        ) : (
          <p>{t('bulk_ask', chosen)}</p>
        )}
        {asksGroup ? (
          <Select
            label={t('group')}
            data={groups.map(({ id, name }) => ({ value: id, label: name }))}
            value={group}
            onChange={setGroup}
            searchable={groups.length > 8}
            nothingFoundMessage={t('ui:no_records')}
            withAsterisk
          />
        ) : null}
        <div className={panel.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button
            loading={running}
            disabled={asksGroup && group === null}
            onClick={() => void run()}
            data-autofocus={asksGroup ? undefined : true}
          >
            {t(`do_${action}`)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
