import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { App, loadPortal } from './app/app.tsx';
import { http } from './platform/http.ts';
import { startI18n } from './platform/i18n.ts';
import { startBranding } from './platform/branding.ts';
import { followHistory } from './platform/navigation.ts';
import { offerNewVersion } from './platform/reload.ts';
import { startScheme } from './platform/scheme.ts';
import { followOtherTabs } from './platform/otherTabs.ts';
import { isSignedIn } from './platform/session.ts';
import { installSessionRules } from './platform/sessionRules.ts';
import { startReportOf } from './features/reading/reportReading/early.ts';

offerNewVersion();
startScheme();
installSessionRules(http);
followHistory();
followOtherTabs();
const ready = Promise.all([startI18n(), startBranding()]);
// With a stored session the portal is loaded in parallel with the first catalogues.
if (isSignedIn()) {
  startReportOf(location.pathname);
  // If it cannot be loaded, the component that renders it shows the error.
  await loadPortal(location.pathname).catch(() => undefined);
}
await ready;
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
