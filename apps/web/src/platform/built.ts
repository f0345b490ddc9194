import type { Capability, Right } from '@vitrine/contract/capabilities.ts';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { createContext } from 'react';
import type { Viewer } from './access.ts';
import type { Namespace, Resources } from './resources.ts';

/** Which screens are built. The portal sets this, because nothing below it may import features. */
export const BuiltContext = createContext<(screen: ScreenName) => boolean>(() => false);

/** Something to do on a screen that the palette offers everywhere: it opens the screen at this address. */
export type ScreenAction = {
  label: Extract<keyof Resources['shell'], `action_${string}`>;
  search: Record<string, string>;
  /** Offered to whoever holds it; the screen itself decides. */
  needs: readonly [Capability, Right];
};

/** The actions of all screens, as the screens list them. */
export const ScreenActionsContext = createContext<readonly (ScreenAction & { screen: ScreenName })[]>([]);

/** What can be set on a screen, by its name: the palette opens it where it stands. */
export type NamedSetting = { section: string; sectionTitle: string; name: string; label: string };
export type NamedSettings = (viewer: Viewer) => readonly NamedSetting[];

/** The settings of all screens, whose names come when somebody looks for something. */
export const ScreenSettingsContext = createContext<
  readonly { screen: ScreenName; load: () => Promise<NamedSettings>; namespaces: readonly Namespace[] }[]
>([]);
