import type { ScreenName } from '@vitrine/contract/screens.ts';
import { createContext, useContext } from 'react';
import type { Viewer } from '../access.ts';
import { useConfig } from '../config.ts';
import { useUser } from '../session.ts';

/** Which screens the web has; the portal says so, because core does not know the features. */
export const BuiltContext = createContext<(screen: ScreenName) => boolean>(() => false);

/** The person in front of the screen, as far as it decides what there is to see. */
export function useViewer(): Viewer {
  const built = useContext(BuiltContext);
  const user = useUser();
  const config = useConfig();
  return { role: user?.perfil_usuario ?? 'user', hiddenMenu: config?.hidden_menu ?? [], built };
}
