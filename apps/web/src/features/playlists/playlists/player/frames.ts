/** Two frames: in one a slide is seen, in the other the next one is prepared. */
import type { OpenedSlide, Show } from '@vitrine/contract/playlists/playlists.ts';
import type { Service } from '#platform/embed/client.ts';
import type { Token } from '#platform/embed/tokenKeeper.ts';
import type { ReadySlide, WantedPage } from './readySlide.ts';
import { getReady } from './readySlide.ts';

export type FrameOptions = {
  frames: readonly [HTMLElement, HTMLElement];
  service: Service;
  open: (slideId: string) => Promise<OpenedSlide>;
  renew: (slideId: string) => Promise<Token>;
};

type Wanted = { slide: Show['slides'][number]; page: WantedPage; withinMs: number };

export type Frames = {
  /** Which of the two is seen. */
  front: () => 0 | 1;
  /** The slide that is seen. */
  shown: () => ReadySlide | null;
  /** Prepares what is wanted by then in the frame that is not seen; null if nothing is wanted or it cannot be shown. */
  prepare: (wanted: () => Wanted | null) => Promise<ReadySlide | null>;
  /** Brings a prepared slide to the front. */
  bring: (ready: ReadySlide) => void;
  /** Takes away what is seen. */
  clear: () => void;
  /** Loads new data into the slides that stand in the frames and show this report, or into all. */
  refresh: (reportId: string | undefined) => void;
};

const fadeMs = 600;

export function createFrames({ frames, service, open, renew }: FrameOptions): Frames {
  const standing = new Set<ReadySlide>();
  let front: 0 | 1 = 0;
  let shown: ReadySlide | null = null;
  /** The slide before leaves its frame after the transition; nothing is prepared in it until then. */
  let fading: Promise<void> = Promise.resolve();

  /** Counts a slide among the standing ones until it is stopped. */
  const stand = (ready: ReadySlide): ReadySlide => {
    standing.add(ready);
    const { stop } = ready.live;
    ready.live.stop = () => {
      standing.delete(ready);
      stop();
    };
    return ready;
  };

  return {
    front: () => front,
    shown: () => shown,
    prepare: async (find) => {
      await fading;
      const wanted = find();
      if (!wanted) return null;
      const { slide, page, withinMs } = wanted;
      const ready = await getReady({ service, element: frames[front === 0 ? 1 : 0], slide, wanted: page, withinMs, open, renew });
      return ready && stand(ready);
    },
    bring: (ready) => {
      const before = shown;
      shown = ready;
      front = front === 0 ? 1 : 0;
      fading = new Promise((resolve) =>
        setTimeout(() => {
          before?.live.stop();
          resolve();
        }, fadeMs),
      );
    },
    clear: () => {
      shown?.live.stop();
      shown = null;
    },
    refresh: (reportId) => {
      for (const { slide, live } of standing) {
        // The service accepts one refresh in fifteen seconds; otherwise the next round shows the data.
        if (reportId === undefined || slide.report_id === reportId) live.report.refresh().catch(() => undefined);
      }
    },
  };
}
