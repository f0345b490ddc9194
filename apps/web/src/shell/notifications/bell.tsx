import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '#platform/i18n.ts';
import { useLive } from '#platform/live.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { summary } from '#endpoints/notifications/notifications.ts';
import { onDemand } from '#ui/onDemand.tsx';
import css from './notify.module.css';

const LatestNotifications = onDemand(async () => {
  const [{ LatestNotifications: Loaded }] = await Promise.all([import('./latestNotifications.tsx'), loadNamespaces('notifications')]);
  return Loaded;
});

const shownAtMost = 99;

/** The bell of the header: how many are unread, as soon as there is one more. */
export function Bell() {
  const { t } = useTranslation('shell');
  const stale = useStale();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { data } = useEndpoint(summary, {});
  useLive('notifications', () => void stale(summary, { path: '/api/notifications' }));
  const unread = data?.unread ?? 0;
  const label = t('bell', { count: unread });
  return (
    <div className={css.bell}>
      <ActionIcon
        ref={button}
        variant="subtle"
        size="lg"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <IconBell size={18} />
      </ActionIcon>
      {unread > 0 ? (
        <span className={css.count} aria-hidden="true">
          {unread > shownAtMost ? `${shownAtMost}+` : unread}
        </span>
      ) : null}
      <Suspense fallback={null}>
        {open ? (
          <LatestNotifications
            latest={data?.latest ?? []}
            unread={unread}
            onClose={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
