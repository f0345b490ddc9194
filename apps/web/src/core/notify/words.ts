/** The sentences of a notification, in the reader's language. A kind that this version does not know says that there is one. */
import type { Notification } from '@vitrine/contract/features/notifications.ts';
import { notificationKinds } from '@vitrine/contract/features/notifications.ts';
import type { NotificationKind } from '@vitrine/contract/features/notifications.ts';
import { useTranslation } from 'react-i18next';

export function useNotificationWords() {
  const { t } = useTranslation('notifications');
  return ({ kind, values }: Notification): { title: string; text: string } => {
    if (!(kind in notificationKinds)) return { title: t('title'), text: '' };
    const known = kind as NotificationKind;
    return { title: t(`${known}_title`, values), text: t(`${known}_text`, values) };
  };
}
