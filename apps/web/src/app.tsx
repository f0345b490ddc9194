import type { ComponentType } from 'react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entryFor } from './core/entry.ts';
import { useLook } from './core/look.ts';
import { moveTo, usePlace } from './core/place.ts';
import { useUser } from './core/session.ts';
import { openingUnit } from './core/signing.ts';
import { useStateValue } from './core/state.ts';
import { Boundary } from './core/ui/Boundary.tsx';
import { Toasts } from './core/ui/Toasts.tsx';
import { Waiting } from './core/ui/Waiting.tsx';
import { PublicNotFound, publicScreens } from './publicScreens.tsx';

let ready: ComponentType | null = null;

/** The portal, and what it says and shows at an address. */
export async function loadPortal(path: string): Promise<ComponentType> {
  const preloading = import('./preload.ts').then(({ preload }) => preload(path));
  const { Portal } = await import('./portal.tsx');
  await preloading;
  ready = Portal;
  return Portal;
}

const Loading = lazy(async () => ({ default: await loadPortal(location.pathname) }));

/** What was fetched before is drawn at once: even an empty fallback would stand for 300 ms. */
function Portal() {
  const [Chosen] = useState(() => ready ?? Loading);
  return <Chosen />;
}

/** Whoever types into the sign-in form will need the portal and most likely their reports: both come while they type. */
function usePortalAhead(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return undefined;
    // If it does not come, whoever draws it says so.
    const fetchAhead = () => void loadPortal('/all/reports').catch(() => undefined);
    addEventListener('input', fetchAhead, { once: true });
    return () => removeEventListener('input', fetchAhead);
  }, [wanted]);
}

function Redirect({ to }: { to: string }) {
  useEffect(() => moveTo(to, { replace: true }), [to]);
  return null;
}

function Page() {
  const { t } = useTranslation();
  const place = usePlace();
  const user = useUser();
  const opening = useStateValue(openingUnit);
  const entry = entryFor(place, user !== null, (screen) => screen in publicScreens);
  usePortalAhead(entry.kind === 'public' && entry.screen === 'signin');
  if (opening !== null) return <Waiting text={t('opening_unit', { name: opening })} />;

  switch (entry.kind) {
    case 'redirect':
      return <Redirect to={entry.to} />;
    case 'public': {
      const Screen = publicScreens[entry.screen] ?? PublicNotFound;
      return <Screen params={entry.params} />;
    }
    case 'portal':
      return <Portal key={`${user?.id} ${user?.tenant_id}`} />;
    case 'not_found':
      return <PublicNotFound params={{}} />;
    default:
      return entry satisfies never;
  }
}

/** Public pages and the portal; messages stand above both. */
export function App() {
  // Drawn anew when the look changes, so that titles and logos follow.
  useLook();
  return (
    <>
      <Boundary>
        <Suspense fallback={<Waiting />}>
          <Page />
        </Suspense>
      </Boundary>
      <Toasts />
    </>
  );
}
