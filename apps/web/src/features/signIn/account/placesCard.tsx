import { Button } from '@mantine/core';
import { IconBuilding, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { AccountSecurity } from '@vitrine/contract/signIn/account.ts';
import { endOtherSessions, endSession, forgetDevice, overview } from '#endpoints/signIn/account.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime, formatRelative } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import css from './account.module.css';
import { browserName, isPhone } from './browserName.ts';
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

/** Proper names, the same in every language. */
const protocols = { azure: 'Microsoft Entra', saml: 'SAML' } as const;

/** Accounts of companies by which the person comes in; whoever looks after the unit decides about them. */
export function IdentitiesCard({ identities }: Pick<AccountSecurity, 'identities'>) {
  const { t } = useTranslation('account');
  if (identities.length === 0) return null;
  return (
    <Card title={t('identities')} text={t('identities_text')}>
      <ul className={css.rows}>
        {identities.map(({ id, by, name, unit_name, since, last_used_at }) => (
          <Row
            key={id}
            icon={<IconBuilding size={20} stroke={1.6} aria-hidden="true" />}
            title={name}
            text={[
              protocols[by],
              unit_name,
              t('identity_since', { when: formatDate(since) }),
              last_used_at ? t('used', { when: formatRelative(last_used_at) }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </ul>
    </Card>
  );
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
