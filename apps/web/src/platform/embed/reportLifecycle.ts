/** The lifecycle of an opened report: shown, supplied with tokens, laid out for the device, stopped. No React in here. */
import type { ShownReport as Opened } from '@vitrine/contract/reading/reportReading.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { currentLocale } from '#platform/locale.ts';
import type { Service } from './client.ts';
import { openingLayout, turnedLayout } from './layout.ts';
import type { Start } from './embedConfig.ts';
import type { ReportPage, EmbeddedReport, EmbeddedReportEvents } from './embeddedReport.ts';
import { clearFrame, embedReport } from './embeddedReport.ts';
import { onReportTheme } from './reportTheme.ts';
import type { Token } from './tokenKeeper.ts';
import { keepToken } from './tokenKeeper.ts';
import type { EmbedError, Trouble } from './trouble.ts';
import { embedTroubleOf, troubleOf } from './trouble.ts';

export const phoneQuery = '(max-width: 767px)';
const portraitQuery = '(orientation: portrait)';

export type ReportEvents = {
  onLoaded: (pages: ReportPage[], page: string | null) => void;
  onRendered: () => void;
  onPage: (page: string) => void;
  onTrouble: (trouble: Trouble) => void;
} & Pick<EmbeddedReportEvents, 'onTouched' | 'onSaved'>;

type Options = {
  service: Service;
  element: HTMLElement;
  opened: Opened;
  /** Asks for the next token. */
  renew: () => Promise<Token>;
  start?: Start;
  locale?: Locale;
  events: ReportEvents;
};

export type RunningReport = { report: EmbeddedReport; stop: () => void };

const expiredAgainMs = 60_000;

/** Shows a report in an element and renews its token until it is stopped. */
export function startReport({ service, element, opened, renew, start, locale = currentLocale(), events }: Options): RunningReport {
  const portrait = matchMedia(portraitQuery);
  let loaded = false;
  let renewedAt = -Infinity;

  const keeper = keepToken({
    first: opened.embed,
    renew,
    apply: (token) => report.setToken(token),
    onRefused: (error) => events.onTrouble(troubleOf(error)),
  });
  /** The service says that the token has expired: renew it and reload the data, unless that was tried just now. */
  const whenExpired = async (details: string) => {
    if (Date.now() - renewedAt < expiredAgainMs) {
      events.onTrouble({ word: 'unexpected', details });
      return;
    }
    renewedAt = Date.now();
    if (await keeper.expired()) await (loaded ? report.refresh() : report.reload());
  };
  const whenError = (error: EmbedError) => {
    const trouble = embedTroubleOf(error, loaded);
    if (trouble === 'harmless') return;
    if (trouble === 'token_expired') void whenExpired('TokenExpired').catch((failed: unknown) => events.onTrouble(troubleOf(failed)));
    else events.onTrouble(trouble);
  };

  const report = embedReport({
    service,
    element,
    opened,
    layout: openingLayout({ phone: matchMedia(phoneQuery).matches, portrait: portrait.matches }, opened.settings.orientation),
    locale,
    ...(start ? { start } : {}),
    events: {
      ...events,
      onLoaded: (pages, page) => {
        loaded = true;
        events.onLoaded(pages, page);
      },
      onError: whenError,
    },
  });

  const turn = () => {
    const next = turnedLayout(report.layout(), portrait.matches, opened.settings.orientation);
    if (loaded && next) void report.turn(next);
  };
  const look = () => {
    if (document.visibilityState === 'visible') keeper.check();
  };
  document.addEventListener('visibilitychange', look);
  portrait.addEventListener('change', turn);
  // A report that is still loading was given the theme of before.
  const repaint = () => void report.paint().catch(() => undefined);
  const leaveTheme = onReportTheme(repaint);
  return {
    report,
    stop: () => {
      document.removeEventListener('visibilitychange', look);
      portrait.removeEventListener('change', turn);
      leaveTheme();
      keeper.stop();
      clearFrame(service, element);
    },
  };
}
