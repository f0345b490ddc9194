import '@mantine/core/styles/Popover.layer.css';
import { Button, Popover } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Notification } from '@vitrine/contract/notifications/notifications.ts';
import { useTranslation } from 'react-i18next';
import { NotificationItem } from './notificationItem.tsx';
import css from './notify.module.css';
import { useNotificationActions } from './useNotificationActions.ts';

type Props = { latest: readonly Notification[]; unread: number; onClose: () => void };

/** Under the bell: the latest few, and the way to all. */
export function LatestNotifications({ latest, unread, onClose }: Props) {
  const { t } = useTranslation('notifications');
  const navigate = useNavigate();
  const { open, markAllRead } = useNotificationActions();
  return (
    <Popover
      opened
      onChange={(opened) => {
        if (!opened) onClose();
      }}
      position="bottom-end"
      width="min(360px, calc(100vw - 16px))"
      trapFocus
      returnFocus={false}
      shadow="md"
      offset={8}
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <span aria-hidden="true" style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }} />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('title')}>
        <div className={css.popover}>
          <div className={css.head}>
            {t('title')}
            {unread > 0 ? (
              <Button variant="subtle" size="compact-sm" onClick={() => void markAllRead()}>
                {t('mark_all')}
              </Button>
            ) : null}
          </div>
          {latest.length === 0 ? (
            <p className={css.empty}>{t('empty_text')}</p>
          ) : (
            <ul className={css.list}>
              {latest.map((notification) => (
                <NotificationItem
                  key={notification.id}
                  notification={notification}
                  onOpen={() => {
                    onClose();
                    void open(notification);
                  }}
                />
              ))}
            </ul>
          )}
          <div className={css.foot}>
            <Button
              fullWidth
              variant="default"
              onClick={() => {
                onClose();
                void navigate({ to: '/notifications' });
              }}
            >
              {t('see_all')}
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
