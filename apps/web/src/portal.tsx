import './core/zod.ts';
import './core/catalogues.ts';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Loader.layer.css';
// Inputs of every kind stand on these; what else a screen uses of Mantine it brings along.
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import './core/ui/mantine.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createQueryClient } from './core/query.ts';
import { BuiltContext } from './core/shell/viewer.ts';
import { colorSchemeManager, cssVariablesResolver, mantineTheme } from './core/ui/mantineTheme.ts';
import { createPortalRouter } from './router.tsx';
import { built } from './screens.tsx';

const isBuilt = (name: string) => name in built;

/** Everything behind the sign-in. One for each person and unit: whoever changes either starts with empty caches. */
export function Portal() {
  const [client] = useState(createQueryClient);
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
          <RouterProvider router={router} />
        </BuiltContext>
      </QueryClientProvider>
    </MantineProvider>
  );
}
