import { useQuery } from '@tanstack/react-query';
import type { OpenedReport } from '@vitrine/contract/features/reportReading.ts';
import { open } from '@vitrine/contract/features/reportReading.ts';
import type { RefObject } from 'react';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { failureOf } from '../../../core/failure.ts';
import { currentLocale } from '../../../core/locale.ts';
import { loadClient } from './client.ts';
import { takeOpening } from './opening.ts';
import type { Origin, Session } from './session.ts';
import { phoneQuery, startSession } from './session.ts';
import type { ReportPage, ShownReport } from './shownReport.ts';
import { clearFrame, prepareFrame } from './shownReport.ts';
import type { Trouble } from './trouble.ts';
import { troubleOf } from './trouble.ts';

type State = {
  phase: 'loading' | 'shown' | 'failed';
  trouble: Trouble | null;
  pages: ReportPage[];
  page: string | null;
};

type Change = Partial<State>;

const initial: State = { phase: 'loading', trouble: null, pages: [], page: null };
const merge = (state: State, change: Change): State => ({ ...state, ...change });

export type ReportViewer = State & {
  /** Undefined until the server has answered. */
  opened: OpenedReport | undefined;
  /** What can be done with the report; null while it is not shown. */
  shown: () => ShownReport | null;
  retry: () => void;
};

type Opened = { report: OpenedReport; started: number };

async function openReport(id: string): Promise<Opened> {
  const { started, answer } = takeOpening(id);
  return { report: await answer, started };
}

/** Opens a report and shows it in `frame`; asks for the token, the client and the frame's own scripts at the same time. */
export function useReportViewer(id: string, origin: Origin, frame: RefObject<HTMLElement | null>): ReportViewer {
  const session = useRef<Session | null>(null);
  const [state, change] = useReducer(merge, initial);
  const opening = useQuery({
    queryKey: [open.path, id, origin],
    queryFn: () => openReport(id),
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
      if (!session.current && !matchMedia(phoneQuery).matches) prepareFrame(service, element, currentLocale());
    };
    // Who cannot load the client is told by whoever needs it next.
    prepare().catch(() => undefined);
    return () => {
      here = false;
      leave();
    };
  }, [frame]);

  useEffect(() => {
    const element = frame.current;
    if (!data || !element) return undefined;
    let here = true;
    const fail = (trouble: Trouble) => {
      if (here) change({ phase: 'failed', trouble });
    };
    const show = async () => {
      const service = await loadClient();
      if (!here) return;
      session.current = startSession({
        service,
        element,
        opened: data.report,
        origin,
        started: data.started,
        events: {
          onLoaded: (pages, page) => change({ pages, page, phase: 'shown', trouble: null }),
          onRendered: () => change({ phase: 'shown' }),
          onPage: (page) => change({ page }),
          onTrouble: fail,
        },
      });
    };
    show().catch((failed: unknown) => fail(troubleOf(failed)));
    return () => {
      here = false;
      session.current?.stop();
      session.current = null;
    };
  }, [data, origin, frame]);

  return {
    ...state,
    ...(error && !opening.isFetching ? { phase: 'failed', trouble: troubleOf(error) } : {}),
    opened: data?.report,
    shown: () => (state.phase === 'shown' ? (session.current?.shown ?? null) : null),
    retry,
  };
}
