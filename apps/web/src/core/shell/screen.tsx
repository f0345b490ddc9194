import type { ScreenName } from '@vitrine/contract/screens.ts';
import { Navigate, useParams } from '@tanstack/react-router';
import type { ComponentType, ReactElement } from 'react';
import { lazy, Suspense, useState } from 'react';
import { firstPath, verdictOn } from '../access.ts';
import { loadNamespaces } from '../i18n.ts';
import type { Namespace } from '../resources.ts';
import { NotArrived } from './notArrived.ts';
import { ForbiddenPage, NotFoundPage } from './pages.tsx';
import css from './Shell.module.css';
import { useViewer } from './viewer.ts';

export type BuiltScreen = {
  /** The feature's chunk: `async () => (await import('./features/reports/reports.tsx')).Reports`. */
  load: () => Promise<ComponentType>;
  /** The catalogues it speaks from, besides `common` and `shell`. */
  namespaces?: readonly Namespace[];
  /** Without padding, such as the report viewer. */
  bare?: boolean;
};

/** A screen behind its guard. Its code and its sentences come together, already when somebody points at a link to it. */
export function createScreen(name: ScreenName, built: BuiltScreen | undefined): (() => ReactElement) & { preload: () => Promise<void> } {
  let ready: ComponentType | null = null;
  const load = async (): Promise<{ default: ComponentType }> => {
    if (!built) return { default: NotFoundPage };
    try {
      const [Loaded] = await Promise.all([built.load(), loadNamespaces(...(built.namespaces ?? []))]);
      ready = Loaded;
      return { default: Loaded };
    } catch (cause) {
      // React keeps what failed; the next try needs a new one.
      Loading = lazy(load);
      throw new NotArrived(`The screen ${name} did not arrive`, { cause });
    }
  };
  let Loading = lazy(load);

  /** What was fetched before is drawn at once: even an empty fallback would stand for 300 ms. */
  function Loaded() {
    const [Chosen] = useState(() => ready ?? Loading);
    return <Chosen />;
  }

  function Screen() {
    const viewer = useViewer();
    const params = useParams({ strict: false });
    const verdict = verdictOn(name, viewer);
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
