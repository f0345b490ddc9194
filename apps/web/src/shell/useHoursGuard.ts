import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { formatTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import { getConfig, remoteConfig } from '#endpoints/settings/settings.ts';
import { dismissToast, toast } from '#platform/toast.ts';
import { useStale } from '#platform/query.ts';

const warnBeforeMs = 5 * 60_000;
/** Longer delays overflow a timer; the configuration is loaded again long before. */
const longestWaitMs = 24 * 3_600_000;

/** Warns five minutes before the hours of access end, and calls the server at the end, which ends the session. */
export function useHoursGuard(): void {
  const { t } = useTranslation('shell');
  const stale = useStale();
  const closesAt = useConfig()?.hours_close_at ?? null;
  useLive('access', () => void stale(getConfig));
  useEffect(() => {
    if (closesAt === null) return undefined;
    const left = Date.parse(closesAt) - Date.now();
    if (left > longestWaitMs) return undefined;
    let warned: number | null = null;
    const warning = setTimeout(
      () => {
        warned = toast.warning(t('hours_closing_soon', { time: formatTime(closesAt) }), { lastsMs: 60_000 });
      },
      Math.max(0, left - warnBeforeMs),
    );
    // The refusal signs out, with the server's message.
    const ending = setTimeout(() => void call(remoteConfig, {}).catch(() => undefined), Math.max(0, left) + 500);
    return () => {
      clearTimeout(warning);
      clearTimeout(ending);
      // With more time granted, the warning of the former end is removed.
      if (warned !== null) dismissToast(warned);
    };
  }, [closesAt, t]);
}
