/** What a report starts with: the server's answer, and the state of a link or of saved filters. */
import type { OpenedPage, OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { shared } from '#endpoints/reading/savedViews.ts';
import { call } from '#platform/http.ts';
import { i18n } from '#platform/i18n.ts';
import { toast } from '#platform/toast.ts';
import { takePrefetched } from './prefetchReport.ts';

export type LoadedReport = {
  report: OpenedReport | undefined;
  page: OpenedPage | undefined;
  /** When the person opened it, by `performance.now()`. */
  started: number;
  /** The state to start with; null: the original. */
  start: string | null;
  sharedBy: string | null;
};

/** The view of a link; null if it was deleted, in which case the report opens without it. */
const viewOfLink = (id: string, link_id: string) => call(shared, { params: { id, link_id } }).catch(() => null);

export async function loadReport(id: string, link: string | null): Promise<LoadedReport> {
  const { started, answer } = takePrefetched(id);
  const [opened, view] = await Promise.all([answer, link === null ? null : viewOfLink(id, link)]);
  // If the report is refused, a missing view is not reported.
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
