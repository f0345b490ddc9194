import { useNavigate } from '@tanstack/react-router';
import type { Notification } from '@vitrine/contract/notifications/notifications.ts';
import { list, mark, markAll, remove, restore, summary } from '#endpoints/notifications/notifications.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { safePath } from '#platform/redirect.ts';
import { toast } from '#platform/toast.ts';

/** Actions of notifications; lists and counts are refreshed afterwards. */
export function useNotificationActions() {
  const { t } = useTranslation('notifications');
  const navigate = useNavigate();
  const stale = useStale();
  const doing = async (work: Promise<unknown>) => {
    await work.catch(toast.failure);
    await stale(list, summary);
  };
  const setRead = ({ id }: Notification, read: boolean) => doing(call(mark, { params: { id }, body: { read } }));
  return {
    setRead,
    markAllRead: () => doing(call(markAll, {})),
    /** Opening marks it as read and goes to its link. */
    open: async (notification: Notification) => {
      const path = safePath(notification.link);
      if (path) void navigate({ to: path });
      if (notification.read_at === null) await setRead(notification, true);
    },
    remove: async ({ id }: Notification) => {
      await doing(call(remove, { params: { id } }));
      toast.undo(t('deleted'), () => void doing(call(restore, { params: { id } })));
    },
  };
}
