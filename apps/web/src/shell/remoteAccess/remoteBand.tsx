import { Button } from '@mantine/core';
import type { LoadedConfiguration } from '@vitrine/contract/settings/settings.ts';
import { remoteConfig } from '#endpoints/settings/settings.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backToOwnSession } from '#platform/actFor.ts';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import { useUser } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';
import css from './remoteBand.module.css';

type Props = { access: NonNullable<LoadedConfiguration['remote_access']> };

const minuteMs = 60_000;
const minutesLeft = (ends_at: string) => Math.max(0, Math.ceil((Date.parse(ends_at) - Date.now()) / minuteMs));

/** On every page while somebody acts for a person: for whom, how long still, and the way back. */
export function RemoteBand({ access: { ends_at, mode, reason } }: Props) {
  const { t } = useTranslation('remoteAccess');
  const name = useUser()?.name ?? '';
  // The person may have ended it: the refusal of the next call leads back.
  useLive('remote_access', () => void call(remoteConfig, {}).catch(() => undefined));
  const [left, setLeft] = useState(() => minutesLeft(ends_at));
  useEffect(() => {
    const tick = setInterval(() => {
      setLeft(minutesLeft(ends_at));
      if (Date.parse(ends_at) <= Date.now()) void backToOwnSession().catch(toast.failure);
    }, minuteMs / 6);
    return () => clearInterval(tick);
  }, [ends_at]);
  return (
    <section aria-label={t('band')} className={css.band}>
      <p>
        <strong>{t(mode === 'read' ? 'acting_read' : 'acting_full', { name })}</strong> {t('left', { count: left })}{' '}
        {t('because', { reason })}
      </p>
      <Button size="compact-sm" variant="default" onClick={() => void backToOwnSession().catch(toast.failure)}>
        {t('end')}
      </Button>
    </section>
  );
}
