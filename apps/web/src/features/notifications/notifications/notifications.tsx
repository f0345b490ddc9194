import '@mantine/core/styles/Tabs.layer.css';
import { Button, Tabs } from '@mantine/core';
import { IconBell, IconMail, IconMailOpened, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Notification, NotificationAct } from '@vitrine/contract/notifications/notifications.ts';
import { noticeGroups, notificationKinds, noticeTopics } from '@vitrine/contract/notifications/kinds.ts';
import { screens } from '@vitrine/contract/screens.ts';
import { list as listEndpoint, summary } from '#endpoints/notifications/notifications.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useEndpoint } from '#platform/query.ts';
import { useNotificationActions } from '#shell/notifications/useNotificationActions.ts';
import { useNotificationWords } from '#shell/notifications/words.ts';
import { useViewer } from '#shell/viewer.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import type { BulkAction, Column, RowAction, Selection } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import own from './notifications.module.css';

const AnnouncementDialog = onDemand(async () => (await import('./announcementDialog.tsx')).AnnouncementDialog);
const ChoicePanel = onDemand(async () => (await import('./choicePanel.tsx')).ChoicePanel, {
  namespaces: ['notificationChoice', 'pushDevices'],
});

const tabs = ['all', 'unread', 'read'] as const;

const groupOf = ({ kind }: Notification) =>
  kind in notificationKinds ? noticeTopics[notificationKinds[kind as keyof typeof notificationKinds]].group : null;

function useColumns(): Column<Notification>[] {
  const { t } = useTranslation('notifications');
  const wordsOf = useNotificationWords();
  const whole = (notification: Notification) => {
    const { title, text } = wordsOf(notification);
    const isUnread = notification.read_at === null;
    return (
      <span className={own.words} data-unread={isUnread || undefined}>
        <span className={own.title}>
          {isUnread ? <span className="visually-hidden">{`${t('new')}: `}</span> : null}
          {title}
        </span>
        {text ? <span className={own.text}>{text}</span> : null}
      </span>
    );
  };
  return [
    { key: 'title', header: t('notification'), cell: whole },
    {
      key: 'group',
      header: t('about'),
      width: 180,
      cell: (notification) => {
        const group = groupOf(notification);
        return group === null ? null : t(`group_${group}`);
      },
    },
    { key: 'created_at', header: t('created_at'), width: 150, cell: ({ created_at }) => <RelativeTimeCell value={created_at} /> },
  ];
}

/** `/notifications`: what the person was told, to be read, marked and put away. */
export function Notifications() {
  const { t } = useTranslation('notifications');
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const read = tabs.find((tab) => tab === search['tab']) ?? 'all';
  const list = useList<Notification>(listEndpoint, { name: 'page_notification', filters: ['group'], fixed: { read } });
  const { data: counts } = useEndpoint(summary, {});
  const { open, setRead, many, markAllRead } = useNotificationActions();
  const { opened, show, close } = usePanels('notice', 'choice');
  const writes = verdictOn('broadcasts', useViewer()) === 'open';
  const unread = counts?.unread ?? 0;

  const actions: RowAction<Notification>[] = [
    {
      key: 'read',
      label: t('mark_read'),
      icon: <IconMailOpened size={16} />,
      shortcut: 'r',
      when: ({ read_at }) => read_at === null,
      run: (row) => void setRead(row, true),
    },
    {
      key: 'unread',
      label: t('mark_unread'),
      icon: <IconMail size={16} />,
      shortcut: 'u',
      when: ({ read_at }) => read_at !== null,
      run: (row) => void setRead(row, false),
    },
    {
      key: 'delete',
      label: t('delete'),
      icon: <IconTrash size={16} />,
      danger: true,
      shortcut: 'Delete',
      run: ({ id }) => void many({ act: 'delete', notification_ids: [id] }),
    },
  ];
  const act = async (name: NotificationAct, { ids, all, clear }: Selection) => {
    const { q, filters } = list.view.state;
    const { group } = filters;
    const meant = noticeGroups.find((one) => one === group);
    await many({ act: name, ...(all ? { matching: { read, q, ...(meant ? { group: meant } : {}) } } : { notification_ids: ids }) });
    clear();
  };
  const bulk = (name: NotificationAct, label: string, icon: ReactNode): BulkAction => ({
    key: name,
    label,
    icon,
    ...(name === 'delete' ? { danger: true } : {}),
    run: (selection) => void act(name, selection),
  });
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      list={list}
      columns={useColumns()}
      filters={[{ key: 'group', label: t('about'), options: noticeGroups.map((value) => ({ value, label: t(`group_${value}`) })) }]}
      buttons={
        <>
          {/* First, so that what stands beside it stays where it is when this comes. */}
          {unread > 0 ? (
            <Button variant="default" onClick={() => void markAllRead()}>
              {t('mark_all')}
            </Button>
          ) : null}
          {writes ? (
            <Button variant="default" component={Link} to={screens.broadcasts.path}>
              {t('announcements')}
            </Button>
          ) : null}
          <Button variant="default" onClick={() => show({ choice: 'open' })}>
            {t('choose')}
          </Button>
        </>
      }
      tabs={
        <Tabs value={read} onChange={(tab) => void navigate({ to: '.', search: { tab: tab === 'all' ? undefined : (tab ?? undefined) } })}>
          <Tabs.List mb={16} aria-label={t('title')}>
            {tabs.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {tab === 'unread' && unread > 0 ? `${t('unread')} (${unread})` : t(tab)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      }
      actions={actions}
      bulkActions={[
        bulk('read', t('mark_read'), <IconMailOpened size={16} />),
        bulk('unread', t('mark_unread'), <IconMail size={16} />),
        bulk('delete', t('delete'), <IconTrash size={16} />),
      ]}
      onOpen={(notification) => void open(notification)}
      empty={{
        icon: <IconBell size={32} />,
        title: t(read === 'all' ? 'empty_title' : `empty_${read}`),
        ...(read === 'all' ? { text: t('empty_text') } : {}),
      }}
    >
      {opened.choice ? <ChoicePanel onClose={close} /> : null}
      {opened.notice ? <AnnouncementDialog key={opened.notice} id={opened.notice} onClose={close} /> : null}
    </ListPage>
  );
}
