import type { Notification } from '@vitrine/contract/notifications/notifications.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatRelative } from '#platform/formats.ts';
import css from './notify.module.css';
import { useNotificationWords } from './words.ts';

/** Title, text and time of a notification; a dot, and a word for screen readers, while it is unread. */
export function NotificationItem({
  notification,
  onOpen,
  actions,
}: {
  notification: Notification;
  onOpen: () => void;
  actions?: ReactNode;
}) {
  const { t } = useTranslation('notifications');
  const { title, text } = useNotificationWords()(notification);
  const { created_at, read_at } = notification;
  return (
    <li className={css.item} data-unread={read_at === null || undefined}>
      <button type="button" className={css.open} onClick={onOpen}>
        <span className={css.dot} aria-hidden="true" />
        <span className={css.words}>
          <span className={css.title}>
            {read_at === null ? <span className="visually-hidden">{`${t('new')}: `}</span> : null}
            {title}
          </span>
          {text ? <span className={css.text}>{text}</span> : null}
          <time className={css.time} dateTime={created_at} title={formatDateTime(created_at)}>
            {formatRelative(created_at)}
          </time>
        </span>
      </button>
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </li>
  );
}
