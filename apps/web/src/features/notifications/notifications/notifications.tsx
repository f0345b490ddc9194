import { ActionIcon, Button, SegmentedControl, Switch } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { IconBell, IconMail, IconMailOpened, IconTrash } from '@tabler/icons-react';
import type { Notification } from '@vitrine/contract/notifications/notifications.ts';
import { getChoice, list as listEndpoint, saveChoice, summary } from '#endpoints/notifications/notifications.ts';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { call } from '#platform/http.ts';
import { NotificationItem } from '#shell/notifications/notificationItem.tsx';
import css from '#shell/notifications/notify.module.css';
import { useNotificationActions } from '#shell/notifications/useNotificationActions.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { useList } from '#ui/grid/useList.ts';
import { Pager } from '#ui/grid/pager.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useViewer } from '#shell/viewer.ts';
import { screens } from '@vitrine/contract/screens.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import own from './notifications.module.css';

/** Whether the person also gets mails. */
function MailChoice() {
  const { t } = useTranslation('notifications');
  const stale = useStale();
  const { data } = useEndpoint(getChoice, {});
  // Keeps the place of what comes.
  if (!data) return <div className={own.choice} />;
  const change = async (by_mail: boolean) => {
    await call(saveChoice, { body: { by_mail } }).then(() => toast.success(t(by_mail ? 'mail_on' : 'mail_off')), toast.failure);
    await stale(getChoice);
  };
  return (
    <Switch
      label={t('by_mail')}
      description={data.unit_sends ? t('by_mail_text') : t('unit_sends_none')}
      checked={data.by_mail}
      disabled={!data.unit_sends}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}

const AnnouncementDialog = onDemand(async () => (await import('./announcementDialog.tsx')).AnnouncementDialog);

/** `/notifications`: all notifications of the person. */
export function Notifications() {
  const { t } = useTranslation('notifications');
  const list = useList<Notification>(listEndpoint, { name: 'page_notification', filters: ['read'] });
  const read = list.view.state.filters['read'] === 'unread' ? 'unread' : 'all';
  const { data: counts } = useEndpoint(summary, {});
  const { open, setRead, remove, markAllRead } = useNotificationActions();
  const { opened, close } = usePanels('notice');
  const writes = verdictOn('broadcasts', useViewer()) === 'open';
  return (
    <>
      <PageHeader title={t('title')} description={t('description')}>
        {/* First, so that what stands beside it stays where it is when this comes. */}
        {counts && counts.unread > 0 ? (
          <Button variant="default" onClick={() => void markAllRead()}>
            {t('mark_all')}
          </Button>
        ) : null}
        {writes ? (
          <Button variant="default" component={Link} to={screens.broadcasts.path}>
            {t('announcements')}
          </Button>
        ) : null}
      </PageHeader>
      <div className={own.bar}>
        <SegmentedControl
          aria-label={t('title')}
          value={read}
          onChange={(value) => list.view.change({ filters: value === 'unread' ? { read: value } : {} })}
          data={[
            { value: 'all', label: t('all') },
            { value: 'unread', label: `${t('unread')}${counts?.unread ? ` (${counts.unread})` : ''}` },
          ]}
        />
        <MailChoice />
      </div>
      {list.error ? <ErrorState error={list.error} onRetry={list.retry} /> : null}
      {list.rows?.length === 0 ? (
        <EmptyState
          icon={<IconBell size={32} />}
          title={read === 'unread' ? t('empty_unread') : t('empty_title')}
          {...(read === 'unread' ? {} : { text: t('empty_text') })}
        />
      ) : null}
      {list.rows && list.rows.length > 0 ? (
        <div className={own.card} data-surface="card">
          <ul className={css.list} aria-label={t('title')}>
            {list.rows.map((notification) => {
              const unread = notification.read_at === null;
              const toggle = unread ? t('mark_read') : t('mark_unread');
              return (
                <NotificationItem
                  key={notification.id}
                  notification={notification}
                  onOpen={() => void open(notification)}
                  actions={
                    <>
                      <ActionIcon
                        variant="subtle"
                        size="lg"
                        aria-label={toggle}
                        title={toggle}
                        onClick={() => void setRead(notification, unread)}
                      >
                        {unread ? <IconMailOpened size={16} /> : <IconMail size={16} />}
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        size="lg"
                        aria-label={t('delete')}
                        title={t('delete')}
                        onClick={() => void remove(notification)}
                      >
                        <IconTrash size={16} />
                      </ActionIcon>
                    </>
                  }
                />
              );
            })}
          </ul>
          {list.meta ? <Pager view={list.view} meta={list.meta} count={list.rows.length} /> : null}
        </div>
      ) : null}
      <Suspense fallback={null}>
        {opened.notice ? <AnnouncementDialog key={opened.notice} id={opened.notice} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
