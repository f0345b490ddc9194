import type { RemoteAccess } from '@vitrine/contract/signIn/remoteAccess.ts';
import { get, list as listEndpoint } from '#endpoints/signIn/remoteAccess.ts';
import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { DataGrid } from '#ui/grid/dataGrid.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { Question, RequestFacts } from '#ui/remoteAccess/question.tsx';
import css from '#ui/remoteAccess/remoteAccess.module.css';
import { useConcerns } from '#ui/remoteAccess/useConcerns.ts';
import { usePanels } from '#ui/resource/usePanels.ts';

const ReceiptPanel = onDemand(async () => (await import('./receiptPanel.tsx')).ReceiptPanel);

const kinds = {
  waiting: 'info',
  expired: 'neutral',
  denied: 'error',
  cancelled: 'neutral',
  allowed: 'info',
  open: 'warning',
  ended: 'success',
} as const;

function useColumns(): Column<RemoteAccess>[] {
  const { t } = useTranslation('remoteAccess');
  return [
    { key: 'asker_name', header: t('who'), cell: (row) => t(`role_${row.asker_role}`, { name: row.asker_name }) },
    { key: 'person_name', header: t('for_whom') },
    { key: 'reason', header: t('reason') },
    { key: 'created_at', header: t('asked_at'), sort: 'created_at', cell: ({ created_at }) => <RelativeTimeCell value={created_at} /> },
    { key: 'state', header: t('state'), cell: ({ state }) => <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell> },
  ];
}

/** `/remote/authorization`: who asks to act for the person, who does, and the receipts of what was done. */
export function RemoteAccesses() {
  const { t } = useTranslation('remoteAccess');
  const { waiting, open, endIt } = useConcerns();
  const list = useList<RemoteAccess>(listEndpoint, { name: 'page_remote_access', filters: [] });
  const { opened, show, close } = usePanels('receipt');
  const shown = useNamedRow(list.rows, get, opened.receipt);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {waiting.map((access) => (
        <section key={access.id} className={css.card} aria-label={t('asked_title', { name: access.asker_name })}>
          <h2>{t('asked_title', { name: access.asker_name })}</h2>
          <Question access={access} />
        </section>
      ))}
      {open.map((access) => (
        <section key={access.id} className={css.card} aria-label={t('inside_soon', { name: access.asker_name })}>
          <h2>{t('inside_soon', { name: access.asker_name })}</h2>
          <RequestFacts access={access} />
          <Button variant="default" onClick={() => endIt(access)}>
            {t('end')}
          </Button>
        </section>
      ))}
      <DataGrid
        label={t('title')}
        list={list}
        columns={useColumns()}
        filters={[]}
        actions={[]}
        onOpen={({ id }) => show({ receipt: id })}
        empty={{ title: t('none'), text: t('none_text') }}
      />
      <Suspense fallback={null}>{shown ? <ReceiptPanel key={shown.id} access={shown} onClose={close} /> : null}</Suspense>
    </>
  );
}
