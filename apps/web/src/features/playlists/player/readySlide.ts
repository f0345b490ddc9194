/** A slide that gets ready out of sight: opened, loaded, on its page and drawn, within its time or not at all. */
import type { OpenedSlide, Show } from '@vitrine/contract/features/playlists.ts';
import type { Service } from '../../../core/embed/client.ts';
import type { LiveReport } from '../../../core/embed/liveReport.ts';
import { liveReport } from '../../../core/embed/liveReport.ts';
import type { ReportPage } from '../../../core/embed/shownReport.ts';
import type { Token } from '../../../core/embed/tokenKeeper.ts';

/** The page to open: the one that the slide names or the first, another one by its name, or the last. */
export type WantedPage = 'own' | 'last' | { name: string };

export type ReadySlide = {
  slide: Show['slides'][number];
  live: LiveReport;
  /** The visible pages in their order, and the place among them of the one that is seen. */
  pages: readonly ReportPage[];
  at: number;
  whenLost: (work: () => void) => void;
};

type Options = {
  service: Service;
  element: HTMLElement;
  slide: Show['slides'][number];
  wanted: WantedPage;
  withinMs: number;
  open: (slideId: string) => Promise<OpenedSlide>;
  renew: (slideId: string) => Promise<Token>;
};

/** Null when it may not be shown, fails, or takes too long: then nothing of it is left. */
export async function getReady({ service, element, slide, wanted, withinMs, open, renew }: Options): Promise<ReadySlide | null> {
  let pages: ReportPage[] = [];
  let at = 0;
  let live: LiveReport | null = null;
  let givenUp = false;
  let lost: () => void = () => undefined;
  const drawn = async (opened: OpenedSlide): Promise<boolean> =>
    new Promise((resolve) => {
      let onItsPage = wanted === 'own' && opened.page === null;
      const turnTo = async (active: string | null) => {
        const asked = wanted === 'own' ? active : wanted === 'last' ? pages.at(-1)?.name : wanted.name;
        const page = pages.find(({ name }) => name === (opened.page ?? asked));
        if (page && page.name !== active) await live?.shown.setPage(page.name);
        at = page ? pages.indexOf(page) : 0;
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
            turnTo(active).catch(() => resolve(false));
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
  if (isReady && made) return { slide, live: made, pages, at, whenLost: (work) => (lost = work) };
  givenUp = true;
  made?.stop();
  return null;
}
