/**
 * The real pages in a brand that nobody has published. They are drawn as `main.tsx` draws them; what they ask is answered with samples,
 * what they would change stays as it is, and nobody can press anything. The page around this frame says what the brand is.
 */
import type { PreviewPage, Previewed } from '@vitrine/contract/organisation/themePreview.ts';
import { previewed, previewPages, previewPath, previewReady } from '@vitrine/contract/organisation/themePreview.ts';
import '#platform/catalogues.ts';
import { createRoot } from 'react-dom/client';
import { App, loadPortal } from '#app/app.tsx';
import { drawBranding } from '#platform/branding.ts';
import { http } from '#platform/http.ts';
import { loadNamespaces, startI18n } from '#platform/i18n.ts';
import { locales, storeLocale } from '#platform/locale.ts';
import { startScheme, storeScheme } from '#platform/scheme.ts';
import { isSignedIn, storeUser } from '#platform/session.ts';
import { answering } from './answering.ts';
import { answersFor, samplePlaces, visitorOf } from './samples.ts';
import { showSampleReports } from './sampleReport.ts';

const isPage = (name: string): name is PreviewPage => previewPages.some((page) => page === name);

/** Calls back for each brand that the page around the frame sends, and for nothing that anybody else does. */
function hear(tell: (brand: Previewed) => void): void {
  addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== parent) return;
    const { success, data: brand } = previewed.safeParse(data);
    if (success) tell(brand);
  });
  parent.postMessage(previewReady, location.origin);
}

/** How the sign-in looks besides the brand. */
const lookOf = ({ look }: Previewed) => ({
  ...look,
  languages: locales,
  methods: ['password' as const],
  directories: [],
  sso_domains: [],
  register: false,
  terms: [],
  notices: [],
});

function wear(brand: Previewed): Promise<void> {
  storeScheme(brand.scheme);
  document.documentElement.dataset['mantineColorScheme'] = brand.scheme;
  return drawBranding(lookOf(brand));
}

async function draw(page: PreviewPage, brand: Previewed): Promise<void> {
  storeLocale(brand.locale);
  storeScheme(brand.scheme);
  startScheme();
  const visitor = visitorOf(page);
  if (visitor) storeUser(visitor);
  history.replaceState(null, '', samplePlaces[page]);
  await Promise.all([startI18n(), wear(brand)]);
  if (isSignedIn()) {
    await loadNamespaces('themePreview');
    http.defaults.adapter = answering(answersFor(page, brand.look));
    showSampleReports();
    await loadPortal(samplePlaces[page]);
  }
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App />);
}

/** Draws the page of this address as soon as the brand is known, and follows it from then on. */
export async function startPreview(): Promise<void> {
  const page = location.pathname.slice(previewPath.length + 1);
  // By itself, or at an address that is none, it shows nothing.
  if (parent === window || !isPage(page)) return;
  let drawn: Promise<void> | null = null;
  hear((brand) => {
    drawn = drawn ? drawn.then(() => wear(brand)) : draw(page, brand);
  });
}
