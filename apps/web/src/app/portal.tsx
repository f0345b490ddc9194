import '#ui/mantine.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createQueryClient } from '#platform/query.ts';
import { BuiltContext, ScreenActionsContext, ScreenSettingsContext } from '#platform/built.ts';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { colorSchemeManager, cssVariablesResolver, mantineTheme } from '#ui/mantineTheme.ts';
import { askAhead } from './askAhead.ts';
import { createPortalRouter } from './router.tsx';
import { publicScreens } from './publicScreens.tsx';
import { built } from './screens.tsx';

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
  const [client] = useState(() => {
    const made = createQueryClient();
    askAhead(made, location);
    return made;
  });
  const [router] = useState(createPortalRouter);
  useEffect(() => () => client.clear(), [client]);
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
            <ScreenSettingsContext value={screenSettings}>
              <RouterProvider router={router} />
            </ScreenSettingsContext>
          </ScreenActionsContext>
        </BuiltContext>
      </QueryClientProvider>
    </MantineProvider>
  );
}
