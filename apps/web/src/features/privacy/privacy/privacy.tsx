import { IconGavel } from '@tabler/icons-react';
import type { PrivacyRequest } from '@vitrine/contract/privacy/privacy.ts';
import { privacyDays, privacyKinds, privacyStates, request, requests } from '#endpoints/privacy/privacy.ts';

import { useTranslation } from 'react-i18next';
import { RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { onDemand } from '#ui/onDemand.tsx';

const DecisionPanel = onDemand(async () => (await import('./decisionPanel.tsx')).DecisionPanel);

const kinds = { open: 'info', accepted: 'success', denied: 'error', cancelled: 'neutral' } as const;

const isOverdue = ({ state, due_at }: PrivacyRequest): boolean => state === 'open' && Date.parse(due_at) < Date.now();

/** `/privacy`: privacy requests of the unit's people, the most urgent first. */
export function Privacy() {
  const { t } = useTranslation('privacy');
  const list = useList<PrivacyRequest>(requests, { name: 'page_privacy', filters: ['state', 'kind'], fixed: { scope: 'unit' } });
  const { opened, show, close } = usePanels('request');
  const decided = useNamedRow(list.rows, request, opened.request);
  return (
    <ListPage
      title={t('title')}
      description={t('description', { days: privacyDays })}
      list={list}
      columns={[
        { key: 'name', header: t('person'), sort: 'name' },
        { key: 'kind', header: t('kind'), cell: ({ kind }) => t(`kind_${kind}`) },
        { key: 'state', header: t('state'), cell: ({ state }) => <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell> },
        {
          key: 'due_at',
          header: t('due'),
          sort: 'due_at',
          cell: (row) => (isOverdue(row) ? <StatusCell kind="error">{t('overdue')}</StatusCell> : <RelativeTimeCell value={row.due_at} />),
        },
        { key: 'created_at', header: t('asked'), sort: 'created_at', cell: ({ created_at }) => <RelativeTimeCell value={created_at} /> },
        { key: 'decided_by', header: t('decided_by') },
      ]}
      filters={[
        { key: 'state', label: t('state'), options: privacyStates.map((value) => ({ value, label: t(`state_${value}`) })) },
        { key: 'kind', label: t('kind'), options: privacyKinds.map((value) => ({ value, label: t(`kind_${value}`) })) },
      ]}
      actions={[
        {
          key: 'decide',
          label: t('answer_action'),
          icon: <IconGavel size={16} />,
          shortcut: 'e',
          when: ({ can }) => can.decide,
          run: ({ id }) => show({ request: id }),
        },
      ]}
      onOpen={({ id }) => show({ request: id })}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {decided ? <DecisionPanel key={decided.id} request={decided} onClose={close} /> : null}
    </ListPage>
  );
}
