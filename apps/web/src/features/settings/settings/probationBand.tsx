import { Button } from '@mantine/core';
import type { ConfigurationForm } from '@vitrine/contract/settings/settings.ts';
import { keepIpList } from '#endpoints/settings/settings.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStateValue } from '#platform/state.ts';
import { toast } from '#platform/toast.ts';
import css from './settings.module.css';
import { probation, timeLeft } from './probation.ts';

/** Shows the countdown of the probation, with a button to keep the list. */
export function ProbationBand({ configuration, onSettled }: { configuration: ConfigurationForm; onSettled: () => void }) {
  const { t } = useTranslation('settings');
  const running = useStateValue(probation);
  const { ip_probation_until: until, version } = configuration;
  // The probation may have been started in another tab or by another person.
  useEffect(() => {
    if (until) probation.set({ version, until: Date.parse(until) });
  }, [until, version]);
  const [now, setNow] = useState(() => Date.now());
  const [saving, setSaving] = useState(false);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  useEffect(() => {
    if (!running || now < running.until) return;
    probation.set(null);
    toast.info(t('probation_over'));
    onSettled();
  }, [running, now, onSettled, t]);
  if (!running) return null;

  const keep = async () => {
    setSaving(true);
    try {
      await call(keepIpList, { body: { version: running.version } });
      probation.set(null);
      toast.success(t('probation_kept'));
      onSettled();
    } catch (error) {
      toast.failure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className={css.band} role="status">
      <p>{t('probation', { left: timeLeft(running.until, now) })}</p>
      <Button size="compact-sm" loading={saving} onClick={() => void keep()}>
        {t('probation_keep')}
      </Button>
    </div>
  );
}
