/** A report in its frame: the reporting service's client, as far as the viewer needs it, with its quirks kept in here. */
import type { ShownReport as Opened } from '@vitrine/contract/features/reportReading.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { models, Page, Report } from 'powerbi-client';
import type { Service } from './client.ts';
import type { Start } from './embedConfig.ts';
import { embedConfig, isPaginated, layoutTypes, localeSettings } from './embedConfig.ts';
import { filterLines } from './filterLines.ts';
import { reportPage } from './embedGate.ts';
import type { Layout, PhoneLayout } from './layout.ts';
import { isPhoneLayout } from './layout.ts';
import type { EmbedError } from './trouble.ts';

export type ReportPage = { name: string; title: string };
export type VisualName = { name: string; title: string };

export type ShownReportEvents = {
  /** Pages in their order; none for a paginated report. */
  onLoaded: (pages: ReportPage[], active: string | null) => void;
  onRendered: () => void;
  onPage: (name: string) => void;
  /** The reader may have filtered, sorted or selected something. */
  onTouched?: () => void;
  /** The report was saved in edit mode; with another name it is another report. */
  onSaved?: (saved: { id: string; name: string; copy: boolean }) => void;
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
  /** The whole present view as the service writes it; null when the report cannot tell. */
  capture: () => Promise<string | null>;
  /** The same, but null when nothing differs from how the report was made or was noted last. */
  changedState: () => Promise<string | null>;
  /** The present page as the report was made; null when that is not known, as where it was opened with a state. */
  made: () => Promise<string | null>;
  /** What is kept elsewhere is no change any more. */
  note: (state: string | null) => void;
  apply: (state: string) => Promise<void>;
  /** Bookmarks that the author made. */
  authorBookmarks: () => Promise<{ name: string; title: string }[]>;
  applyAuthorBookmark: (name: string) => Promise<void>;
  /** What filters the present page, a line each, for people to read. */
  filters: () => Promise<string[]>;
  /** Visuals of the present page whose data can be taken away. */
  visuals: () => Promise<VisualName[]>;
  /** The data behind a visual as CSV. */
  exportVisual: (name: string) => Promise<string>;
  /** Something was changed in edit mode and not saved yet. */
  unsaved: () => Promise<boolean>;
  setToken: (token: string) => Promise<void>;
  turn: (layout: PhoneLayout) => Promise<void>;
};

const hiddenPage = 1;
const summarized: models.ExportDataType.Summarized = 0;
/** Kinds of visuals that show no data of their own. */
const withoutData: ReadonlySet<string> = new Set(['slicer', 'textbox', 'image', 'shape', 'actionButton', 'basicShape', 'pageNavigator']);

/** Bookmarks stand in groups; only the leaves can be applied. */
const listBookmarks = (bookmarks: readonly models.IReportBookmark[]): { name: string; title: string }[] =>
  bookmarks.flatMap(({ name, displayName, children }) =>
    children && children.length > 0 ? listBookmarks(children) : [{ name, title: displayName || name }],
  );

/** Which page of which service an address names: paginated reports have one of their own. */
const pageOf = (address: string): string | null => {
  const { origin, pathname } = URL.parse(address) ?? {};
  return origin === undefined ? null : `${origin}${pathname?.toLowerCase()}`;
};

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
  opened: Opened;
  layout: Layout;
  locale: Locale;
  start?: Start;
  events: ShownReportEvents;
};

/** Shows the report. Whatever goes wrong is told by `onError`; nothing is thrown. */
export function showReport({ service, element, opened, layout: wanted, locale, start = {}, events }: Options): ShownReport {
  // A paginated report has one layout, for every device.
  let layout = isPaginated(opened) ? 'fit_width' : wanted;
  let report: Report;
  let page: string | null = null;
  /** Pages that pass by while changes are taken back are nobody's choice. */
  let resetting = false;
  /** The state before the reader changed anything; null when the report cannot tell. */
  let untouched: Promise<string | null> | undefined;
  /** What a change is told from: it follows the pages, which are no change. */
  let noted: Promise<string | null> | undefined;
  /** As it was drawn last. */
  let drawn: Promise<string | null> | undefined;
  /** Pages on which nothing was changed, by their names. */
  const made = new Map<string | null, Promise<string | null>>();
  let turning = false;
  let { token } = opened.embed;
  let state = start.state ?? null;

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
  /** What was changed before the page was turned, and not noted yet, is a change also after it. */
  const turned = async (before: Promise<string | null> | undefined, was: Promise<string | null> | undefined, name: string | null) => {
    const now = captureState();
    if ((await before) !== (await was)) return (await before) ?? null;
    const pages = await Promise.all(made.values());
    if (pages.includes((await before) ?? null)) made.set(name, now);
    return now;
  };
  const whenRendered = () => {
    events.onRendered();
    if (resetting) return;
    if (untouched === undefined) {
      untouched = captureState();
      drawn = untouched;
      noted = untouched;
      if (state === null) made.set(page, untouched);
      return;
    }
    if (turning) {
      noted = turned(noted, drawn, page);
      drawn = captureState();
    } else {
      drawn = captureState();
      events.onTouched?.();
    }
    turning = false;
  };
  const listen = () => {
    for (const name of ['loaded', 'rendered', 'pageChanged', 'saved', 'error']) report.off(name);
    report.on('loaded', () => void whenLoaded());
    report.on('rendered', whenRendered);
    report.on<{ newPage?: { name?: unknown } }>('pageChanged', ({ detail }) => {
      const name = detail.newPage?.name;
      if (resetting || typeof name !== 'string' || name === page) return;
      page = name;
      turning = true;
      events.onPage(name);
    });
    report.on<{ reportObjectId?: string; reportName?: string; saveAs?: boolean } | null>('saved', ({ detail }) => {
      const { reportObjectId, reportName, saveAs } = detail ?? {};
      events.onSaved?.({ id: reportObjectId ?? '', name: reportName ?? '', copy: saveAs === true });
    });
    report.on<EmbedError | null>('error', ({ detail }) => events.onError(detail ?? {}));
  };
  /** A report that lives on another host than the frame was prepared for needs a frame of its own. */
  const discardForeignFrame = () => {
    const { src } = element.querySelector('iframe') ?? {};
    if (src && pageOf(src) !== pageOf(opened.embed.embed_url)) clearFrame(service, element);
  };
  function show() {
    try {
      discardForeignFrame();
      const current = { ...opened, embed: { ...opened.embed, token } };
      const config = embedConfig(current, layout, locale, { ...start, state });
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
      // What it was opened with was the reader's own already: how it was made, only a new opening tells.
      if (state) {
        state = null;
        untouched = undefined;
        made.clear();
        show();
        return;
      }
      const original = await untouched;
      if (!original) {
        await report.reload();
        return;
      }
      resetting = true;
      try {
        await report.bookmarksManager.applyState(original);
        if (page !== null) await setPage(page);
        noted = captureState();
        drawn = noted;
        made.set(page, noted);
        await noted;
      } finally {
        resetting = false;
      }
    },
    reload: () => report.reload(),
    print: () => report.print(),
    capture: captureState,
    changedState: async () => {
      const [now, before] = await Promise.all([captureState(), noted]);
      return now === before ? null : now;
    },
    made: async () => (await made.get(page)) ?? null,
    note: (kept) => {
      noted = Promise.resolve(kept);
    },
    apply: async (kept) => {
      await report.bookmarksManager.applyState(kept);
    },
    authorBookmarks: async () => (isPaginated(opened) ? [] : listBookmarks(await report.bookmarksManager.getBookmarks())),
    applyAuthorBookmark: async (name) => {
      await report.bookmarksManager.apply(name);
    },
    filters: async () => {
      if (isPaginated(opened)) return [];
      const active = await report.getActivePage();
      const [ofReport, ofPage, visuals] = await Promise.all([report.getFilters(), active.getFilters(), active.getVisuals()]);
      const slicers = visuals.filter(({ type }) => type === 'slicer');
      const states = await Promise.all(slicers.map((slicer) => slicer.getSlicerState()));
      return filterLines([...ofReport, ...ofPage, ...states.flatMap(({ filters }) => filters)]);
    },
    visuals: async () => {
      if (isPaginated(opened)) return [];
      const all = await (await report.getActivePage()).getVisuals();
      return all.filter(({ type }) => !withoutData.has(type)).map(({ name, title, type }) => ({ name, title: title || type }));
    },
    exportVisual: async (name) => {
      const visual = await (await report.getActivePage()).getVisualByName(name);
      const { data } = await visual.exportData(summarized);
      return data;
    },
    // A report that is not there to be changed has nothing to lose.
    unsaved: () =>
      report.isSaved().then(
        (saved) => !saved,
        () => false,
      ),
    setToken: async (next) => {
      token = next;
      await report.setAccessToken(next);
    },
    turn: async (next) => {
      await report.switchLayout(layoutTypes[next]);
      layout = next;
    },
  };
}
