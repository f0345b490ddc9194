/** A report in its frame: the reporting service's client, as far as the viewer needs it, with its quirks kept in here. */
import type { OpenedReport } from '@vitrine/contract/features/reportReading.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Page, Report } from 'powerbi-client';
import type { Service } from './client.ts';
import { embedConfig, isPaginated, layoutTypes, localeSettings } from './embedConfig.ts';
import { reportPage } from './embedGate.ts';
import type { Layout, PhoneLayout } from './layout.ts';
import { isPhoneLayout } from './layout.ts';
import type { EmbedError } from './trouble.ts';

export type ReportPage = { name: string; title: string };

export type ShownReportEvents = {
  /** Pages in their order; none for a paginated report. */
  onLoaded: (pages: ReportPage[], active: string | null) => void;
  onRendered: () => void;
  onPage: (name: string) => void;
  onError: (error: EmbedError) => void;
};

export type ShownReport = {
  layout: () => Layout;
  setPage: (name: string) => Promise<void>;
  /** Asks for the data again. */
  refresh: () => Promise<void>;
  /** Takes back what the reader has filtered and selected; the page stays. */
  reset: () => Promise<void>;
  /** Loads it once more with what it was opened with. */
  reload: () => Promise<void>;
  print: () => Promise<void>;
  setToken: (token: string) => Promise<void>;
  turn: (layout: PhoneLayout) => Promise<void>;
};

const hiddenPage = 1;

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);

/** Fetches the page that shows reports into the frame while the token is still on its way. */
export function prepareFrame(service: Service, element: HTMLElement, locale: Locale): void {
  service.bootstrap(element, { type: 'report', embedUrl: reportPage(), settings: localeSettings(locale) });
}

/** Empties the frame. What a failed attempt has left behind goes too. */
export function clearFrame(service: Service, element: HTMLElement): void {
  service.reset(element);
  element.replaceChildren();
}

/** The client throws lists of `{ message }` when it does not like a configuration. */
const errorOf = (thrown: unknown): EmbedError => {
  const first: unknown = Array.isArray(thrown) ? thrown[0] : thrown;
  return typeof first === 'object' && first !== null ? first : { message: String(first) };
};

type Options = {
  service: Service;
  element: HTMLElement;
  opened: OpenedReport;
  layout: Layout;
  locale: Locale;
  events: ShownReportEvents;
};

/** Shows the report. Whatever goes wrong is told by `onError`; nothing is thrown. */
export function showReport({ service, element, opened, layout: wanted, locale, events }: Options): ShownReport {
  let layout = wanted;
  let report: Report;
  let page: string | null = null;
  /** Pages that pass by while changes are taken back are nobody's choice. */
  let resetting = false;
  /** The state before the reader changed anything; null when the report cannot tell. */
  let untouched: Promise<string | null> | undefined;

  const listPages = async (): Promise<Page[]> => (isPaginated(opened) ? [] : report.getPages());

  const tellLoaded = (pages: Page[]) => {
    const shown = pages.filter(({ visibility }) => opened.settings.show_hidden_pages || visibility !== hiddenPage);
    page = pages.find(({ isActive }) => isActive)?.name ?? null;
    events.onLoaded(
      shown.map(({ name, displayName }) => ({ name, title: displayName })),
      page,
    );
  };
  /** A phone layout belongs to a page. Without one the report is shown anew, fitted to the width. */
  const renderOnPhone = async (pages: Page[]) => {
    const active = pages.find(({ isActive }) => isActive);
    if (await active?.hasLayout(layoutTypes.phone_portrait)) {
      tellLoaded(pages);
      await report.render();
      return;
    }
    clearFrame(service, element);
    layout = 'fit_width';
    show();
  };
  const whenLoaded = async () => {
    try {
      const pages = await listPages();
      if (isPhoneLayout(layout)) await renderOnPhone(pages);
      else tellLoaded(pages);
    } catch (error) {
      events.onError(errorOf(error));
    }
  };
  const captureState = async (): Promise<string | null> => {
    if (isPaginated(opened)) return null;
    try {
      const { state } = await report.bookmarksManager.capture({ allPages: true });
      return state ?? null;
    } catch {
      // Some reports have no bookmarks: taking changes back then loads them anew.
      return null;
    }
  };
  const whenRendered = () => {
    events.onRendered();
    untouched ??= captureState();
  };
  const listen = () => {
    for (const name of ['loaded', 'rendered', 'pageChanged', 'error']) report.off(name);
    report.on('loaded', () => void whenLoaded());
    report.on('rendered', whenRendered);
    report.on<{ newPage?: { name?: unknown } }>('pageChanged', ({ detail }) => {
      const name = detail.newPage?.name;
      if (resetting || typeof name !== 'string' || name === page) return;
      page = name;
      events.onPage(name);
    });
    report.on<EmbedError | null>('error', ({ detail }) => events.onError(detail ?? {}));
  };
  /** A report that lives on another host than the frame was prepared for needs a frame of its own. */
  const discardForeignFrame = () => {
    const { src } = element.querySelector('iframe') ?? {};
    if (src && originOf(src) !== originOf(opened.embed.embed_url)) clearFrame(service, element);
  };
  function show() {
    try {
      discardForeignFrame();
      const config = embedConfig(opened, layout, locale);
      // On a phone in two steps: loaded first, because only then the layouts of its pages are known.
      report = (isPhoneLayout(layout) ? service.load(element, config) : service.embed(element, config)) as Report;
      report.setComponentTitle(opened.title);
      listen();
    } catch (error) {
      clearFrame(service, element);
      events.onError(errorOf(error));
    }
  }

  const setPage = async (name: string) => {
    await report.setPage(name);
  };
  show();
  return {
    layout: () => layout,
    setPage,
    refresh: () => report.refresh(),
    reset: async () => {
      const state = await untouched;
      if (!state) {
        await report.reload();
        return;
      }
      resetting = true;
      try {
        await report.bookmarksManager.applyState(state);
        if (page !== null) await setPage(page);
      } finally {
        resetting = false;
      }
    },
    reload: () => report.reload(),
    print: () => report.print(),
    setToken: (token) => report.setAccessToken(token),
    turn: async (next) => {
      await report.switchLayout(layoutTypes[next]);
      layout = next;
    },
  };
}
