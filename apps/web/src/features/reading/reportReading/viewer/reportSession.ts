/** What is noted while somebody reads a report: which pages were shown, how fast, and for how long. No React in here. */
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import type { OpeningTrouble } from '@vitrine/contract/reports/openingTroubles.ts';
import { openingTroubles } from '@vitrine/contract/reports/openingTroubles.ts';
import { pageView, trouble as logTrouble } from '#endpoints/reading/reportReading.ts';
import { viewTime } from '#endpoints/reports/reportUsage.ts';
import type { ReportEvents } from '#platform/embed/reportLifecycle.ts';
import { phoneQuery } from '#platform/embed/reportLifecycle.ts';
import type { TroubleWord } from '#platform/embed/trouble.ts';
import { call } from '#platform/http.ts';
import type { PageTiming } from './viewLog.ts';
import { createViewLog } from './viewLog.ts';
import { watchViewTime } from './viewTime.ts';

/** Where the report is read: within the portal or on a page of its own. */
export type Origin = 'viewer' | 'external';

type Options = {
  opened: OpenedReport;
  origin: Origin;
  /** When the person asked for the report, by `performance.now()`. */
  started: number;
  /** Called with the times of every page that was shown. */
  onTiming: (timing: PageTiming) => void;
};

/** What is noted of an opened report that is not shown. Other troubles are the reader's own: no network, no access any more. */
const causeOf = (word: TroubleWord): OpeningTrouble | undefined =>
  word === 'unexpected' ? 'report_error' : openingTroubles.find((one) => one === word);

/** Listens to the report's events, and answers those of whoever shows it; `end` when it is left. */
export function startReportSession(
  { opened, origin, started, onTiming }: Options,
  events: ReportEvents,
): { events: ReportEvents; end: () => void } {
  const titles = new Map<string, string>();
  const device = matchMedia(phoneQuery).matches ? 'phone' : 'desktop';
  const send = (timing: PageTiming) => {
    onTiming(timing);
    const body = { ...timing, view_id: opened.view_id, reportId: opened.id, device, origin } as const;
    // Not awaited; failures are ignored.
    call(pageView, { body }).catch(() => undefined);
  };
  const log = createViewLog({ started, now: () => performance.now(), send });
  const logPage = (page: string | null) => {
    if (page !== null) log.page(titles.get(page) ?? page);
  };
  const end = watchViewTime((seconds) => {
    call(viewTime, { body: { view_id: opened.view_id, seconds } }).catch(() => undefined);
  });
  const logged: ReportEvents = {
    ...events,
    onLoaded: (pages, page) => {
      for (const { name, title } of pages) titles.set(name, title);
      log.loaded();
      logPage(page);
      events.onLoaded(pages, page);
    },
    onRendered: () => {
      log.rendered();
      events.onRendered();
    },
    onPage: (page) => {
      logPage(page);
      events.onPage(page);
    },
    onTrouble: (trouble) => {
      const cause = causeOf(trouble.word);
      if (cause) call(logTrouble, { body: { view_id: opened.view_id, reportId: opened.id, cause } }).catch(() => undefined);
      events.onTrouble(trouble);
    },
  };
  return { events: logged, end };
}
