import { IconGavel, IconUsersGroup, IconX } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { AccessRequest } from '@vitrine/contract/access/catalogue.ts';
import { getRequest, requests, requestStates } from '#endpoints/access/catalogue.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCell, RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { DataGrid } from '#ui/grid/dataGrid.tsx';
import type { Column, RowAction } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { usePanels } from '#ui/resource/usePanels.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { useCancel } from './useCancel.ts';

const DecisionPanel = onDemand(async () => (await import('./decisionPanel.tsx')).DecisionPanel, { namespaces: ['reportAccess'] });

const kinds = { open: 'info', granted: 'success', denied: 'error', cancelled: 'neutral', lapsed: 'warning' } as const;

/** For whom it is; a group is told from a person by its icon. */
function Receiver({ request: { name, for_group } }: { request: AccessRequest }) {
  return for_group ? <IconCell icon={<IconUsersGroup size={16} stroke={1.6} aria-hidden="true" />}>{name}</IconCell> : name;
}

type Props = { scope: 'mine' | 'unit'; state?: 'open' };

function useColumns({ scope, state }: Props): Column<AccessRequest>[] {
  const { t } = useTranslation('catalogue');
  const columns: (Column<AccessRequest> | false)[] = [
    scope === 'unit' && { key: 'name', header: t('person'), sort: 'name', cell: (row) => <Receiver request={row} /> },
    { key: 'title', header: t('report'), sort: 'title' },
    scope === 'mine' && {
      key: 'for_whom',
      header: t('for_whom'),
      cell: (row) => (row.asked_by === null ? t('for_me') : <Receiver request={row} />),
    },
    scope === 'unit' && { key: 'asked_by', header: t('asked_by'), cell: ({ name, asked_by }) => asked_by ?? name },
    { key: 'reason', header: t('reason') },
    { key: 'created_at', header: t('asked'), sort: 'created_at', cell: ({ created_at }) => <RelativeTimeCell value={created_at} /> },
    state === undefined && {
      key: 'state',
      header: t('state'),
      cell: (row) => <StatusCell kind={kinds[row.state]}>{t(`request_${row.state}`)}</StatusCell>,
    },
    state === 'open' && { key: 'lapses_at', header: t('lapses'), cell: ({ lapses_at }) => <RelativeTimeCell value={lapses_at} /> },
    state === undefined && scope === 'unit' && { key: 'decided_by', header: t('decided_by'), cell: ({ decided_by }) => decided_by ?? '–' },
    state === undefined && { key: 'answer', header: t('answer') },
  ];
  return columns.filter((column) => column !== false);
}

/** Lists of requests: own, open, or all. */
export function Requests({ scope, state }: Props) {
  const { t } = useTranslation('catalogue');
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const cancel = useCancel();
  const list = useList<AccessRequest>(requests, {
    name: `page_request_${scope}_${state ?? 'all'}`,
    filters: state ? [] : ['state'],
    fixed: { scope, ...(state ? { state } : {}), ...(search['sort'] ? {} : { sort: '-created_at' }) },
  });
  const { opened, show, close } = usePanels('request');
  const decide = ({ id }: AccessRequest) => show({ request: id });
  const deciding = useNamedRow(list.rows, getRequest, scope === 'unit' ? opened.request : undefined);
  const actions: RowAction<AccessRequest>[] = [
    {
      key: 'decide',
      label: t('decide'),
      icon: <IconGavel size={16} />,
      shortcut: 'e',
      when: ({ can }) => can.decide,
      run: decide,
    },
    { key: 'cancel', label: t('cancel'), icon: <IconX size={16} />, when: ({ can }) => can.cancel, run: ({ id }) => void cancel(id) },
  ];
  const filters = [{ key: 'state', label: t('state'), options: requestStates.map((value) => ({ value, label: t(`request_${value}`) })) }];
  const empty = scope === 'mine' ? 'mine' : 'queue';
  return (
    <>
      <DataGrid
        label={t(scope === 'mine' ? 'tab_mine' : state ? 'tab_queue' : 'tab_history')}
        list={list}
        columns={useColumns({ scope, ...(state ? { state } : {}) })}
        filters={state ? [] : filters}
        actions={actions}
        {...(scope === 'unit' ? { onOpen: decide } : {})}
        empty={{ title: t(`${empty}_empty`), text: t(`${empty}_empty_text`) }}
      />
      <Suspense fallback={null}>{deciding ? <DecisionPanel key={deciding.id} request={deciding} onClose={close} /> : null}</Suspense>
    </>
  );
}
