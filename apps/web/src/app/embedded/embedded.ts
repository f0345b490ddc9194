/**
 * `/embedded/<token>`: a report without the portal around it, in a frame of another application. The token is exchanged once and taken out
 * of the address; the frame needs no cookie, so it works where browsers give frames of other sites none.
 */
import '#platform/catalogues.ts';
import { embeddedOpen, embeddedReports, embeddedToken } from '#endpoints/embedding/embedding.ts';
import { startBranding } from '#platform/branding.ts';
import { loadClient } from '#platform/embed/client.ts';
import type { ReportPage } from '#platform/embed/embeddedReport.ts';
import type { RunningReport } from '#platform/embed/reportLifecycle.ts';
import { startReport } from '#platform/embed/reportLifecycle.ts';
import type { Trouble } from '#platform/embed/trouble.ts';
import { troubleOf } from '#platform/embed/trouble.ts';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { i18n, loadNamespaces, startI18n } from '#platform/i18n.ts';
import { isLocale, storeLocale } from '#platform/locale.ts';
import type { Scheme } from '#platform/scheme.ts';
import { startScheme, storeScheme } from '#platform/scheme.ts';
import { keepSession } from './embeddedSession.ts';
import { openHost } from './host.ts';
import { drawPage } from './page.ts';

const schemes: readonly string[] = ['light', 'dark', 'auto'] satisfies Scheme[];
const isScheme = (value: string | null): value is Scheme => value !== null && schemes.includes(value);

/** The token in the address, which it leaves at once: what stays is the unit, so that a reload may stand in the same frames. */
function takeToken(): string {
  const token = decodeURIComponent(location.pathname.split('/')[2] ?? '');
  let unit = 'again';
  try {
    const { iss } = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as { iss?: unknown };
    if (typeof iss === 'string') unit = iss;
  } catch {
    // Not a token: the server says so.
  }
  history.replaceState(null, '', `/embedded/${encodeURIComponent(unit)}${location.search}`);
  return token;
}

async function prepare(): Promise<void> {
  const asked = new URLSearchParams(location.search);
  const language = asked.get('language') ?? document.documentElement.lang;
  if (isLocale(language)) storeLocale(language);
  const scheme = asked.get('scheme');
  if (isScheme(scheme)) storeScheme(scheme);
  startScheme();
  await Promise.all([startI18n(), startBranding()]);
  await loadNamespaces('embedding', 'reportReading', 'serviceFaults');
}

type Named = { id: string; title: string };

export async function startEmbedded(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  const first = takeToken();
  await prepare();
  const t = i18n.getFixedT(null, ['embedding', 'reportReading']);
  const page = drawPage(root);
  let running: RunningReport | null = null;
  let shown: ReportPage | null = null;
  /** A token that comes while the first report is opened only continues the session. */
  let isOpening = false;

  const stop = () => {
    running?.stop();
    running = null;
  };
  const refuse = (word: string, title: string, text = '') => {
    stop();
    page.wait(null);
    page.say({ title, text });
    host.tell({ type: 'vitrine:error', word, message: text || title });
  };
  const refuseTrouble = ({ word }: Trouble) =>
    refuse(word, t(`reportReading:trouble_${word}_title`), t(`reportReading:trouble_${word}_text`));
  const tellHeight = () => {
    if (shown?.width && shown.height)
      host.tell({ type: 'vitrine:height', height: Math.ceil((page.frame.clientWidth * shown.height) / shown.width) + page.above() });
  };

  const show = async (report: Named) => {
    stop();
    page.mark(report.id);
    page.say(null);
    page.wait(t('opening'));
    const params = { id: report.id };
    const [service, opened] = await Promise.all([loadClient(), call(embeddedOpen, { params })]);
    let pages: ReportPage[] = [];
    const turn = (name: string | null) => {
      shown = pages.find((one) => one.name === name) ?? pages[0] ?? null;
      tellHeight();
    };
    running = startReport({
      service,
      element: page.frame,
      opened,
      renew: () => call(embeddedToken, { params }),
      events: {
        onLoaded: (found, active) => {
          pages = found;
          page.wait(null);
          turn(active);
          const named = found.map(({ name, title }) => ({ name, title }));
          host.tell({ type: 'vitrine:ready', report: report.id, title: report.title, pages: named });
        },
        onRendered: () => page.wait(null),
        onPage: (name) => {
          turn(name);
          host.tell({ type: 'vitrine:page', report: report.id, page: name });
        },
        onTrouble: refuseTrouble,
      },
    });
  };
  const choose = (report: Named) => void show(report).catch((error: unknown) => refuseTrouble(troubleOf(error)));

  const open = async () => {
    isOpening = true;
    try {
      const { data } = await call(embeddedReports, {});
      page.offer(data, t('reports'), choose);
      const [report] = data;
      if (report) await show(report);
      else refuseTrouble({ word: 'not_found', details: '' });
    } catch (error) {
      refuseTrouble(troubleOf(error));
    } finally {
      isOpening = false;
    }
  };
  const exchange = async (token: string, from: string | null) => {
    try {
      const { origin } = await session.enter(token);
      if (from !== null && from !== origin) throw new Error(t('other_site'));
      host.trust(origin);
      if (!running && !isOpening) await open();
    } catch (error) {
      const { word, message } = failureOf(error);
      refuse(word ?? 'network', t('refused'), message);
      if (from === null) host.tell({ type: 'vitrine:token-wanted' });
    }
  };
  const session = keepSession({
    onEnding: (expires_at) => host.tell({ type: 'vitrine:ending', expires_at }),
    onOver: () => refuse('token_expired', t('over'), t('over_text')),
  });
  const host = openHost((token, origin) => void exchange(token, origin));
  new ResizeObserver(tellHeight).observe(page.frame);
  page.wait(t('opening'));
  await exchange(first, null);
}
