import { ActionIcon, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Bookmark } from '@vitrine/contract/reading/savedViews.ts';
import { addBookmark, bookmarks as list, removeBookmark, renameBookmark } from '#endpoints/reading/savedViews.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from '../panels.module.css';

function Row({ reportId, bookmark }: { reportId: string; bookmark: Bookmark }) {
  const { t } = useTranslation('reportReading');
  const stale = useStale();
  const [name, setName] = useState(bookmark.name);
  const params = { id: reportId, bookmark_id: bookmark.id };
  const rename = async () => {
    if (name.trim() === '' || name.trim() === bookmark.name) {
      setName(bookmark.name);
      return;
    }
    try {
      await call(renameBookmark, { params, body: { name } });
      await stale(list);
    } catch (error) {
      setName(bookmark.name);
      toast.failure(error);
    }
  };
  const restore = async () => {
    const { page, state } = bookmark;
    await call(addBookmark, { params: { id: reportId }, body: { name: bookmark.name, page, state } });
    await stale(list);
  };
  const remove = async () => {
    try {
      await call(removeBookmark, { params });
      await stale(list);
      toast.undo(t('bookmark_removed', { name: bookmark.name }), () => void restore().catch(toast.failure));
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <li className={css.row}>
      <TextInput
        className={css.grow ?? ''}
        aria-label={t('bookmark_name')}
        description={bookmark.page}
        inputWrapperOrder={['input', 'description']}
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => void rename()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      <ActionIcon variant="subtle" aria-label={t('bookmark_remove', { name: bookmark.name })} onClick={() => void remove()}>
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </li>
  );
}

/** Names of the reader's bookmarks, changed in place. */
export function BookmarksPanel({
  reportId,
  bookmarks,
  onClose,
}: {
  reportId: string;
  bookmarks: readonly Bookmark[];
  onClose: () => void;
}) {
  const { t } = useTranslation('reportReading');
  return (
    <SidePanel title={t('bookmarks')} onClose={onClose}>
      <p className={css.hint}>{t('bookmarks_hint')}</p>
      {bookmarks.length === 0 ? <p>{t('bookmarks_none')}</p> : null}
      <ul className={css.rows}>
        {bookmarks.map((bookmark) => (
          <Row key={bookmark.id} reportId={reportId} bookmark={bookmark} />
        ))}
      </ul>
    </SidePanel>
  );
}
