import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../config.ts';
import { formatTime } from '../formats.ts';
import { call } from '../http.ts';
import { useLive } from '../live.ts';
import { getConfig, remoteConfig } from '../shellEndpoints.ts';
import { dismissToast, toast } from '../toast.ts';

const warnBeforeMs = 5 * 60_000;
/** Longer waits overflow a timer; the configuration is asked anew long before. */
const longestWaitMs = 24 * 3_600_000;

/** Warns five minutes before the hours of access end, and asks the server when they have: it ends the session. */
export function useHoursGuard(): void {
  const { t } = useTranslation('shell');
  const client = useQueryClient();
  const closesAt = useConfig()?.hours_close_at ?? null;
  useLive('access', () => void client.invalidateQueries({ queryKey: [getConfig.path] }));
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
    // Its refusal signs out, with the server's own words.
    const ending = setTimeout(() => void call(remoteConfig, {}).catch(() => undefined), Math.max(0, left) + 500);
    return () => {
      clearTimeout(warning);
      clearTimeout(ending);
      // Whoever was given more time is warned of the former end no more.
      if (warned !== null) dismissToast(warned);
    };
  }, [closesAt, t]);
}
