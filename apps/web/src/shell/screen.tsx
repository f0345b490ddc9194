import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { Navigate, useParams } from '@tanstack/react-router';
import type { ComponentType, ReactElement } from 'react';
import { lazy, Suspense, useState } from 'react';
import { firstPath, verdictOn } from '#platform/access.ts';
import type { NamedSettings, ScreenAction } from '#platform/built.ts';
import { loadNamespaces } from '#platform/i18n.ts';
import type { Namespace } from '#platform/resources.ts';
import { NotArrived } from './notArrived.ts';
import { ForbiddenPage, NotFoundPage } from './pages.tsx';
import { useNotedScreen } from './remoteAccess/useNotedScreen.ts';
import css from './shell.module.css';
import { useViewer } from './viewer.ts';

/** A call of the contract, as `useEndpoint` or `useList` will make it. */
type Ahead = { endpoint: Endpoint; request: Record<string, unknown> };

/** The code of a screen, or of the page of one object of it. */
export type BuiltPage = {
  /** The feature's chunk: `async () => (await import('./features/reports/reports.tsx')).Reports`. */
  load: () => Promise<ComponentType>;
  /** Its catalogues besides `common` and `shell`. */
  namespaces?: readonly Namespace[];
  /** Without padding, such as the report viewer. */
  bare?: boolean;
};

export type BuiltScreen = BuiltPage & {
  /** What it asks for first: asked before the portal is drawn when it is opened at its address or by signing in. */
  ahead?: (search: Record<string, string>, role: Role) => readonly Ahead[];
  /** What the palette offers of it. */
  actions?: readonly ScreenAction[];
  /** The page of one of its objects. */
  object?: BuiltPage;
  /** What can be set on it, for whom: the palette finds it by its name. */
  settings?: () => Promise<NamedSettings>;
};

/** A screen with its guard. Code and catalogues are loaded together, already when a link to it is hovered. */
export function createScreen(name: ScreenName, built: BuiltPage | undefined): (() => ReactElement) & { preload: () => Promise<void> } {
  let ready: ComponentType | null = null;
  const load = async (): Promise<{ default: ComponentType }> => {
    if (!built) return { default: NotFoundPage };
    try {
      const [Loaded] = await Promise.all([built.load(), loadNamespaces(...(built.namespaces ?? []))]);
      ready = Loaded;
      return { default: Loaded };
    } catch (cause) {
      // React caches a failed lazy component; a retry needs a new one.
      Loading = lazy(load);
      throw new NotArrived(`The screen ${name} did not arrive`, { cause });
    }
  };
  let Loading = lazy(load);

  /** Code that is loaded already renders at once: Suspense would show even an empty fallback for 300 ms. */
  function Loaded() {
    const [Chosen] = useState(() => ready ?? Loading);
    return <Chosen />;
  }

  function Screen() {
    const viewer = useViewer();
    const params = useParams({ strict: false });
    const verdict = verdictOn(name, viewer);
    useNotedScreen(name, verdict === 'open');
    if (verdict !== 'open') {
      const first = firstPath(viewer);
      if (name === 'dashboard' && first) return <Navigate to={first} replace />;
      return verdict === 'forbidden' ? <ForbiddenPage /> : <NotFoundPage />;
    }
    return (
      <Suspense fallback={<div className={css.loading} />}>
        <div className={built?.bare ? css.bare : css.padded} key={JSON.stringify(params)}>
          <Loaded />
        </div>
      </Suspense>
    );
  }
  return Object.assign(Screen, { preload: () => load().then(() => undefined) });
}
