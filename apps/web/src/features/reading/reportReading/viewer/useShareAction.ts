import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import type { ReactNode } from 'react';
import type { EmbeddedReport } from '#platform/embed/embeddedReport.ts';
import { useSharing } from '#ui/sharing/useSharing.tsx';
import type { Origin } from './reportSession.ts';
import type { Action } from './useReportActions.tsx';

type Open = { opened: OpenedReport; origin: Origin; ready: boolean; shown: () => EmbeddedReport | null; pageTitle: string };

/** *Compartilhar* with the view that is open, where the reader may share; and its dialog. */
export function useShareAction({ opened, origin, ready, shown, pageTitle }: Open): { actions: Action[]; dialog: ReactNode } {
  const view = async () => {
    const state = await shown()?.capture();
    return state ? { page: pageTitle, state } : null;
  };
  const { label, icon, share, dialog } = useSharing(ready && opened.kind === 'report' ? view : undefined);
  if (!share || origin !== 'viewer') return { actions: [], dialog };
  return { actions: [{ key: 'share', label, icon, always: true, run: () => share(opened) }], dialog };
}
