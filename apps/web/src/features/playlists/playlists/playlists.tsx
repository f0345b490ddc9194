import { IconDeviceTv, IconPlayerPlay, IconPlaylist } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { PlaylistRow } from '@vitrine/contract/playlists/playlists.ts';
import { get, list as listEndpoint, remove } from '#endpoints/playlists/playlists.ts';

import { useTranslation } from 'react-i18next';
import { useStale } from '#platform/query.ts';
import { StatusCell } from '#ui/cells.tsx';
import type { Column, RowAction } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { useRowActions } from '#ui/resource/useRowActions.tsx';
import { onDemand } from '#ui/onDemand.tsx';

const PlaylistPanel = onDemand(async () => (await import('./playlistPanel.tsx')).PlaylistPanel);
const ScreensPanel = onDemand(async () => (await import('./displaysPanel.tsx')).ScreensPanel);

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
  const { t } = useTranslation('playlists');
  const navigate = useNavigate();
  const stale = useStale();
  const list = useList(listEndpoint, { name: 'page_playlist' });
  const { opened, show, close } = usePanels('edit', 'screens');
  const { edit, screens } = opened;
  const shown = useNamedRow(list.rows, get, screens);
  const removal = useRemoval<PlaylistRow>({
    endpoint: remove,
    nameOf: ({ name }) => name,
    done: (name) => t('removed', { name }),
    losses: () => ({ goes: t('remove_goes'), stays: t('remove_stays') }),
    onRemoved: () => stale(listEndpoint),
  });
  const columns: Column<PlaylistRow>[] = [
    { key: 'name', header: t('name'), sort: 'name' },
    { key: 'slide_count', header: t('slides'), align: 'end' },
    { key: 'shared', header: t('owner'), cell: ({ shared, owner_name }) => (shared ? t('shared') : owner_name) },
    { key: 'screens', header: t('screens'), cell: (row) => <Screens row={row} /> },
  ];
  const actions: RowAction<PlaylistRow>[] = [
    { key: 'play', label: t('play'), icon: <IconPlayerPlay size={16} />, run: (row) => void navigate({ to: addressOf(row) }) },
    useRowActions().edit(({ id }) => show({ edit: id })),
    {
      key: 'screens',
      label: t('screens'),
      icon: <IconDeviceTv size={16} />,
      when: ({ can }) => can.screens,
      run: ({ id }) => show({ screens: id }),
    },
    removal.action,
  ];
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      list={list}
      columns={columns}
      add={{ label: t('add'), run: () => show({ edit: 'new' }) }}
      actions={actions}
      linkOf={addressOf}
      empty={{ title: t('empty_title'), text: t('empty_text'), icon: <IconPlaylist size={32} stroke={1.4} /> }}
    >
      {edit ? <PlaylistPanel key={edit} id={edit === 'new' ? null : edit} shares={list.can?.share ?? false} onClose={close} /> : null}
      {shown ? <ScreensPanel key={shown.id} playlist={shown} onClose={close} /> : null}
      {removal.dialog}
    </ListPage>
  );
}
