import { useContext } from 'react';
import type { Viewer } from '#platform/access.ts';
import { BuiltContext } from '#platform/built.ts';
import { useConfig } from '#platform/config.ts';
import { useRole } from '#platform/session.ts';

/** The signed-in person, as far as it decides which screens are shown. */
export function useViewer(): Viewer {
  const built = useContext(BuiltContext);
  const config = useConfig();
  return { role: useRole() ?? 'user', hiddenMenu: config?.hidden_menu ?? [], known: Boolean(config), built };
}
