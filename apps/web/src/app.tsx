import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { entryFor } from './core/entry.ts';
import { loadNamespaces } from './core/i18n.ts';
import { useLook } from './core/look.ts';
import { moveTo, usePlace } from './core/place.ts';
import { useUser } from './core/session.ts';
import { openingUnit } from './core/signing.ts';
import { useStateValue } from './core/state.ts';
import { Boundary } from './core/ui/Boundary.tsx';
import { Toasts } from './core/ui/Toasts.tsx';
import { Waiting } from './core/ui/Waiting.tsx';
import { PublicNotFound, publicScreens } from './publicScreens.tsx';

/** The portal, and what its shell says. */
export async function loadPortal() {
  const portal = await import('./portal.tsx');
  await loadNamespaces('shell', 'ui');
  return portal;
}

const Portal = lazy(async () => ({ default: (await loadPortal()).Portal }));

function Redirect({ to }: { to: string }) {
  useEffect(() => moveTo(to, { replace: true }), [to]);
  return null;
}

function Page() {
  const { t } = useTranslation();
  const place = usePlace();
  const user = useUser();
  const opening = useStateValue(openingUnit);
  if (opening !== null) return <Waiting text={t('opening_unit', { name: opening })} />;

  const entry = entryFor(place, user !== null, (screen) => screen in publicScreens);
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
