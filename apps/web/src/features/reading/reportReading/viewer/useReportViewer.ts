import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Locale } from '@vitrine/contract/fields.ts';
import { home } from '#endpoints/reading/home.ts';
import type { OpenedPage, OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { edit, open, renew } from '#endpoints/reading/reportReading.ts';
import type { RefObject } from 'react';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { loadClient } from '#platform/embed/client.ts';
import type { RunningReport } from '#platform/embed/reportLifecycle.ts';
import { phoneQuery, startReport } from '#platform/embed/reportLifecycle.ts';
import type { ReportPage, EmbeddedReport } from '#platform/embed/embeddedReport.ts';
import { clearFrame, prepareFrame } from '#platform/embed/embeddedReport.ts';
import type { Trouble } from '#platform/embed/trouble.ts';
import { troubleOf } from '#platform/embed/trouble.ts';
import type { LoadedReport } from './loadReport.ts';
import { loadReport } from './loadReport.ts';
import type { Origin } from './reportSession.ts';
import { startReportSession } from './reportSession.ts';
import type { PageTiming } from './viewLog.ts';

type State = {
  phase: 'loading' | 'shown' | 'failed';
  trouble: Trouble | null;
  pages: ReportPage[];
  page: string | null;
  editing: boolean;
  /** While editing without the right to save a copy: people who have it. Empty if nobody of the unit has. */
  askForCopies: string[] | null;
};

type Change = Partial<State>;

const initial: State = { phase: 'loading', trouble: null, pages: [], page: null, editing: false, askForCopies: null };
const merge = (state: State, change: Change): State => ({ ...state, ...change });

export type Saved = { id: string; name: string; copy: boolean };

export type ReportViewer = State & {
  /** Undefined until the server has answered. */
  opened: OpenedReport | undefined;
  /** An HTML page or link, instead of `opened`. */
  openedPage: OpenedPage | undefined;
  /** Who shared the current view, if it came by a link. */
  sharedBy: string | null;
  /** The embedded report; null while it is not shown. */
  shown: () => EmbeddedReport | null;
  /** Timings of the last page. */
  timing: () => PageTiming | null;
  /** Subscribes to changes of the state by the reader. Returns the function to unsubscribe. */
  onTouched: (listener: () => void) => () => void;
  onSaved: (listener: (saved: Saved) => void) => () => void;
  retry: () => void;
  /** Enters or leaves edit mode. */
  edit: (editing: boolean) => Promise<void>;
};

/** Listeners that survive a change of the session. */
function useListeners<Event extends unknown[]>() {
  const listeners = useRef(new Set<(...event: Event) => void>());
  const tell = useCallback((...event: Event) => {
    for (const listener of listeners.current) listener(...event);
  }, []);
  const listen = useCallback((listener: (...event: Event) => void) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);
  return { tell, listen };
}

/** Preloads the embed page while the token is requested. */
function usePreparedFrame(frame: RefObject<HTMLElement | null>, session: RefObject<RunningReport | null>, locale: Locale): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    let here = true;
    let leave: () => void = () => undefined;
    const prepare = async () => {
      const service = await loadClient();
      if (!here) return;
      leave = () => clearFrame(service, element);
      // On a phone the layout is decided first, and the frame's address depends on it.
      if (!session.current && !matchMedia(phoneQuery).matches) prepareFrame(service, element, locale);
    };
    // A failure to load the client is reported when it is needed.
    prepare().catch(() => undefined);
    return () => {
      here = false;
      leave();
    };
  }, [frame, session, locale]);
}

type Place = { link: string | null; page: string | null; frame: RefObject<HTMLElement | null> };

/** Opens a report and shows it in `frame`, first at `page`; requests token, client and embed page in parallel. */
export function useReportViewer(id: string, origin: Origin, { link, page: wantedPage, frame }: Place): ReportViewer {
  // The frame's language is fixed when it is created, so another language needs another frame.
  const locale = useTranslation().i18n.language as Locale;
  const session = useRef<RunningReport | null>(null);
  const times = useRef<PageTiming | null>(null);
  const startPage = useRef(wantedPage);
  const touched = useListeners();
  const saved = useListeners<[Saved]>();
  const [state, change] = useReducer(merge, initial);
  const opening = useQuery({
    queryKey: [open.path, id, origin, link],
    queryFn: () => loadReport(id, link),
    // Opening counts as a view and has its own token, so it is never cached or retried automatically.
    staleTime: Infinity,
    gcTime: 0,
    // Also without a network, so that the reader gets an error instead of waiting.
    networkMode: 'always',
    retry: (count, error) => count < 1 && failureOf(error).status === null,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, error, refetch } = opening;
  const client = useQueryClient();
  useEffect(() => {
    // The report is now the first of the recent ones.
    if (data) void client.invalidateQueries({ queryKey: [home.path] });
  }, [client, data]);
  const retry = useCallback(() => {
    change(initial);
    // A frame that was preloaded before the failure may have failed as well.
    const discardPrepared = async () => {
      const service = await loadClient();
      if (frame.current && !session.current) clearFrame(service, frame.current);
    };
    discardPrepared().catch(() => undefined);
    void refetch();
  }, [refetch, frame]);

  const { tell: tellTouched } = touched;
  const { tell: tellSaved } = saved;
  const show = useCallback(
    async ({ report, started, start }: LoadedReport & { report: OpenedReport }, editing: boolean, isHere: () => boolean) => {
      const element = frame.current;
      const service = await loadClient();
      if (!isHere() || !element) return;
      session.current?.stop();
      const onTiming = (timing: PageTiming) => (times.current = timing);
      const reading = startReportSession(
        { opened: report, origin, started, onTiming },
        {
          onLoaded: (pages, page) => change({ pages, page, phase: 'shown', trouble: null }),
          onRendered: () => change({ phase: 'shown' }),
          onPage: (page) => change({ page }),
          onTouched: tellTouched,
          onSaved: tellSaved,
          onTrouble: (trouble) => {
            if (isHere()) change({ phase: 'failed', trouble });
          },
        },
      );
      const running = startReport({
        service,
        element,
        opened: report,
        start: { state: start, page: startPage.current, edit: editing },
        locale,
        renew: () => call(editing ? edit : renew, { params: { id } }),
        events: reading.events,
      });
      session.current = {
        report: running.report,
        stop: () => {
          reading.end();
          running.stop();
        },
      };
    },
    [frame, id, origin, locale, tellTouched, tellSaved],
  );

  usePreparedFrame(frame, session, locale);
  useEffect(() => {
    const { report } = data ?? {};
    if (!data || !report) return undefined;
    let here = true;
    change(initial);
    show({ ...data, report }, false, () => here).catch((failed: unknown) => {
      if (here) change({ phase: 'failed', trouble: troubleOf(failed) });
    });
    return () => {
      here = false;
      session.current?.stop();
      session.current = null;
    };
  }, [data, show]);

  const changeMode = async (editing: boolean) => {
    const { report } = data ?? {};
    if (!data || !report) return;
    try {
      const editable = editing ? await call(edit, { params: { id } }) : null;
      const embed = editable ?? (await call(renew, { params: { id } }));
      change({ ...initial, editing, askForCopies: editable?.copies === false ? editable.ask_for_copies : null });
      const start = editing ? data.start : ((await session.current?.report.capture()) ?? null);
      await show({ ...data, report: { ...report, embed }, start }, editing, () => true);
    } catch (failed) {
      toast.failure(failed);
    }
  };

  return {
    ...state,
    ...(error && !opening.isFetching ? { phase: 'failed', trouble: troubleOf(error) } : {}),
    opened: data?.report,
    openedPage: data?.page,
    sharedBy: data?.sharedBy ?? null,
    shown: () => (state.phase === 'shown' ? (session.current?.report ?? null) : null),
    timing: () => times.current,
    onTouched: touched.listen,
    onSaved: saved.listen,
    retry,
    edit: changeMode,
  };
}
