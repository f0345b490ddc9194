import { Button } from '@mantine/core';
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReportGroup } from '@vitrine/contract/reports/reportGroups.ts';
import { list, reorder, subgroups } from '#endpoints/reports/reportGroups.ts';
import { menu } from '#endpoints/reading/reportReading.ts';
import { list as reportList } from '#endpoints/reports/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '#platform/allRows.ts';
import { call } from '#platform/http.ts';
import { createTurns } from '#platform/inTurn.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { GroupIcon } from '#ui/icons.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import { SortableList } from '#ui/sortableList.tsx';
import { ErrorState } from '#ui/states.tsx';
import { GroupContents } from './groupContents.tsx';
import css from './rows.module.css';

/** After a refusal the server's order is shown again. */
function useSavingInTurn(): (save: () => Promise<unknown>, takeBack: () => void) => Promise<void> {
  const [turns] = useState(createTurns);
  return async (save, takeBack) => {
    try {
      await turns.take(save);
    } catch (error) {
      takeBack();
      toast.failure(error);
    }
  };
}

/** Sorting the menu: groups, and in each its subgroups and reports. */
export function OrderPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('reportGroups');
  const client = useQueryClient();
  const stale = useStale();
  const groups = useAllRows<ReportGroup>(list);
  const [opened, setOpened] = useState<string | null>(null);
  const inTurn = useSavingInTurn();
  const group = groups.data?.find(({ id }) => id === opened);

  const order = (after: ReportGroup[]) => {
    const key = [list.path, 'all'];
    client.setQueryData(key, after);
    void inTurn(
      () => call(reorder, { body: { ids: after.map(({ id }) => id) } }),
      () => void stale(list),
    );
  };
  const close = () => {
    void inTurn(
      () => stale(list, subgroups, reportList, menu),
      () => undefined,
    );
    onClose();
  };
  return (
    <SidePanel title={t('order_title')} size={560} onClose={close}>
      <p className={css.text}>{t('order_text')}</p>
      {groups.error ? <ErrorState error={groups.error} onRetry={() => void groups.refetch()} /> : null}
      {group ? (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            className={css.back ?? ''}
            leftSection={<IconArrowLeft size={16} />}
            onClick={() => setOpened(null)}
          >
            {t('order_back')}
          </Button>
          <GroupContents key={group.id} group={group} groups={groups.data ?? []} inTurn={inTurn} />
        </>
      ) : (
        <SortableList
          label={t('order_groups')}
          items={(groups.data ?? []).map((row) => ({ ...row, label: row.name }))}
          onOrder={order}
          renderItem={(row) => (
            <button
              type="button"
              className={`${css.item} ${css.open}`}
              title={t('order_open', { name: row.name })}
              onClick={() => setOpened(row.id)}
            >
              <GroupIcon name={row.icon} />
              <span className={css.name}>{row.name}</span>
              <span className={css.detail}>{t('reports', { count: row.report_count })}</span>
              <IconChevronRight size={16} aria-hidden="true" />
            </button>
          )}
        />
      )}
    </SidePanel>
  );
}
