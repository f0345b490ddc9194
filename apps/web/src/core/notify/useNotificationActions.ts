import { useNavigate } from '@tanstack/react-router';
import type { Notification } from '@vitrine/contract/features/notifications.ts';
import { list, mark, markAll, remove, restore, summary } from '@vitrine/contract/features/notifications.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../http.ts';
import { useStale } from '../query.ts';
import { safePath } from '../redirect.ts';
import { toast } from '../toast.ts';

/** What one can do with a notification; whatever shows notifications counts anew afterwards. */
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
    /** Opening is reading, and leads to what it is about. */
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
