import { IconGavel } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PrivacyRequest } from '@vitrine/contract/features/privacy.ts';
import { privacyDays, privacyKinds, privacyStates, request, requests } from '@vitrine/contract/features/privacy.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTimeCell, StatusCell } from '../../core/ui/cells.tsx';
import { DataGrid } from '../../core/ui/grid/DataGrid.tsx';
import { useList } from '../../core/ui/grid/useList.ts';
import { useNamedRow } from '../../core/ui/grid/useNamedRow.ts';
import { PageHeader } from '../../core/ui/PageHeader.tsx';

const DecisionPanel = lazy(async () => ({ default: (await import('./decisionPanel.tsx')).DecisionPanel }));

const kinds = { open: 'info', accepted: 'success', denied: 'error', cancelled: 'neutral' } as const;

const isOverdue = ({ state, due_at }: PrivacyRequest): boolean => state === 'open' && Date.parse(due_at) < Date.now();

/** `/privacy`: what people of the unit ask about their data, the most urgent first. */
export function Privacy() {
  const { t } = useTranslation('privacy');
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const list = useList<PrivacyRequest>(requests, { name: 'page_privacy', filters: ['state', 'kind'], fixed: { scope: 'unit' } });
  const open = (id: string | undefined) => void navigate({ to: '.', search: { ...search, request: id } });
  const opened = useNamedRow(list.rows, request, search['request']);
  return (
    <>
      <PageHeader title={t('title')} description={t('description', { days: privacyDays })} />
      <DataGrid
        label={t('title')}
        list={list}
        columns={[
          { key: 'name', header: t('person'), sort: 'name' },
          { key: 'kind', header: t('kind'), cell: ({ kind }) => t(`kind_${kind}`) },
          { key: 'state', header: t('state'), cell: ({ state }) => <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell> },
          {
            key: 'due_at',
            header: t('due'),
            sort: 'due_at',
            cell: (row) =>
              isOverdue(row) ? <StatusCell kind="error">{t('overdue')}</StatusCell> : <RelativeTimeCell value={row.due_at} />,
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
            run: ({ id }) => open(id),
          },
        ]}
        onOpen={({ id }) => open(id)}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
      />
      <Suspense fallback={null}>
        {opened ? <DecisionPanel key={opened.id} request={opened} onClose={() => open(undefined)} /> : null}
      </Suspense>
    </>
  );
}
