import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { AccountSecurity } from '@vitrine/contract/signIn/account.ts';
import { endOtherSessions, endSession, forgetDevice, overview } from '#endpoints/signIn/account.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime, formatRelative } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import css from './account.module.css';
import { browserName, isPhone } from '#platform/device/browserName.ts';
import { Card, Row } from './parts.tsx';

const DeviceIcon = ({ agent }: { agent: string }) =>
  isPhone(agent) ? (
    <IconDeviceMobile size={20} stroke={1.6} aria-hidden="true" />
  ) : (
    <IconDeviceDesktop size={20} stroke={1.6} aria-hidden="true" />
  );

function useRun() {
  const stale = useStale();
  return async (told: string, work: () => Promise<unknown>) => {
    try {
      await work();
      toast.success(told);
      await stale(overview);
    } catch (error) {
      toast.failure(error);
    }
  };
}

/** Current sessions; the others can be ended. */
export function SessionsCard({ sessions }: Pick<AccountSecurity, 'sessions'>) {
  const { t } = useTranslation('account');
  const run = useRun();
  const nameOf = ({ user_agent }: { user_agent: string }) => browserName(user_agent) ?? t('unknown_browser');
  return (
    <Card
      title={t('sessions')}
      text={t('sessions_text')}
      action={
        sessions.length > 1 ? (
          <Button variant="default" onClick={() => void run(t('others_ended'), () => call(endOtherSessions, {}))}>
            {t('end_others')}
          </Button>
        ) : null
      }
    >
      <ul className={css.rows}>
        {sessions.map((session) => (
          <Row
            key={session.id}
            icon={<DeviceIcon agent={session.user_agent} />}
            title={nameOf(session)}
            tag={session.current ? t('this_browser') : null}
            text={
              <span title={formatDateTime(session.created_at)}>
                {[session.unit_name, t(`by_${session.by}`), session.ip, t('signed_in', { when: formatRelative(session.created_at) })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            }
          >
            {session.current ? null : (
              <Button
                variant="default"
                onClick={() =>
                  void run(t('session_ended', { name: nameOf(session) }), () => call(endSession, { params: { id: session.id } }))
                }
              >
                {t('end')}
              </Button>
            )}
          </Row>
        ))}
      </ul>
    </Card>
  );
}

/** Known browsers: each has its own limit of attempts, and may be trusted. */
export function DevicesCard({ devices }: Pick<AccountSecurity, 'devices'>) {
  const { t } = useTranslation('account');
  const run = useRun();
  const nameOf = ({ user_agent }: { user_agent: string }) => browserName(user_agent) ?? t('unknown_browser');
  if (devices.length === 0) return null;
  return (
    <Card title={t('devices')} text={t('devices_text')}>
      <ul className={css.rows}>
        {devices.map((device) => (
          <Row
            key={device.id}
            icon={<DeviceIcon agent={device.user_agent} />}
            title={nameOf(device)}
            tag={device.current ? t('this_browser') : null}
            text={[
              t('used', { when: formatRelative(device.last_used_at) }),
              device.trusted_until ? t('trusted_until', { when: formatDate(device.trusted_until) }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            <Button
              variant="default"
              onClick={() =>
                void run(t('device_forgotten', { name: nameOf(device) }), () => call(forgetDevice, { params: { id: device.id } }))
              }
            >
              {t('forget')}
            </Button>
          </Row>
        ))}
      </ul>
    </Card>
  );
}
