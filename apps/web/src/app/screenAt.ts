import type { ScreenName } from '@vitrine/contract/screens.ts';
import { screens } from '@vitrine/contract/screens.ts';
import { matchPath } from './entry.ts';

/** The screen behind the sign-in that stands at a path. */
export const screenAt = (path: string): ScreenName | undefined =>
  (Object.keys(screens) as ScreenName[]).find((name) => screens[name].roles.length > 0 && matchPath(screens[name].path, path));
