import { Outlet, useLocation } from '@tanstack/react-router';
import { screens } from '@vitrine/contract/screens.ts';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { refreshBranding } from '#platform/branding.ts';
import { useLive } from '#platform/live.ts';
import { createState, useStateValue } from '#platform/state.ts';
import { isDisplay } from '#platform/displaySession.ts';
import { rememberView, storage } from '#platform/storage.ts';
import { termsDue } from '#platform/termsDue.ts';
import { floatingId } from '#ui/mantineTheme.ts';
import { useMedia } from '#platform/useMedia.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { Header } from './header.tsx';
import { openHelp } from './help/helpState.ts';
import { OfflineBand } from './offlineBand.tsx';
import { Palette } from './palette/palette.tsx';
import { PhoneBar } from './phoneBar.tsx';
import css from './shell.module.css';
import { RemoteAccess } from './remoteAccess/remoteAccess.tsx';
import { Sidebar } from './sidebar.tsx';
import { useFirstLanding } from './useFirstLanding.ts';
import { useHoursGuard } from './useHoursGuard.ts';
import { useGoKeys } from './useGoKeys.ts';
import { useMaintenance } from './useMaintenance.ts';

const Shortcuts = onDemand(async () => (await import('./shortcutsDialog.tsx')).ShortcutsDialog);
const Welcome = onDemand(async () => (await import('./welcomeDialog.tsx')).WelcomeDialog);
const TermsGate = onDemand(async () => (await import('./termsGate.tsx')).TermsGate, { page: true });
const MaintenanceGate = onDemand(async () => (await import('./maintenanceGate.tsx')).MaintenanceGate);
const Survey = onDemand(async () => (await import('./profileSurveyDialog.tsx')).SurveyDialog);
const Help = onDemand(async () => (await import('./help/help.tsx')).Help, { namespaces: ['help'] });
const TourOffer = onDemand(async () => (await import('./help/tourOffer.tsx')).TourOffer, { namespaces: ['help'] });
const MenuDrawer = onDemand(async () => (await import('./menuDrawer.tsx')).MenuDrawer);

/** Hides header and menu, for a report in full screen or a playlist. Screens that set it must reset it. */
export const chromeHidden = createState(isDisplay());

/** Long after the page: nobody waits for it, and the portal is whole without it. */
const workerAfterMs = 4000;

function followWorker(language: string) {
  if (!('serviceWorker' in navigator) || isDisplay()) return undefined;
  const later = setTimeout(
    () => void import('#platform/device/worker.ts').then(({ keepWorker }) => keepWorker(language)).catch(() => undefined),
    workerAfterMs,
  );
  return () => clearTimeout(later);
}

/** Where people land: only there the tour is offered, never over a report or an error. */
const homes = new Set<string>([screens.dashboard.path, screens.companies.path, screens.partners.path]);

/** Header, menu, content: the frame of every screen behind the sign-in. */
export function Shell() {
  const { t, i18n } = useTranslation('shell');
  const phone = useMedia('(max-width: 767px)');
  const narrow = useMedia('(max-width: 1199px)');
  const [wish, setWish] = useState(() => storage.read('bi:view')?.sidebar_collapsed);
  const [besideReport, setBesideReport] = useState(false);
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'menu' | null>(null);
  // A report on a page of its own never has header and menu, also before its code is loaded.
  const alone = useLocation({ select: ({ pathname }) => pathname.endsWith('/reports/external') });
  const reading = useLocation({ select: ({ pathname }) => pathname.endsWith('/reports/view') });
  const bare = useStateValue(chromeHidden) || alone;
  const help = useStateValue(openHelp);
  const [answered, setAnswered] = useState(false);
  const atHome = useLocation({ select: ({ pathname }) => homes.has(pathname) });
  const landing = useFirstLanding();
  useHoursGuard();
  const closed = useMaintenance();
  // A report has the room of the menu until somebody opens it there, which is forgotten with the report.
  if (!reading && besideReport) setBesideReport(false);
  const collapsed = reading ? !besideReport : (wish ?? narrow);
  useGoKeys({ onPalette: () => setOpen('palette'), onShortcuts: () => setOpen('shortcuts') });
  useEffect(() => {
    if (landing.first) void refreshBranding().catch(() => undefined);
  }, [landing.first]);
  useEffect(() => followWorker(i18n.language), [i18n.language]);
  useLive('branding', () => void refreshBranding().catch(() => undefined));

  // The next person begins without the help of the last one.
  useEffect(() => () => openHelp.set(null), []);

  const config = useConfig();
  const due = useStateValue(termsDue);
  if (due || config?.pending_terms) {
    return (
      <Suspense fallback={null}>
        <TermsGate />
      </Suspense>
    );
  }
  const close = () => setOpen(null);
  const collapse = () => {
    if (reading) {
      setBesideReport(collapsed);
      return;
    }
    setWish(!collapsed);
    rememberView({ sidebar_collapsed: !collapsed });
  };
  return (
    <>
      <div
        className={css.shell}
        data-surface="background"
        data-collapsed={collapsed || undefined}
        data-bare={bare || undefined}
        inert={closed !== null}
      >
        <a className={css.skip} href="#content">
          {t('skip_to_content')}
        </a>
        {bare ? null : (
          <>
            <Header phone={phone} onPalette={() => setOpen('palette')} onShortcuts={() => setOpen('shortcuts')} />
            {phone ? <PhoneBar onMenu={() => setOpen('menu')} /> : <Sidebar collapsed={collapsed} onCollapse={collapse} />}
          </>
        )}
        <main className={css.main} id="content" tabIndex={-1}>
          <RemoteAccess bare={bare} />
          <OfflineBand />
          {landing.tour && atHome && !answered ? (
            <div className={css.offer}>
              <TourOffer onAnswered={() => setAnswered(true)} />
            </div>
          ) : null}
          <Outlet />
          {/* Container of floating menus, lists and dialogs: within the landmark, with the card's colours. */}
          <div id={floatingId} data-surface="card" />
        </main>
        <Suspense fallback={null}>
          {open === 'palette' ? <Palette onClose={close} onShortcuts={() => setOpen('shortcuts')} /> : null}
          {open === 'shortcuts' ? <Shortcuts onClose={close} /> : null}
          {help ? <Help onShortcuts={() => setOpen('shortcuts')} /> : null}
          {open === 'menu' ? <MenuDrawer onClose={close} /> : null}
          {landing.welcome ? <Welcome text={landing.welcome} onClose={landing.dismiss} /> : null}
          {landing.survey ? <Survey onClose={landing.dismiss} /> : null}
        </Suspense>
      </div>
      {closed ? (
        <Suspense fallback={null}>
          <MaintenanceGate {...closed} />
        </Suspense>
      ) : null}
    </>
  );
}
