import { Button } from '@mantine/core';
import { IconDeviceTv, IconPencil, IconPlayerPlay, IconPlaylist, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PlaylistRow } from '@vitrine/contract/features/playlists.ts';
import { get, list as listEndpoint, remove } from '@vitrine/contract/features/playlists.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/http.ts';
import { useStale } from '../../core/query.ts';
import { useShortcuts } from '../../core/shortcuts.ts';
import { StatusCell } from '../../core/ui/cells.tsx';
import { DataGrid } from '../../core/ui/grid/DataGrid.tsx';
import type { Column, RowAction } from '../../core/ui/grid/types.ts';
import { useList } from '../../core/ui/grid/useList.ts';
import { useNamedRow } from '../../core/ui/grid/useNamedRow.ts';
import { PageHeader } from '../../core/ui/PageHeader.tsx';

const PlaylistPanel = lazy(async () => ({ default: (await import('./playlistPanel.tsx')).PlaylistPanel }));
const ScreensPanel = lazy(async () => ({ default: (await import('./screensPanel.tsx')).ScreensPanel }));
const ConfirmDelete = lazy(async () => ({ default: (await import('../../core/ui/ConfirmDelete.tsx')).ConfirmDelete }));

const addressOf = ({ id }: PlaylistRow) => `/${id}/playlist/view`;

function Screens({ row }: { row: PlaylistRow }) {
  const { t } = useTranslation('playlists');
  const { screen_count: count, dark_count: dark } = row;
  if (count === 0) return <span>{t('screens_none')}</span>;
  return dark > 0 ? (
    <StatusCell kind="error">{t('screens_dark', { count, dark })}</StatusCell>
  ) : (
    <StatusCell kind="success">{t('screens_on', { count })}</StatusCell>
  );
}

/** `/playlists`: one's own and the unit's. */
export function Playlists() {
  const { t } = useTranslation(['playlists', 'ui']);
  const navigate = useNavigate();
  const stale = useStale();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const { edit, screens, ...rest } = search;
  const list = useList<PlaylistRow>(listEndpoint, { name: 'page_playlist' });
  const [removing, setRemoving] = useState<PlaylistRow | null>(null);
  const open = (panel: Record<string, string>) => void navigate({ to: '.', search: { ...rest, ...panel } });
  const play = (row: PlaylistRow) => void navigate({ to: addressOf(row) });
  useShortcuts({ n: () => open({ edit: 'new' }) });

  const columns: Column<PlaylistRow>[] = [
    { key: 'name', header: t('name'), sort: 'name' },
    { key: 'slide_count', header: t('slides'), align: 'end' },
    { key: 'shared', header: t('owner'), cell: ({ shared, owner_name }) => (shared ? t('shared') : owner_name) },
    { key: 'screens', header: t('screens'), cell: (row) => <Screens row={row} /> },
  ];
  const actions: RowAction<PlaylistRow>[] = [
    { key: 'play', label: t('play'), icon: <IconPlayerPlay size={16} />, run: play },
    {
      key: 'edit',
      label: t('ui:edit'),
      icon: <IconPencil size={16} />,
      shortcut: 'e',
      when: ({ can }) => can.edit,
      run: ({ id }) => open({ edit: id }),
    },
    {
      key: 'screens',
      label: t('screens'),
      icon: <IconDeviceTv size={16} />,
      when: ({ can }) => can.screens,
      run: ({ id }) => open({ screens: id }),
    },
    { key: 'remove', label: t('ui:delete'), icon: <IconTrash size={16} />, danger: true, when: ({ can }) => can.remove, run: setRemoving },
  ];
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open({ edit: 'new' })}>
      {t('add')}
    </Button>
  );
  const shown = useNamedRow<PlaylistRow>(list.rows, get, screens);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')}>
        {addButton}
      </PageHeader>
      <DataGrid
        label={t('title')}
        list={list}
        columns={columns}
        actions={actions}
        linkOf={addressOf}
        empty={{ title: t('empty_title'), text: t('empty_text'), icon: <IconPlaylist size={32} stroke={1.4} />, action: addButton }}
      />
      <Suspense fallback={null}>
        {edit ? <PlaylistPanel key={edit} id={edit === 'new' ? null : edit} onClose={() => open({})} /> : null}
        {shown ? <ScreensPanel key={shown.id} playlist={shown} onClose={() => open({})} /> : null}
        {removing ? (
          <ConfirmDelete
            name={removing.name}
            onClose={() => setRemoving(null)}
            onDelete={async () => {
              await call(remove, { params: { id: removing.id } });
              await stale(listEndpoint);
            }}
          >
            {removing.screen_count > 0 ? <p>{t('remove_text')}</p> : null}
          </ConfirmDelete>
        ) : null}
      </Suspense>
    </>
  );
}
