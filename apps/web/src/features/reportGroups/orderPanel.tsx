import { Button } from '@mantine/core';
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReportGroup } from '@vitrine/contract/features/reportGroups.ts';
import { list, reorder, subgroups } from '@vitrine/contract/features/reportGroups.ts';
import { menu } from '@vitrine/contract/features/reportReading.ts';
import { list as reportList } from '@vitrine/contract/features/reports.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '../../core/allRows.ts';
import { call } from '../../core/http.ts';
import { useStale } from '../../core/query.ts';
import { toast } from '../../core/toast.ts';
import { GroupIcon } from '../../core/ui/icons.tsx';
import { SidePanel } from '../../core/ui/SidePanel.tsx';
import { SortableList } from '../../core/ui/SortableList.tsx';
import { ErrorState } from '../../core/ui/States.tsx';
import { GroupContents } from './groupContents.tsx';
import css from './rows.module.css';

/** What is saved goes out one after the other, so that the last one wins. A refusal is told, and what is true comes back. */
function useSavingInTurn(): (save: () => Promise<unknown>, takeBack: () => void) => Promise<void> {
  const saving = useRef(Promise.resolve());
  return (save, takeBack) => {
    saving.current = saving.current.then(async () => {
      try {
        await save();
      } catch (error) {
        takeBack();
        toast.failure(error);
      }
    });
    return saving.current;
  };
}

/** The menu as people see it, to be put in order: groups, and in each its subgroups and reports. */
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
