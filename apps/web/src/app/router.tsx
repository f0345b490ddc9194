/** Routes are the screens of the contract (`contract/screens.ts`) that are built (`screens.tsx`). */
import type { Screen, ScreenName } from '@vitrine/contract/screens.ts';
import { screens } from '@vitrine/contract/screens.ts';
import { createBrowserHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { createScreen } from '#shell/screen.tsx';
import { CrashPage, NotFoundPage } from '#shell/pages.tsx';
import { Shell } from '#shell/shell.tsx';
import { built } from './screens.tsx';

/** One router per page, because the portal may be left and entered again. */
const history = createBrowserHistory();

/** Plain text in, plain text out: `?q=007` stays 007. */
const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

const stringifySearch = (search: Record<string, unknown>): string => {
  const given = Object.entries(search).flatMap(([key, value]) => (typeof value === 'string' && value !== '' ? [[key, value]] : []));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
};

export function createPortalRouter() {
  const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });
  const names = (Object.keys(screens) as ScreenName[]).filter((name) => screens[name].roles.length > 0);
  const routes = names.map((name) =>
    createRoute({
      getParentRoute: () => root,
      path: screens[name].path,
      component: createScreen(name, built[name]),
      errorComponent: CrashPage,
    }),
  );
  const objects = names.flatMap((name) => {
    const { object }: Screen = screens[name];
    if (!object) return [];
    const component = createScreen(name, built[name]?.object);
    return [createRoute({ getParentRoute: () => root, path: object, component, errorComponent: CrashPage })];
  });
  return createRouter({
    routeTree: root.addChildren([...routes, ...objects]),
    history,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: CrashPage,
    scrollRestoration: true,
  });
}
