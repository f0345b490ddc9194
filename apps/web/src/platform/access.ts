/** Which screens a person has. This only decides what is shown; the server checks every call. */
import type { Right } from '@vitrine/contract/capabilities.ts';
import { permission } from '@vitrine/contract/capabilities.ts';
import type { Role, StaffFlag } from '@vitrine/contract/roles.ts';
import type { MenuGroup, Screen, ScreenName } from '@vitrine/contract/screens.ts';
import { capabilitiesOf, screens, screensOf } from '@vitrine/contract/screens.ts';

export type Viewer = {
  role: Role;
  /** Names or paths of screens that configuration hides for this person. */
  hiddenMenu: readonly string[];
  /** Whether the configuration has come; without it nobody knows what somebody is besides the role. */
  known?: boolean;
  /** Screens that are built. */
  built: (screen: ScreenName) => boolean;
};

export type Verdict = 'open' | 'not_found' | 'forbidden';

/** Flags that give something to somebody of a role. Who has none of them is told by the server which screens are closed. */
const adding = ['billing_administrator', 'support_agent'] as const;
const rights: readonly Right[] = ['read', 'use', 'write'];

const holds = (name: ScreenName, role: Role, flags: readonly StaffFlag[]): boolean => {
  const capabilities = capabilitiesOf(name, role);
  return capabilities.length === 0 || capabilities.some((one) => rights.some((right) => permission({ role, flags }, one, right) !== null));
};

/** A screen of another role or one that is not built does not exist; a hidden one or one without the capability is refused. */
export function verdictOn(name: ScreenName, viewer: Viewer): Verdict {
  const screen: Screen = screens[name];
  if (!screen.roles.includes(viewer.role) || !viewer.built(name)) return 'not_found';
  if (viewer.hiddenMenu.includes(name) || viewer.hiddenMenu.includes(screen.path)) return 'forbidden';
  return holds(name, viewer.role, adding) ? 'open' : 'forbidden';
}

/** Whether this person gives access to reports; what one may give is decided by the server. */
export const mayGiveAccess = ({ role }: Pick<Viewer, 'role'>): boolean => permission({ role }, 'report_access', 'use') !== null;

/** The entries of the menu, in its order. */
export const menuOf = (viewer: Viewer): { name: ScreenName; group: MenuGroup; path: string; icon: string | undefined }[] =>
  screensOf(viewer.role).flatMap((name) => {
    const screen: Screen = screens[name];
    const group = viewer.role === 'user' && screen.readerMenu !== undefined ? screen.readerMenu : screen.menu;
    if (!group || verdictOn(name, viewer) !== 'open' || (viewer.known === false && !holds(name, viewer.role, []))) return [];
    return [{ name, group, path: screen.path, icon: screen.icon }];
  });

/** The first page of roles without a dashboard: the first screen of the menu. */
export const firstPath = (viewer: Viewer): string | null => menuOf(viewer)[0]?.path ?? null;
