import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../core/toast.ts';
import type { ReportViewer } from './useReportViewer.ts';

const askEveryMs = 2000;

/** Guards what was changed in edit mode: resolves with true when it is fine to leave it. */
export function useUnsaved({ editing, shown }: Pick<ReportViewer, 'editing' | 'shown'>): () => Promise<boolean> {
  const { t } = useTranslation('ui');
  // A browser that closes the tab does not wait for an answer of the frame.
  const known = useRef(false);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  useEffect(() => {
    known.current = false;
    if (!editing) return undefined;
    // The service tells of no change in edit mode: it is asked.
    const timer = setInterval(() => {
      void latest
        .current()
        ?.unsaved()
        .then((unsaved) => (known.current = unsaved));
    }, askEveryMs);
    return () => clearInterval(timer);
  }, [editing]);
  const mayLeave = async () => {
    if (!editing || !(await shown()?.unsaved())) return true;
    return toast.confirm(t('discard_question'));
  };
  useBlocker({ shouldBlockFn: async () => !(await mayLeave()), enableBeforeUnload: () => known.current, disabled: !editing });
  return mayLeave;
}
