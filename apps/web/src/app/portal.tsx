import '#ui/mantine.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { BuiltContext, ScreenActionsContext, ScreenSettingsContext } from '#platform/built.ts';
import { i18n } from '#platform/i18n.ts';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { colorSchemeManager, cssVariablesResolver, mantineTheme } from '#ui/mantineTheme.ts';
import { takeClient } from './askAhead.ts';
import { createPortalRouter } from './router.tsx';
import { publicScreens } from './publicScreens.tsx';
import { built } from './screens.tsx';

export { askAhead } from './askAhead.ts';

const screenSettings = (Object.keys(built) as ScreenName[]).flatMap((screen) => {
  const { settings, namespaces = [] } = built[screen] ?? {};
  return settings ? [{ screen, load: settings, namespaces }] : [];
});
const screenActions = (Object.keys(built) as ScreenName[]).flatMap((screen) =>
  (built[screen]?.actions ?? []).map((action) => ({ ...action, screen })),
);
const isBuilt = (name: string) => name in built || name in publicScreens;

/** Everything behind the sign-in. Keyed by person and unit, so that a change of either starts with empty caches. */
export function Portal() {
  const [client] = useState(takeClient);
  const [router] = useState(createPortalRouter);
  useEffect(() => () => client.clear(), [client]);
  useEffect(() => {
    // Some of what was read are sentences.
    const readAll = () => void client.invalidateQueries();
    i18n.on('languageChanged', readAll);
    return () => i18n.off('languageChanged', readAll);
  }, [client]);
  // Drawn in slices after an empty first pass: what was asked for leaves at once, and answers are taken in between.
  const drawn = useDeferredValue(true, false);
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={client}>
        <BuiltContext value={isBuilt}>
          <ScreenActionsContext value={screenActions}>
            <ScreenSettingsContext value={screenSettings}>{drawn ? <RouterProvider router={router} /> : null}</ScreenSettingsContext>
          </ScreenActionsContext>
        </BuiltContext>
      </QueryClientProvider>
    </MantineProvider>
  );
}
