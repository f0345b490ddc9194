import type { Screen, ScreenName } from '@vitrine/contract/screens.ts';
import { screens } from '@vitrine/contract/screens.ts';
import { matchPath } from './entry.ts';

const names = (Object.keys(screens) as ScreenName[]).filter((name) => screens[name].roles.length > 0);

/** The screen behind the sign-in that stands at a path. */
export const screenAt = (path: string): ScreenName | undefined => names.find((name) => matchPath(screens[name].path, path));

/** The screen of which one object stands at a path. */
export const screenOfObjectAt = (path: string): ScreenName | undefined =>
  names.find((name) => {
    const { object }: Screen = screens[name];
    return object !== undefined && matchPath(object, path);
  });
