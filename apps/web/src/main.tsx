import './core/base.css';
import { createRoot } from 'react-dom/client';
import { App, loadPortal } from './app.tsx';
import { http } from './core/http.ts';
import { startI18n } from './core/i18n.ts';
import { startLook } from './core/look.ts';
import { followHistory } from './core/place.ts';
import { reloadAfterDeployment } from './core/reload.ts';
import { startScheme } from './core/scheme.ts';
import { followOtherTabs, isSignedIn } from './core/session.ts';
import { installSessionRules } from './core/sessionRules.ts';
import { startReportOf } from './features/reportReading/early.ts';

reloadAfterDeployment();
startScheme();
installSessionRules(http);
followHistory();
followOtherTabs();
const ready = Promise.all([startI18n(), startLook()]);
// Whoever is signed in needs the portal: it comes beside the first sentences, and is drawn with them.
if (isSignedIn()) {
  startReportOf(location.pathname);
  // If it does not come, whoever draws it says so.
  await loadPortal(location.pathname).catch(() => undefined);
}
await ready;
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
