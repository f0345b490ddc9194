import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Locale } from '@vitrine/contract/fields.ts';
import { home } from '@vitrine/contract/features/finding.ts';
import type { OpenedPage, OpenedReport } from '@vitrine/contract/features/reportReading.ts';
import { edit, open, renew } from '@vitrine/contract/features/reportReading.ts';
import type { RefObject } from 'react';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../core/failure.ts';
import { call } from '../../../core/http.ts';
import { toast } from '../../../core/toast.ts';
import { loadClient } from '../../../core/embed/client.ts';
import { phoneQuery } from '../../../core/embed/liveReport.ts';
import type { ReportPage, ShownReport } from '../../../core/embed/shownReport.ts';
import { clearFrame, prepareFrame } from '../../../core/embed/shownReport.ts';
import type { Trouble } from '../../../core/embed/trouble.ts';
import { troubleOf } from '../../../core/embed/trouble.ts';
import type { Opened } from './opened.ts';
import { openReport } from './opened.ts';
import type { Origin, Session } from './session.ts';
import { startSession } from './session.ts';
import type { PageTiming } from './viewLog.ts';

type State = {
  phase: 'loading' | 'shown' | 'failed';
  trouble: Trouble | null;
  pages: ReportPage[];
  page: string | null;
  editing: boolean;
  /** While somebody edits who may save no copy: whom to ask for one. Empty where nobody of the unit may. */
  askForCopies: string[] | null;
};

type Change = Partial<State>;

const initial: State = { phase: 'loading', trouble: null, pages: [], page: null, editing: false, askForCopies: null };
const merge = (state: State, change: Change): State => ({ ...state, ...change });

export type Saved = { id: string; name: string; copy: boolean };

export type ReportViewer = State & {
  /** Undefined until the server has answered. */
  opened: OpenedReport | undefined;
  /** What is shown without the reporting service, instead of `opened`. */
  openedPage: OpenedPage | undefined;
  /** Who shared the view that is shown, when it came by a link. */
  sharedBy: string | null;
  /** What can be done with the report; null while it is not shown. */
  shown: () => ShownReport | null;
  /** Times of the page that was shown last. */
  timing: () => PageTiming | null;
  /** Calls back when the reader may have changed the view. Returns how to stop. */
  onTouched: (listener: () => void) => () => void;
  onSaved: (listener: (saved: Saved) => void) => () => void;
  retry: () => void;
  /** Enters or leaves edit mode. */
  edit: (editing: boolean) => Promise<void>;
};

/** Listeners of one kind of event, whatever session raises it. */
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

/** The frame's own scripts come while the token is on its way. */
function usePreparedFrame(frame: RefObject<HTMLElement | null>, session: RefObject<Session | null>, locale: Locale): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    let here = true;
    let leave: () => void = () => undefined;
    const prepare = async () => {
      const service = await loadClient();
      if (!here) return;
      leave = () => clearFrame(service, element);
      // A phone decides about its layout first, and the frame's address depends on it.
      if (!session.current && !matchMedia(phoneQuery).matches) prepareFrame(service, element, locale);
    };
    // Who cannot load the client is told by whoever needs it next.
    prepare().catch(() => undefined);
    return () => {
      here = false;
      leave();
    };
  }, [frame, session, locale]);
}

/** Opens a report and shows it in `frame`; asks for the token, the client and the frame's own scripts at the same time. */
export function useReportViewer(id: string, origin: Origin, link: string | null, frame: RefObject<HTMLElement | null>): ReportViewer {
  // The frame speaks the language that it was made with: another one needs another frame.
  const locale = useTranslation().i18n.language as Locale;
  const session = useRef<Session | null>(null);
  const times = useRef<PageTiming | null>(null);
  const touched = useListeners();
  const saved = useListeners<[Saved]>();
  const [state, change] = useReducer(merge, initial);
  const opening = useQuery({
    queryKey: [open.path, id, origin, link],
    queryFn: () => openReport(id, link),
    // An opening is a view with a token of its own: never shared, never repeated behind the reader's back.
    staleTime: Infinity,
    gcTime: 0,
    // Also without a network: the reader hears of it, instead of waiting for nothing.
    networkMode: 'always',
    retry: (count, error) => count < 1 && failureOf(error).status === null,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, error, refetch } = opening;
  const client = useQueryClient();
  useEffect(() => {
    // It is now the first of what was opened lately.
    if (data) void client.invalidateQueries({ queryKey: [home.path] });
  }, [client, data]);
  const retry = useCallback(() => {
    change(initial);
    // A frame that was prepared before the failure may be empty for the same reason.
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
    async ({ report, started, start }: Opened & { report: OpenedReport }, editing: boolean, isHere: () => boolean) => {
      const element = frame.current;
      const service = await loadClient();
      if (!isHere() || !element) return;
      session.current?.stop();
      session.current = startSession({
        service,
        element,
        opened: report,
        origin,
        started,
        start: { state: start, edit: editing },
        locale,
        renew: () => call(editing ? edit : renew, { params: { id } }),
        onTiming: (timing) => (times.current = timing),
        events: {
          onLoaded: (pages, page) => change({ pages, page, phase: 'shown', trouble: null }),
          onRendered: () => change({ phase: 'shown' }),
          onPage: (page) => change({ page }),
          onTouched: tellTouched,
          onSaved: tellSaved,
          onTrouble: (trouble) => {
            if (isHere()) change({ phase: 'failed', trouble });
          },
        },
      });
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
      const start = editing ? data.start : ((await session.current?.shown.capture()) ?? null);
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
    shown: () => (state.phase === 'shown' ? (session.current?.shown ?? null) : null),
    timing: () => times.current,
    onTouched: touched.listen,
    onSaved: saved.listen,
    retry,
    edit: changeMode,
  };
}
