import { Button, Select } from '@mantine/core';
import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import { bulk } from '#endpoints/people/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import type { ListState } from '#platform/listView.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import type { Selection } from '#ui/grid/types.ts';
import panel from '#ui/panel.module.css';
import type { BulkWish } from './bulkResult.ts';
import { useBulkResult } from './bulkResult.ts';

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

/** The dialog of a bulk action: number of people, and the group if needed. */
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
      tell(action, result, onDone);
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
