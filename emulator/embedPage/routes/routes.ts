import type { Route } from '../protocol/router.ts';
import type { App } from '../session/app.ts';
import { appearanceRoutes } from './appearance.ts';
import { bookmarkRoutes } from './bookmarks.ts';
import { editingRoutes } from './editing.ts';
import { filterRoutes } from './filters.ts';
import { lifecycleRoutes } from './lifecycle.ts';
import { pageRoutes } from './pages.ts';
import { visualRoutes } from './visuals.ts';

/** Everything the page answers to, in the order it is tried. */
export function allRoutes(app: App): Route[] {
  return [
    ...lifecycleRoutes(app),
    ...editingRoutes(app),
    ...pageRoutes(app),
    ...filterRoutes(app),
    ...visualRoutes(app),
    ...bookmarkRoutes(app),
    ...appearanceRoutes(app),
  ];
}
