import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import type { FilterMemory } from '@vitrine/contract/reading/savedViews.ts';
import { chooseMemory, saveFilters } from '#endpoints/reading/savedViews.ts';
import { useEffect, useRef, useState } from 'react';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import type { ReportViewer } from '../useReportViewer.ts';

type View = { state: string; page: string; made: string | null };

/** Delay after the last change before filters are saved. */
const pauseMs = 3000;

export type SavedFilters = {
  /** Null: the unit keeps no filters. */
  memory: FilterMemory | null;
  /** The report opens with filters of the reader's own. */
  kept: boolean;
  /** Changes to be confirmed: save or discard. */
  question: { answer: (keep: boolean) => void } | null;
  choose: (memory: FilterMemory) => void;
  /** Back to how the report was made, also next time. */
  reset: () => void;
};

/** Saves the reader's filters: always, after asking, or never. Those of a shared link are not saved automatically. */
export function useSavedFilters(opened: OpenedReport, { shown, onTouched, pages, page, sharedBy, editing }: ReportViewer): SavedFilters {
  const [memory, setMemory] = useState(opened.saved.memory);
  const [kept, setKept] = useState(opened.saved.filters !== null);
  const [asked, setAsked] = useState<View | null>(null);
  const title = pages.find(({ name }) => name === page)?.title ?? opened.title;

  const keep = async (view: View) => {
    try {
      const answer = await call(saveFilters, { body: { reportId: opened.id, filters: view } });
      shown()?.note(view.state);
      setKept(answer.kept);
    } catch (error) {
      toast.failure(error);
    }
  };
  const look = async () => {
    const state = (await shown()?.changedState()) ?? null;
    if (state === null) return;
    const view = { state, page: title, made: (await shown()?.made()) ?? null };
    // Nothing is kept, and nothing is there to be.
    if (!kept && state === view.made) shown()?.note(state);
    else if (memory === 'always') await keep(view);
    else setAsked(view);
  };
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });

  const watching = memory !== null && memory !== 'never' && sharedBy === null && !editing;
  useEffect(() => {
    if (!watching) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onTouched(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void latest.current(), pauseMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [watching, onTouched]);

  return {
    memory,
    kept,
    question: asked && {
      answer: (yes) => {
        setAsked(null);
        if (yes) void keep(asked);
        else shown()?.note(asked.state);
      },
    },
    choose: (next) => {
      setMemory(next);
      if (next === 'never') setKept(false);
      setAsked(null);
      call(chooseMemory, { body: { save_filter: next } }).catch(toast.failure);
    },
    reset: () => {
      setAsked(null);
      if (kept) {
        setKept(false);
        call(saveFilters, { body: { reportId: opened.id, filters: null } }).catch(toast.failure);
      }
      shown()?.reset().catch(toast.failure);
    },
  };
}
