/** Everything that a report starts with: what the server answers, and the view that a link or an earlier visit left. */
import type { OpenedPage, OpenedReport } from '@vitrine/contract/features/reportReading.ts';
import { shared } from '@vitrine/contract/features/savedViews.ts';
import { call } from '../../../core/http.ts';
import { i18n } from '../../../core/i18n.ts';
import { toast } from '../../../core/toast.ts';
import { takeOpening } from './opening.ts';

export type Opened = {
  report: OpenedReport | undefined;
  page: OpenedPage | undefined;
  /** When the person asked, by `performance.now()`. */
  started: number;
  /** The view to start with; null: as the report was made. */
  start: string | null;
  sharedBy: string | null;
};

/** The view behind a link; null when it is gone, which is no reason not to open the report. */
const viewOfLink = (id: string, link_id: string) => call(shared, { params: { id, link_id } }).catch(() => null);

export async function openReport(id: string, link: string | null): Promise<Opened> {
  const { started, answer } = takeOpening(id);
  const [opened, view] = await Promise.all([answer, link === null ? null : viewOfLink(id, link)]);
  // Whoever may not open the report has heard enough.
  if (link !== null && view === null) toast.warning(i18n.t('reportReading:link_gone'));
  if (!('embed' in opened)) return { report: undefined, page: opened, started, start: null, sharedBy: null };
  return {
    report: opened,
    page: undefined,
    started,
    start: view?.state ?? opened.saved.filters?.state ?? null,
    sharedBy: view?.shared_by ?? null,
  };
}
