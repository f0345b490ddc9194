/** The sentences of a notification, in the reader's language, with a general sentence for unknown kinds. */
import type { Notification } from '@vitrine/contract/notifications/notifications.ts';
import { notificationKinds } from '@vitrine/contract/notifications/kinds.ts';
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';

export function useNotificationWords() {
  const { t } = useTranslation('notifications');
  return ({ kind, values, words }: Notification): { title: string; text: string } => {
    if (words) return words;
    if (!(kind in notificationKinds)) return { title: t('title'), text: '' };
    const known = kind as NotificationKind;
    const shown = typeof values['date'] === 'string' ? { ...values, date: formatDate(values['date']) } : values;
    return { title: t(`${known}_title`, shown), text: t(`${known}_text`, shown) };
  };
}
