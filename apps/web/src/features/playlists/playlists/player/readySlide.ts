/** Prepares a slide invisibly: opened, loaded, on its page and rendered, within a time limit. */
import type { OpenedSlide, Show } from '@vitrine/contract/playlists/playlists.ts';
import type { Service } from '#platform/embed/client.ts';
import type { RunningReport } from '#platform/embed/reportLifecycle.ts';
import { startReport } from '#platform/embed/reportLifecycle.ts';
import type { ReportPage } from '#platform/embed/embeddedReport.ts';
import type { Token } from '#platform/embed/tokenKeeper.ts';

/** The page to open: the one that the slide names or the first, another one by its name, or the last. */
export type WantedPage = 'own' | 'last' | { name: string };

export type ReadySlide = {
  slide: Show['slides'][number];
  live: RunningReport;
  /** The visible pages in their order, and the index of the current one. */
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

/** Null if it may not be shown, fails, or takes too long; then it is removed completely. */
export async function getReady({ service, element, slide, wanted, withinMs, open, renew }: Options): Promise<ReadySlide | null> {
  let pages: ReportPage[] = [];
  let at = 0;
  let live: RunningReport | null = null;
  let givenUp = false;
  let lost: () => void = () => undefined;
  const drawn = async (opened: OpenedSlide): Promise<boolean> =>
    new Promise((resolve) => {
      let onItsPage = wanted === 'own' && opened.page === null;
      const turnTo = async (active: string | null) => {
        const asked = wanted === 'own' ? active : wanted === 'last' ? pages.at(-1)?.name : wanted.name;
        const page = pages.find(({ name }) => name === (opened.page ?? asked));
        if (page && page.name !== active) await live?.report.setPage(page.name);
        at = page ? pages.indexOf(page) : 0;
        onItsPage = true;
      };
      live = startReport({
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
          // Later, the shown slide has ended: access was removed, or the report failed.
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
  // Assigned in a callback, which control flow analysis does not see.
  const made = live as RunningReport | null;
  if (isReady && made) return { slide, live: made, pages, at, whenLost: (work) => (lost = work) };
  givenUp = true;
  made?.stop();
  return null;
}
