import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mayBeLost } from '#platform/otherTabs.ts';
import { toast } from '#platform/toast.ts';
import { useUnsavedInput } from '#platform/unsaved.ts';
import type { ReportViewer } from './useReportViewer.ts';

const askEveryMs = 2000;
const answerWithinMs = 2000;

/** Asks before unsaved changes of edit mode are lost: resolves to true if the report may be left. */
export function useUnsaved({ editing, shown }: Pick<ReportViewer, 'editing' | 'shown'>): () => Promise<boolean> {
  const { t } = useTranslation('ui');
  // When a tab is closed the browser does not wait for the frame's answer.
  const known = useRef(false);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  useEffect(() => {
    known.current = false;
    if (!editing) return undefined;
    // The service has no event for changes in edit mode, so it is polled.
    const timer = setInterval(() => {
      void latest
        .current()
        ?.unsaved()
        .then((unsaved) => (known.current = unsaved));
    }, askEveryMs);
    return () => clearInterval(timer);
  }, [editing]);
  const mayLeave = async () => {
    if (!editing) return true;
    // A frame that is busy may never answer: then what it said last decides, so that nobody is held.
    const lastKnown = new Promise<boolean>((resolve) => setTimeout(() => resolve(known.current), answerWithinMs));
    if (!(await Promise.race([shown()?.unsaved(), lastKnown]))) return true;
    return toast.confirm(t('discard_question'));
  };
  useBlocker({
    shouldBlockFn: async () => !(await mayLeave()),
    enableBeforeUnload: () => known.current && !mayBeLost(),
    disabled: !editing,
  });
  useUnsavedInput(() => editing && known.current);
  return mayLeave;
}
