/** A report that somebody reads: alive in its frame, its views logged. No React in here. */
import type { Embedding, OpenedReport } from '@vitrine/contract/features/reportReading.ts';
import { pageView } from '@vitrine/contract/features/reportReading.ts';
import { viewTime } from '@vitrine/contract/features/reportUsage.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Service } from '../../../core/embed/client.ts';
import type { Start } from '../../../core/embed/embedConfig.ts';
import type { LiveReport, LiveReportEvents } from '../../../core/embed/liveReport.ts';
import { liveReport, phoneQuery } from '../../../core/embed/liveReport.ts';
import { call } from '../../../core/http.ts';
import type { PageTiming } from './viewLog.ts';
import { createViewLog } from './viewLog.ts';
import { watchViewTime } from './viewTime.ts';

/** Where a report is read: within the portal or on a page of its own. */
export type Origin = 'viewer' | 'external';

type Options = {
  service: Service;
  element: HTMLElement;
  opened: OpenedReport;
  origin: Origin;
  /** When the person asked for the report, by `performance.now()`. */
  started: number;
  start: Start;
  locale: Locale;
  /** Called with the times of every page that was shown. */
  onTiming: (timing: PageTiming) => void;
  renew: () => Promise<Embedding>;
  events: LiveReportEvents;
};

export type Session = LiveReport;

export function startSession({ service, element, opened, origin, started, start, locale, onTiming, renew, events }: Options): Session {
  const titles = new Map<string, string>();
  const device = matchMedia(phoneQuery).matches ? 'phone' : 'desktop';
  const send = (timing: PageTiming) => {
    onTiming(timing);
    const body = { ...timing, view_id: opened.view_id, reportId: opened.id, device, origin } as const;
    // Nobody waits for it, and nobody could do anything about its failure.
    call(pageView, { body }).catch(() => undefined);
  };
  const log = createViewLog({ started, now: () => performance.now(), send });
  const logPage = (page: string | null) => {
    if (page !== null) log.page(titles.get(page) ?? page);
  };
  const endTime = watchViewTime((seconds) => {
    call(viewTime, { body: { view_id: opened.view_id, seconds } }).catch(() => undefined);
  });
  const live = liveReport({
    service,
    element,
    opened,
    renew,
    start,
    locale,
    events: {
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
    },
  });
  return {
    ...live,
    stop: () => {
      endTime();
      live.stop();
    },
  };
}
