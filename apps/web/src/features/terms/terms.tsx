import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TermRow } from '@vitrine/contract/features/terms.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/http.ts';
import { useStale } from '../../core/query.ts';
import { useViewer } from '../../core/shell/viewer.ts';
import { useShortcuts } from '../../core/shortcuts.ts';
import { NumberCell, RelativeTimeCell, StatusCell } from '../../core/ui/cells.tsx';
import { DataGrid } from '../../core/ui/grid/DataGrid.tsx';
import type { Column, RowAction } from '../../core/ui/grid/types.ts';
import { useList } from '../../core/ui/grid/useList.ts';
import { LevelTabs, useUnitOrPartner } from '../../core/ui/LevelTabs.tsx';
import { PageHeader } from '../../core/ui/PageHeader.tsx';
import type { Level } from './desks.ts';
import { deskOf } from './desks.ts';

const TermPanel = lazy(async () => ({ default: (await import('./termPanel.tsx')).TermPanel }));
const Acceptances = lazy(async () => ({ default: (await import('./acceptances.tsx')).Acceptances }));
const ConfirmDelete = lazy(async () => ({ default: (await import('../../core/ui/ConfirmDelete.tsx')).ConfirmDelete }));

function State({ row }: { row: TermRow }) {
  const { t } = useTranslation('terms');
  if (!row.active) return <StatusCell kind="neutral">{t('off')}</StatusCell>;
  if (row.number === null) return <StatusCell kind="info">{t('draft')}</StatusCell>;
  return row.has_draft ? (
    <StatusCell kind="warning">{t('has_draft')}</StatusCell>
  ) : (
    <StatusCell kind="success">{t('published')}</StatusCell>
  );
}

/**
 * `/terms`: terms, their versions, and who accepted them: of the unit, of the partner (`?level=partner`), and for the
 * operator of the platform. What is open stands in the address.
 */
export function Terms() {
  const navigate = useNavigate();
  const { role } = useViewer();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const asked = useUnitOrPartner();
  const level: Level = role === 'a2m' ? 'platform' : asked;
  const here: Record<string, string> = level === 'partner' ? { level } : {};
  const { accepted } = search;
  if (!accepted) return <TermList key={level} level={level} here={here} />;
  return (
    <Suspense fallback={null}>
      <Acceptances desk={deskOf(level)} id={accepted} onBack={() => void navigate({ to: '.', search: here })} />
    </Suspense>
  );
}

function TermList({ level, here }: { level: Level; here: Record<string, string> }) {
  const { t } = useTranslation(['terms', 'ui']);
  const navigate = useNavigate();
  const stale = useStale();
  const desk = deskOf(level);
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const list = useList<TermRow>(desk.list, { name: level === 'unit' ? 'page_term' : 'page_shared_term' });
  const [removing, setRemoving] = useState<TermRow | null>(null);
  const { term: opened, ...rest } = search;
  const show = (panel: Record<string, string>) => void navigate({ to: '.', search: { ...rest, ...panel } });
  useShortcuts({ n: () => show({ term: 'new' }) });

  const columns: Column<TermRow>[] = [
    { key: 'title', header: t('term_title'), sort: 'title' },
    { key: 'state', header: t('state'), cell: (row) => <State row={row} /> },
    { key: 'place', header: t('place'), cell: (row) => t(`place_${row.place}`) },
    { key: 'number', header: t('version'), align: 'end', cell: (row) => <NumberCell value={row.number} /> },
    {
      key: 'published_at',
      header: t('published_at'),
      sort: 'published_at',
      cell: (row) => <RelativeTimeCell value={row.published_at} />,
    },
    { key: 'accepted_count', header: t('accepted'), align: 'end', cell: (row) => <NumberCell value={row.accepted_count} /> },
  ];
  const actions: RowAction<TermRow>[] = [
    { key: 'edit', label: t('ui:edit'), icon: <IconPencil size={16} />, shortcut: 'e', run: (row) => show({ term: row.id }) },
    {
      key: 'accepted',
      label: t('who_accepted'),
      icon: <IconUsers size={16} />,
      when: (row) => row.number !== null,
      run: (row) => void navigate({ to: '.', search: { ...here, accepted: row.id } }),
    },
    { key: 'remove', label: t('ui:delete'), icon: <IconTrash size={16} />, danger: true, when: (row) => row.can.remove, run: setRemoving },
  ];
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => show({ term: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t(`description_${level}`)}>
        {addButton}
      </PageHeader>
      <LevelTabs label={t('title')} partner={t('level_partner')} />
      <DataGrid
        label={t('title')}
        list={list}
        columns={columns}
        actions={actions}
        onOpen={(row) => show({ term: row.id })}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: addButton }}
      />
      <Suspense fallback={null}>
        {opened ? (
          <TermPanel key={opened} id={opened} level={level} onChanged={() => void stale(desk.list)} onClose={() => show({})} />
        ) : null}
        {removing ? (
          <ConfirmDelete
            name={removing.title}
            onClose={() => setRemoving(null)}
            onDelete={async () => {
              await call(desk.remove, { params: { id: removing.id } });
              await stale(desk.list);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
