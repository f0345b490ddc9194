import { useMemo, useState } from 'react';
import { useConfig } from './config.ts';
import { todayIn } from './unitClock.ts';

/** The day that it is in the unit, whatever the clock and zone of the browser: noon of it as the browser counts days. */
export function useUnitToday(): Date {
  const timezone = useConfig()?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [now] = useState(() => Date.now());
  return useMemo(() => {
    const [year = 0, month = 1, day = 1] = todayIn(timezone, now).split('-').map(Number);
    return new Date(year, month - 1, day, 12);
  }, [timezone, now]);
}
