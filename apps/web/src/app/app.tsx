import type { ReactElement } from 'react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { entryFor } from './entry.ts';
import { useBranding } from '#platform/branding.ts';
import { moveTo, useCurrentPath } from '#platform/navigation.ts';
import { useUser } from '#platform/session.ts';
import { openingUnit, whenSignedIn } from '#platform/signInFlow.ts';
import { useStateValue } from '#platform/state.ts';
import { Boundary } from '#ui/boundary.tsx';
import { NewVersion } from '#ui/newVersion.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { Toasts } from '#ui/toasts.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { PublicNotFound, publicScreens } from './publicScreens.tsx';

/** The chunk of the portal, with the sentences and the screen of an address. */
async function fetchPortal(path: string): Promise<() => ReactElement> {
  const preloading = import('./preload.ts').then(({ preload }) => preload(path));
  const { Portal, askAhead } = await import('./portal.tsx');
  // Drawing takes longer than the answers.
  whenSignedIn(askAhead);
  await preloading;
  return Portal;
}

const Portal = onDemand(() => fetchPortal(location.pathname), { waiting: <Waiting />, page: true });

/** Before it is drawn, so that it is drawn at once. */
export async function loadPortal(path: string): Promise<void> {
  await fetchPortal(path);
  await Portal.load();
}

/** While a person types into the sign-in form, the portal and the viewer are loaded. */
function usePortalAhead(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return undefined;
    // If it cannot be loaded, the component that renders it shows the error.
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
  const place = useCurrentPath();
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
  // Renders again when the branding changes, so that titles and logos follow.
  useBranding();
  return (
    <>
      <Boundary>
        <Suspense fallback={<Waiting />}>
          <Page />
        </Suspense>
      </Boundary>
      <NewVersion />
      <Toasts />
    </>
  );
}
