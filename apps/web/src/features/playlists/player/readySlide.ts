/** A slide that gets ready out of sight: opened, loaded, on its page and drawn, within its time or not at all. */
import type { OpenedSlide, Show } from '@vitrine/contract/features/playlists.ts';
import type { Service } from '../../../core/embed/client.ts';
import type { LiveReport } from '../../../core/embed/liveReport.ts';
import { liveReport } from '../../../core/embed/liveReport.ts';
import type { ReportPage } from '../../../core/embed/shownReport.ts';
import type { Token } from '../../../core/embed/tokenKeeper.ts';

export type ReadySlide = {
  slide: Show['slides'][number];
  live: LiveReport;
  pages: () => readonly ReportPage[];
  whenLost: (work: () => void) => void;
};

type Options = {
  service: Service;
  element: HTMLElement;
  slide: Show['slides'][number];
  withinMs: number;
  open: (slideId: string) => Promise<OpenedSlide>;
  renew: (slideId: string) => Promise<Token>;
};

/** Null when it may not be shown, fails, or takes too long: then nothing of it is left. */
export async function getReady({ service, element, slide, withinMs, open, renew }: Options): Promise<ReadySlide | null> {
  let pages: ReportPage[] = [];
  let live: LiveReport | null = null;
  let givenUp = false;
  let lost: () => void = () => undefined;
  const drawn = async (opened: OpenedSlide): Promise<boolean> =>
    new Promise((resolve) => {
      let onItsPage = opened.page === null;
      const turnTo = async (active: string | null) => {
        const wanted = pages.find(({ name }) => name === opened.page);
        if (wanted && wanted.name !== active) await live?.shown.setPage(wanted.name);
        onItsPage = true;
      };
      live = liveReport({
        service,
        element,
        opened,
        renew: () => renew(slide.id),
        events: {
          onLoaded: (found, active) => {
            pages = found;
            if (!onItsPage) turnTo(active).catch(() => resolve(false));
          },
          onRendered: () => onItsPage && resolve(true),
          onPage: () => undefined,
          // Later it is the end of a slide that is seen: access was taken away, or the report broke.
          onTrouble: () => {
            resolve(false);
            lost();
          },
        },
      });
    });
  const tooLong = new Promise<false>((resolve) => setTimeout(() => resolve(false), withinMs));
  const attempt = async () => {
    const opened = await open(slide.id);
    return givenUp ? false : drawn(opened);
  };
  const isReady = await Promise.race([attempt().catch(() => false), tooLong]);
  // Set within a callback, which the compiler does not follow.
  const made = live as LiveReport | null;
  if (isReady && made) return { slide, live: made, pages: () => pages, whenLost: (work) => (lost = work) };
  givenUp = true;
  made?.stop();
  return null;
}
