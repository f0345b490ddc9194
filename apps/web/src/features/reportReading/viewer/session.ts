/** One opened report from its frame to its end: shown, supplied with tokens, its views logged. No React in here. */
import type { OpenedReport } from '@vitrine/contract/features/reportReading.ts';
import { pageView, renew } from '@vitrine/contract/features/reportReading.ts';
import { call } from '../../../core/http.ts';
import { currentLocale } from '../../../core/locale.ts';
import type { Service } from './client.ts';
import { openingLayout, turnedLayout } from './layout.ts';
import type { ReportPage, ShownReport } from './shownReport.ts';
import { clearFrame, showReport } from './shownReport.ts';
import { keepToken } from './tokenKeeper.ts';
import type { EmbedError, Trouble } from './trouble.ts';
import { embedTroubleOf, troubleOf } from './trouble.ts';
import type { PageTiming } from './viewLog.ts';
import { createViewLog } from './viewLog.ts';

export const phoneQuery = '(max-width: 767px)';
export const portraitQuery = '(orientation: portrait)';

/** Where a report is read: within the portal or on a page of its own. */
export type Origin = 'viewer' | 'external';

export type SessionEvents = {
  onLoaded: (pages: ReportPage[], page: string | null) => void;
  onRendered: () => void;
  onPage: (page: string) => void;
  onTrouble: (trouble: Trouble) => void;
};

type Options = {
  service: Service;
  element: HTMLElement;
  opened: OpenedReport;
  origin: Origin;
  /** When the person asked for the report, by `performance.now()`. */
  started: number;
  events: SessionEvents;
};

export type Session = { shown: ShownReport; stop: () => void };

const expiredAgainMs = 60_000;

export function startSession({ service, element, opened, origin, started, events }: Options): Session {
  const params = { id: opened.id };
  const phone = matchMedia(phoneQuery).matches;
  const portrait = matchMedia(portraitQuery);
  const titles = new Map<string, string>();
  let loaded = false;
  let renewedAt = -Infinity;

  const send = (timing: PageTiming) => {
    const body = { ...timing, view_id: opened.view_id, reportId: opened.id, device: phone ? 'phone' : 'desktop', origin } as const;
    // Nobody waits for it, and nobody could do anything about its failure.
    call(pageView, { body }).catch(() => undefined);
  };
  const log = createViewLog({ started, now: () => performance.now(), send });
  const logPage = (page: string | null) => {
    if (page !== null) log.page(titles.get(page) ?? page);
  };

  const keeper = keepToken({
    first: opened.embed,
    renew: () => call(renew, { params }),
    apply: (token) => shown.setToken(token),
    onRefused: (error) => events.onTrouble(troubleOf(error)),
  });
  /** The service found the token too old: a new one and the data again, unless that was tried just now. */
  const whenExpired = async (details: string) => {
    if (Date.now() - renewedAt < expiredAgainMs) {
      events.onTrouble({ word: 'unexpected', details });
      return;
    }
    renewedAt = Date.now();
    if (await keeper.expired()) await (loaded ? shown.refresh() : shown.reload());
  };
  const whenError = (error: EmbedError) => {
    const trouble = embedTroubleOf(error, loaded);
    if (trouble === 'harmless') return;
    if (trouble === 'token_expired') void whenExpired('TokenExpired').catch((failed: unknown) => events.onTrouble(troubleOf(failed)));
    else events.onTrouble(trouble);
  };

  const shown = showReport({
    service,
    element,
    opened,
    layout: openingLayout({ phone, portrait: portrait.matches }, opened.settings.orientation),
    locale: currentLocale(),
    events: {
      onLoaded: (pages, page) => {
        loaded = true;
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
      onError: whenError,
    },
  });

  const turn = () => {
    const next = turnedLayout(shown.layout(), portrait.matches, opened.settings.orientation);
    if (loaded && next) void shown.turn(next);
  };
  const look = () => {
    if (document.visibilityState === 'visible') keeper.check();
  };
  document.addEventListener('visibilitychange', look);
  portrait.addEventListener('change', turn);
  return {
    shown,
    stop: () => {
      document.removeEventListener('visibilitychange', look);
      portrait.removeEventListener('change', turn);
      keeper.stop();
      clearFrame(service, element);
    },
  };
}
