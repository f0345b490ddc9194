import type { ScreenName } from '@vitrine/contract/screens.ts';
import { seen } from '#endpoints/signIn/remoteAccess.ts';
import { useEffect } from 'react';
import { useConfig } from '#platform/config.ts';
import { call } from '#platform/http.ts';

/** While somebody acts for a person, each screen that is shown stands in the receipt, and the person sees it now. */
export function useNotedScreen(screen: ScreenName, shown: boolean): void {
  const acting = useConfig()?.remote_access?.id;
  useEffect(() => {
    if (acting && shown) void call(seen, { body: { screen } }).catch(() => undefined);
  }, [acting, screen, shown]);
}
