import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { get, list, mark, summary } from '#endpoints/notifications/notifications.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { safePath } from '#platform/redirect.ts';
import { useNotificationWords } from '#shell/notifications/words.ts';
import { Dialog } from '#ui/dialog.tsx';
import { RichTextView } from '#ui/richText/richTextView.tsx';
import { ErrorState } from '#ui/states.tsx';
import own from './notifications.module.css';

/** An announcement, whole. Who comes from its mail says so: the sender sees from where it was read. */
export function AnnouncementDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('notifications');
  const navigate = useNavigate();
  const stale = useStale();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const by = search['by'] === 'mail' ? 'mail' : 'portal';
  const wordsOf = useNotificationWords();
  const { data, error, refetch } = useEndpoint(get, { params: { id } });
  const unread = data?.read_at === null;
  useEffect(() => {
    if (!unread) return;
    // That it could not be marked keeps nobody from reading.
    call(mark, { params: { id }, body: { read: true, by } }).then(
      () => void stale(list, summary, get),
      () => {},
    );
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [unread]);
  const path = safePath(data?.leads_to ?? null);
  const title = data ? wordsOf(data).title : t('title');
  return (
    <Dialog title={title} width="40dvw" onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <p className={own.when}>
            <time dateTime={data.created_at}>{formatDateTime(data.created_at)}</time>
          </p>
          {data.body ? <RichTextView text={data.body} pictures={data.pictures} /> : <p>{wordsOf(data).text}</p>}
          <div className={own.buttons}>
            <Button variant="default" onClick={onClose}>
              {t('announcement_close')}
            </Button>
            {path ? <Button onClick={() => void navigate({ to: path })}>{t('announcement_open')}</Button> : null}
          </div>
        </>
      ) : null}
    </Dialog>
  );
}
