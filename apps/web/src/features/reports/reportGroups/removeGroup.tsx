import { Select } from '@mantine/core';
import type { ReportGroup } from '@vitrine/contract/reports/reportGroups.ts';
import { list, remove } from '#endpoints/reports/reportGroups.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '#platform/allRows.ts';
import { call } from '#platform/http.ts';
import { ConfirmDelete } from '#ui/confirmDelete.tsx';

type Props = { group: ReportGroup; onRemoved: () => Promise<unknown>; onClose: () => void };

/** Deletes a group. Its reports have to be moved to another group. */
export function RemoveGroup({ group, onRemoved, onClose }: Props) {
  const { t } = useTranslation(['reportGroups', 'ui']);
  const full = group.report_count > 0;
  const groups = useAllRows<ReportGroup>(list, { enabled: full });
  const others = groups.data?.filter(({ id }) => id !== group.id) ?? [];
  const [target, setTarget] = useState<string | null>(null);

  return (
    <ConfirmDelete
      name={group.name}
      goes={t('remove_goes')}
      stays={full ? (groups.data && others.length === 0 ? t('move_to_none') : t('move_to_text', { count: group.report_count })) : null}
      done={t('removed', { name: group.name })}
      ready={!full || target !== null}
      onClose={onClose}
      onDelete={async () => {
        await call(remove, { params: { id: group.id }, query: target ? { move_to: target } : {} });
        await onRemoved();
      }}
    >
      {full ? (
        <Select
          label={t('move_to')}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={target}
          onChange={setTarget}
          searchable={others.length > 8}
          nothingFoundMessage={t('ui:no_records')}
          withAsterisk
        />
      ) : null}
    </ConfirmDelete>
  );
}
