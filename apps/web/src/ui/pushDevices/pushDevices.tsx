import { Button } from '@mantine/core';
import type { PushDevice } from '@vitrine/contract/notifications/pushDevices.ts';
import { list, remove } from '#endpoints/notifications/pushDevices.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserName } from '#platform/device/browserName.ts';
import type { PushState } from '#platform/device/push.ts';
import { allowPush, forgetPush, pushState } from '#platform/device/push.ts';
import { formatRelative } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { ErrorState } from '#ui/states.tsx';
import css from './pushDevices.module.css';

function usePush() {
  const stale = useStale();
  const [state, setState] = useState<PushState | null>(null);
  useEffect(() => void pushState().then(setState), []);
  /** Nothing is told where the person said no to the browser: the state below says what to do. */
  const act = async (work: () => Promise<boolean>, told: string) => {
    try {
      if (await work()) toast.success(told);
    } catch (error) {
      toast.failure(error);
    }
    setState(await pushState());
    await stale(list);
  };
  return { state, act };
}

function DeviceRow({ device, onRemove }: { device: PushDevice; onRemove: () => void }) {
  const { t } = useTranslation('pushDevices');
  const name = browserName(device.user_agent) ?? t('unknown_browser');
  const { last_sent_at, created_at } = device;
  return (
    <li className={css.row}>
      <span className={css.what}>
        <strong>
          {name}
          {device.current ? <span className={css.tag}>{t('this_browser')}</span> : null}
        </strong>
        <span className={css.dim}>
          {last_sent_at ? t('last_sent', { when: formatRelative(last_sent_at) }) : t('allowed', { when: formatRelative(created_at) })}
        </span>
      </span>
      <Button variant="default" size="xs" onClick={onRemove} aria-label={t('remove_from', { name })}>
        {t('remove')}
      </Button>
    </li>
  );
}

/** Notices on this device: switched on here and nowhere else; others are listed and switched off. */
export function PushDevices() {
  const { t } = useTranslation('pushDevices');
  const { state, act } = usePush();
  const { data, error, refetch } = useEndpoint(list, {}, { staleTime: 0 });
  const devices = data?.devices ?? [];
  const own = devices.find(({ current }) => current);
  const removed = (device: PushDevice) =>
    act(async () => {
      if (device.current) await forgetPush(device.id);
      else await call(remove, { params: { id: device.id } });
      return true;
    }, t('removed'));
  // The browser may still have what the portal does not: then it is asked for anew.
  const isOn = state === 'on' && own !== undefined;
  return (
    <section className={css.part} aria-label={t('title')}>
      <h2 className={css.title}>{t('title')}</h2>
      <p className={css.dim}>{t('hint')}</p>
      {state === 'unsupported' || state === 'install' || state === 'denied' ? (
        <p className={css.note} role="note">
          {t(`state_${state}`)}
        </p>
      ) : null}
      {(state === 'off' || state === 'on') && data && !isOn ? (
        <Button variant="default" onClick={() => void act(allowPush, t('added'))}>
          {t('add')}
        </Button>
      ) : null}
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {devices.length > 0 ? (
        <ul className={css.rows}>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} onRemove={() => void removed(device)} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
