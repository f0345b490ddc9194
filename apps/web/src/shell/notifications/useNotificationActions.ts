import { useNavigate } from '@tanstack/react-router';
import type { Request } from '@vitrine/contract/endpoint.ts';
import type { Notification, NotificationAct } from '@vitrine/contract/notifications/notifications.ts';
import { bulk, list, mark, summary, undo } from '#endpoints/notifications/notifications.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { safePath } from '#platform/redirect.ts';
import { toast } from '#platform/toast.ts';

type Many = Request<typeof bulk>['body'];

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
  const takeBack = (act: NotificationAct, at: string) => void doing(call(undo, { body: { act, at } }));
  /** One or many; what was done can be taken back. */
  const many = (body: Many) =>
    doing(
      call(bulk, { body }).then(({ changed, at }) => {
        if (changed > 0) toast.undo(t(`done_${body.act}`, { count: changed }), () => takeBack(body.act, at));
      }),
    );
  return {
    setRead,
    many,
    markAllRead: () => many({ act: 'read', matching: {} }),
    /** Opening marks it as read and goes to its link. */
    open: async (notification: Notification) => {
      const path = safePath(notification.link);
      if (path) void navigate({ to: path });
      if (notification.read_at === null) await setRead(notification, true);
    },
  };
}
