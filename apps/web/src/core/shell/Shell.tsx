import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../config.ts';
import { refreshLook } from '../look.ts';
import { createState, useStateValue } from '../state.ts';
import { isScreen } from '../wall.ts';
import { rememberView, storage } from '../storage.ts';
import { termsDue } from '../termsDue.ts';
import { floatingId } from '../ui/mantineTheme.ts';
import { useMedia } from '../useMedia.ts';
import { Header } from './Header.tsx';
import { OfflineBand } from './OfflineBand.tsx';
import { PhoneBar } from './PhoneBar.tsx';
import css from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { useFirstLanding } from './useFirstLanding.ts';
import { useHoursGuard } from './useHoursGuard.ts';
import { useGoKeys } from './useGoKeys.ts';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));
const Shortcuts = lazy(async () => ({ default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog }));
const Welcome = lazy(async () => ({ default: (await import('./WelcomeDialog.tsx')).WelcomeDialog }));
const TermsGate = lazy(async () => ({ default: (await import('./TermsGate.tsx')).TermsGate }));
const Survey = lazy(async () => ({ default: (await import('./SurveyDialog.tsx')).SurveyDialog }));
const MenuDrawer = lazy(async () => ({ default: (await import('./MenuDrawer.tsx')).MenuDrawer }));

/** Chrome hidden, for a report in full screen or a playlist. Screens set it and must take it back. */
export const chromeHidden = createState(isScreen());

/** Header, menu, content: the frame of every screen behind the sign-in. */
export function Shell() {
  const { t } = useTranslation('shell');
  const phone = useMedia('(max-width: 767px)');
  const narrow = useMedia('(max-width: 1199px)');
  const [wish, setWish] = useState(() => storage.read('bi:view')?.sidebar_collapsed);
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'menu' | null>(null);
  // A report on a page of its own never had any chrome, also before its code is there to say so.
  const alone = useLocation({ select: ({ pathname }) => pathname.endsWith('/reports/external') });
  const bare = useStateValue(chromeHidden) || alone;
  const landing = useFirstLanding();
  useHoursGuard();
  const collapsed = wish ?? narrow;
  useGoKeys({ onPalette: () => setOpen('palette'), onShortcuts: () => setOpen('shortcuts') });
  useEffect(() => {
    if (landing.first) void refreshLook().catch(() => undefined);
  }, [landing.first]);

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
    setWish(!collapsed);
    rememberView({ sidebar_collapsed: !collapsed });
  };
  return (
    <div className={css.shell} data-surface="background" data-collapsed={collapsed || undefined} data-bare={bare || undefined}>
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
        <OfflineBand />
        <Outlet />
        {/* Menus, lists and dialogs float here: within the landmark, on the card's colours. */}
        <div id={floatingId} data-surface="card" />
      </main>
      <Suspense fallback={null}>
        {open === 'palette' ? <Palette onClose={close} onShortcuts={() => setOpen('shortcuts')} /> : null}
        {open === 'shortcuts' ? <Shortcuts onClose={close} /> : null}
        {open === 'menu' ? <MenuDrawer onClose={close} /> : null}
        {landing.welcome ? <Welcome text={landing.welcome} onClose={landing.dismiss} /> : null}
        {landing.survey ? <Survey onClose={landing.dismiss} /> : null}
      </Suspense>
    </div>
  );
}
