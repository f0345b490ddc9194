/** An embedded report: a wrapper of powerbi-client with what the viewer needs, and workarounds for its quirks. */
import type { ShownReport as Opened } from '@vitrine/contract/reading/reportReading.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Page, Report } from 'powerbi-client';
import type { Service } from './client.ts';
import type { Start } from './embedConfig.ts';
import { embedConfig, isPaginated, layoutTypes, localeSettings } from './embedConfig.ts';
import { reportPage } from './embedGate.ts';
import type { Layout, PhoneLayout } from './layout.ts';
import { isPhoneLayout } from './layout.ts';
import type { VisualName } from './reportContents.ts';
import { authorBookmarks, shownFilters, visualData, visualsWithData } from './reportContents.ts';
import { reportTheme } from './reportTheme.ts';
import type { EmbedError } from './trouble.ts';
import { watchChanges } from './viewChanges.ts';

/** Width and height are the author's, where the service tells them. */
export type ReportPage = { name: string; title: string; width?: number | undefined; height?: number | undefined };

export type EmbeddedReportEvents = {
  /** Pages in their order; none for a paginated report. */
  onLoaded: (pages: ReportPage[], active: string | null) => void;
  onRendered: () => void;
  onPage: (name: string) => void;
  /** Called when the reader may have filtered, sorted or selected something. */
  onTouched?: () => void;
  /** Called when the report was saved in edit mode; saved under another name it is a new report. */
  onSaved?: (saved: { id: string; name: string; copy: boolean }) => void;
  onError: (error: EmbedError) => void;
};

export type EmbeddedReport = {
  layout: () => Layout;
  setPage: (name: string) => Promise<void>;
  /** Asks for the data again. */
  refresh: () => Promise<void>;
  /** Resets filters and selections; the page stays. */
  reset: () => Promise<void>;
  /** Loads the report again with its first configuration. */
  reload: () => Promise<void>;
  /** The current state as an opaque text of the service; null if the report has none. */
  capture: () => Promise<string | null>;
  /** The same, but null when nothing differs from the original or from the state that was noted last. */
  changedState: () => Promise<string | null>;
  /** The original state of the current page; null if unknown, such as after opening with a state. */
  made: () => Promise<string | null>;
  /** Notes the current state as saved. */
  note: (state: string | null) => void;
  apply: (state: string) => Promise<void>;
  /** Bookmarks that the author made. */
  authorBookmarks: () => Promise<{ name: string; title: string }[]>;
  applyAuthorBookmark: (name: string) => Promise<void>;
  /** The filters of the current page as lines of text. */
  filters: () => Promise<string[]>;
  /** Visuals of the current page whose data can be exported. */
  visuals: () => Promise<VisualName[]>;
  /** The data behind a visual as CSV. */
  exportVisual: (name: string) => Promise<string>;
  /** Whether there are unsaved changes in edit mode. */
  unsaved: () => Promise<boolean>;
  setToken: (token: string) => Promise<void>;
  turn: (layout: PhoneLayout) => Promise<void>;
  /** Draws it in the brand as it is now, where the unit hands its brand to reports. */
  paint: () => Promise<void>;
};

const hiddenPage = 1;
/** Origin and path of the embed page; paginated reports have another page. */
const pageOf = (address: string): string | null => {
  const { origin, pathname } = URL.parse(address) ?? {};
  return origin === undefined ? null : `${origin}${pathname?.toLowerCase()}`;
};

/** Loads the embed page into the frame while the token is requested. */
export function prepareFrame(service: Service, element: HTMLElement, locale: Locale): void {
  service.bootstrap(element, { type: 'report', embedUrl: reportPage(), settings: localeSettings(locale) });
}

/** Empties the frame, also after a failed attempt. */
export function clearFrame(service: Service, element: HTMLElement): void {
  service.reset(element);
  element.replaceChildren();
}

/** For an invalid configuration the client throws an array of `{ message }`. */
const errorOf = (thrown: unknown): EmbedError => {
  const first: unknown = Array.isArray(thrown) ? thrown[0] : thrown;
  return typeof first === 'object' && first !== null ? first : { message: String(first) };
};

type Options = {
  service: Service;
  element: HTMLElement;
  opened: Opened;
  layout: Layout;
  locale: Locale;
  start?: Start;
  events: EmbeddedReportEvents;
};

/** The state that the service writes; null for reports that have no bookmarks: taking changes back then loads them anew. */
const captureOf = async (report: Report): Promise<string | null> => {
  try {
    const { state } = await report.bookmarksManager.capture({ allPages: true });
    return state ?? null;
  } catch {
    return null;
  }
};

type Handlers = {
  loaded: () => void;
  rendered: () => void;
  page: (name: string) => void;
  saved: NonNullable<EmbeddedReportEvents['onSaved']>;
  error: (error: EmbedError) => void;
};

/** The client's own events; a report that is shown anew is listened to once. */
function listen(report: Report, on: Handlers): void {
  for (const name of ['loaded', 'rendered', 'pageChanged', 'saved', 'error']) report.off(name);
  report.on('loaded', on.loaded);
  report.on('rendered', on.rendered);
  report.on<{ newPage?: { name?: unknown } }>('pageChanged', ({ detail }) => {
    const name = detail.newPage?.name;
    if (typeof name === 'string') on.page(name);
  });
  report.on<{ reportObjectId?: string; reportName?: string; saveAs?: boolean } | null>('saved', ({ detail }) => {
    const { reportObjectId, reportName, saveAs } = detail ?? {};
    on.saved({ id: reportObjectId ?? '', name: reportName ?? '', copy: saveAs === true });
  });
  report.on<EmbedError | null>('error', ({ detail }) => on.error(detail ?? {}));
}

/** A report on another host than the prepared frame needs a new frame. */
function discardForeignFrame(service: Service, element: HTMLElement, address: string): void {
  const { src } = element.querySelector('iframe') ?? {};
  if (src && pageOf(src) !== pageOf(address)) clearFrame(service, element);
}

/** Shows the report. Errors go to `onError`; nothing is thrown. */
export function embedReport({ service, element, opened, layout: wanted, locale, start = {}, events }: Options): EmbeddedReport {
  const paginated = isPaginated(opened);
  // A paginated report has one layout, for every device.
  let layout = paginated ? 'fit_width' : wanted;
  let report: Report;
  let page: string | null = null;
  /** Page changes while a reset is running are not by the reader. */
  let resetting = false;
  let { token } = opened.embed;
  let state = start.state ?? null;
  const capture = async () => (paginated ? null : captureOf(report));
  const changes = watchChanges(capture, state === null);

  const tellLoaded = (pages: Page[]) => {
    const shown = pages.filter(({ visibility }) => opened.settings.show_hidden_pages || visibility !== hiddenPage);
    page = pages.find(({ isActive }) => isActive)?.name ?? null;
    events.onLoaded(
      shown.map(({ name, displayName, defaultSize }) => ({
        name,
        title: displayName,
        width: defaultSize?.width,
        height: defaultSize?.height,
      })),
      page,
    );
  };
  /** Phone layouts belong to pages. A page without one makes the report reload, fitted to the width. */
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
      const pages = paginated ? [] : await report.getPages();
      if (isPhoneLayout(layout)) await renderOnPhone(pages);
      else tellLoaded(pages);
    } catch (error) {
      events.onError(errorOf(error));
    }
  };
  const handlers: Handlers = {
    loaded: () => void whenLoaded(),
    rendered: () => {
      events.onRendered();
      if (!resetting && changes.drawn(page)) events.onTouched?.();
    },
    page: (name) => {
      if (resetting || name === page) return;
      page = name;
      changes.pageTurned();
      events.onPage(name);
    },
    saved: (saved) => events.onSaved?.(saved),
    error: events.onError,
  };
  function show() {
    try {
      discardForeignFrame(service, element, opened.embed.embed_url);
      const current = { ...opened, embed: { ...opened.embed, token } };
      const config = embedConfig(current, layout, locale, { ...start, state });
      // On a phone the report is loaded first and rendered later, because the layouts of its pages are only known after loading.
      report = (isPhoneLayout(layout) ? service.load(element, config) : service.embed(element, config)) as Report;
      report.setComponentTitle(opened.title);
      listen(report, handlers);
    } catch (error) {
      clearFrame(service, element);
      events.onError(errorOf(error));
    }
  }
  const applyOriginal = async (original: string) => {
    resetting = true;
    try {
      await report.bookmarksManager.applyState(original);
      if (page !== null) await report.setPage(page);
      await changes.takenBack(page);
    } finally {
      resetting = false;
    }
  };
  const reset = async () => {
    // The report was opened with the reader's saved state, so the original state is only known after opening it without.
    if (state) {
      state = null;
      changes.startAgain();
      show();
      return;
    }
    const original = await changes.untouched();
    await (original ? applyOriginal(original) : report.reload());
  };

  show();
  return {
    layout: () => layout,
    setPage: async (name) => {
      await report.setPage(name);
    },
    refresh: () => report.refresh(),
    reset,
    reload: () => report.reload(),
    capture,
    changedState: changes.changed,
    made: () => changes.made(page),
    note: changes.note,
    apply: async (kept) => {
      await report.bookmarksManager.applyState(kept);
    },
    authorBookmarks: async () => (paginated ? [] : authorBookmarks(report)),
    applyAuthorBookmark: async (name) => {
      await report.bookmarksManager.apply(name);
    },
    filters: async () => (paginated ? [] : shownFilters(report)),
    visuals: async () => (paginated ? [] : visualsWithData(report)),
    exportVisual: (name) => visualData(report, name),
    // Outside of edit mode there are no unsaved changes.
    unsaved: () =>
      report.isSaved().then(
        (saved) => !saved,
        () => false,
      ),
    setToken: async (next) => {
      token = next;
      await report.setAccessToken(next);
    },
    paint: async () => {
      if (opened.settings.branded && !paginated && !start.edit) await report.applyTheme(reportTheme());
    },
    turn: async (next) => {
      await report.switchLayout(layoutTypes[next]);
      layout = next;
    },
  };
}
