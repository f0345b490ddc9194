import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import { maintenance } from '#platform/maintenance.ts';
import { useStateValue } from '#platform/state.ts';
import { remoteConfig } from '#endpoints/settings/settings.ts';

const askEveryMs = 15_000;
/** The clocks of browser and server differ a little. */
const afterEndMs = 500;

/** The maintenance that keeps this person out, or null. It is asked for again until it is over; then everything on the screen is. */
export function useMaintenance() {
  const client = useQueryClient();
  const closed = useStateValue(maintenance);
  const ask = useCallback(async () => {
    // The rules of the session note a refusal. Whatever else the portal answers, it is open: a display may not load this at all.
    const answered = await call(remoteConfig, {}).then(
      () => true,
      (error: unknown) => (failureOf(error).status ?? 500) < 500,
    );
    if (!answered || maintenance.get() === null) return;
    maintenance.set(null);
    await client.invalidateQueries();
  }, [client]);
  useLive('maintenance', () => void ask());
  useEffect(() => {
    if (closed === null) return undefined;
    const left = closed.until === null ? 0 : Date.parse(closed.until) - Date.now();
    const atEnd = left > 0 && left < askEveryMs ? setTimeout(() => void ask(), left + afterEndMs) : undefined;
    const again = setInterval(() => void ask(), askEveryMs);
    return () => {
      clearTimeout(atEnd);
      clearInterval(again);
    };
  }, [closed, ask]);
  // Whoever signs in next is told anew.
  useEffect(() => () => maintenance.set(null), []);
  return closed;
}
