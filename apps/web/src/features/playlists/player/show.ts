/**
 * Plays a playlist on two frames: one is seen, in the other the next slide gets ready, so that nobody ever sees a report
 * load; where pages are slides, neither that a page does. What does not get ready in time is skipped and tried again in the
 * next round. No React in here.
 */
import type { OpenedSlide, Show } from '@vitrine/contract/features/playlists.ts';
import type { Service } from '../../../core/embed/client.ts';
import type { Token } from '../../../core/embed/tokenKeeper.ts';
import { failureOf } from '../../../core/failure.ts';
import type { Countdown } from './countdown.ts';
import { createCountdown } from './countdown.ts';
import type { ReadySlide, WantedPage } from './readySlide.ts';
import { getReady } from './readySlide.ts';

export type Playing = {
  /** `missing`: there is no such playlist, or not for this person. */
  phase: 'starting' | 'showing' | 'empty' | 'ended' | 'missing';
  /** Which of the two frames is seen. */
  front: 0 | 1;
  slide: { id: string; title: string; number: number; count: number } | null;
  /** Grows with every slide and page: what draws the progress begins anew. */
  step: number;
  seconds: number;
  paused: boolean;
  /** The time of what is seen is over, and the next is not ready yet. */
  waiting: boolean;
};

type Options = {
  frames: readonly [HTMLElement, HTMLElement];
  service: Service;
  load: () => Promise<Show>;
  open: (slideId: string) => Promise<OpenedSlide>;
  renew: (slideId: string) => Promise<Token>;
  onChange: (playing: Playing) => void;
};

export type Player = {
  next: () => void;
  previous: () => void;
  togglePause: () => void;
  /** The list has changed: it is read again before the next slide. */
  changed: () => void;
  /** There are new data of a report, or of any when none is named: slides that hold them ask for them where they are. */
  refreshed: (reportId: string | undefined) => void;
  replay: () => void;
  stop: () => void;
};

type Move = 'next' | 'previous';

/** What is to be seen: a slide of the list, and which page of it. */
type Turn = { position: number; page: WantedPage };

const isSame = (one: Turn, other: Turn): boolean =>
  one.position === other.position && JSON.stringify(one.page) === JSON.stringify(other.page);

const retryMs = 60_000;
/** The next slide begins to get ready so long before its turn. */
const aheadMs = 40_000;
const fadeMs = 600;

export function createPlayer({ frames, service, load, open, renew, onChange }: Options): Player {
  let playing: Playing = { phase: 'starting', front: 0, slide: null, step: 0, seconds: 0, paused: false, waiting: false };
  let show: Show | null = null;
  let stale = true;
  let stopped = false;
  /** Both frames: what is seen, and what got ready behind it. */
  const standing = new Set<ReadySlide>();
  let countdown: Countdown | null = null;
  let asked: Move | null = null;
  let wake: (() => void) | null = null;
  let upcoming: { turn: Turn; ready: Promise<ReadySlide | null> } | null = null;
  /** The slide that was seen before leaves its frame a moment later: nothing gets ready in there until it has. */
  let fading: Promise<void> = Promise.resolve();

  const tell = (changes: Partial<Playing>) => {
    playing = { ...playing, ...changes };
    if (!stopped) onChange(playing);
  };
  /** Waits, or less when somebody asks for a slide or leaves. */
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const ask = (move: Move) => {
    asked = move;
    countdown?.end();
    wake?.();
  };

  /** Reads the list when it is due. What was known stays when the server cannot be reached; null when it is there no more. */
  const slides = async (): Promise<Show['slides'] | null> => {
    if (stale || !show) {
      try {
        show = await load();
        stale = false;
      } catch (error) {
        if (failureOf(error).word === 'not_found') return null;
        // Anything else is tried again with the next slide.
      }
    }
    return show?.slides ?? [];
  };
  const prepare = async ({ position, page: wanted }: Turn): Promise<ReadySlide | null> => {
    await fading;
    const slide = show?.slides[position];
    if (!slide || !show || stopped) return null;
    const hidden = frames[playing.front === 0 ? 1 : 0];
    const ready = await getReady({ service, element: hidden, slide, wanted, withinMs: show.skip_seconds * 1000, open, renew });
    if (ready) {
      standing.add(ready);
      const { stop: leave } = ready.live;
      ready.live.stop = () => {
        standing.delete(ready);
        leave();
      };
    }
    return ready;
  };

  /** Whether pages are slides too, and this slide has no page of its own. */
  const isWalked = ({ slide, pages }: ReadySlide): boolean => show?.navigate_pages === true && slide.page === null && pages.length > 1;
  /** What stands before or after in the list, where each page may be a slide. */
  const turnAfter = (ready: ReadySlide, position: number, move: Move): Turn => {
    const page = isWalked(ready) ? ready.pages[ready.at + (move === 'next' ? 1 : -1)] : undefined;
    if (page) return { position, page: { name: page.name } };
    return move === 'next'
      ? { position: position + 1, page: 'own' }
      : { position: position - 1, page: show?.navigate_pages ? 'last' : 'own' };
  };

  /** Shows a slide for its time. Answers what is wanted next. */
  const present = async (ready: ReadySlide, position: number, ahead: () => void): Promise<Move> => {
    const list = show as Show;
    asked = null;
    ready.whenLost(() => countdown?.end());
    const walked = isWalked(ready);
    const alone = list.slides.length === 1 && list.repeat_count === 0 && !walked;
    const each = ready.slide.seconds ?? list.update_seconds;
    // A single slide stands until its data are due; then it gets ready anew behind itself.
    const seconds = alone ? Math.max(each, list.reload_minutes * 60) : each;
    const { id, title } = ready.slide;
    const page = walked ? ready.pages[ready.at] : undefined;
    const slide = { id, title: page ? `${title} · ${page.title}` : title, number: position + 1, count: list.slides.length };
    tell({ phase: 'showing', slide, seconds, step: playing.step + 1, waiting: false });
    countdown = createCountdown(seconds * 1000, playing.paused);
    countdown.after(Math.max(0, seconds * 1000 - aheadMs), ahead);
    await countdown.over;
    countdown = null;
    const move = asked ?? 'next';
    asked = null;
    return move;
  };

  const run = async () => {
    let turn: Turn = { position: 0, page: 'own' };
    let [rounds, failed] = [0, 0];
    let current: ReadySlide | null = null;
    // eslint-disable-next-line no-unmodified-loop-condition -- `stop` sets it
    while (!stopped) {
      const list = await slides();
      if (stopped) break;
      if (list === null || list.length === 0) {
        current?.live.stop();
        current = null;
        tell({ phase: list === null ? 'missing' : 'empty', slide: null });
        await pause(retryMs);
        stale = true;
        continue;
      }
      turn = { ...turn, position: ((turn.position % list.length) + list.length) % list.length };
      const { position } = turn;
      if (!upcoming || !isSame(upcoming.turn, turn)) {
        if (upcoming) (await upcoming.ready)?.live.stop();
        upcoming = { turn, ready: prepare(turn) };
      }
      if (current) tell({ waiting: true });
      const ready: ReadySlide | null = await upcoming.ready;
      upcoming = null;
      if (stopped) {
        ready?.live.stop();
        break;
      }
      if (!ready) {
        failed += 1;
        turn = { position: position + 1, page: 'own' };
        if (failed < list.length) continue;
        // A whole round without a slide: what is seen stays; without one the wall says so.
        failed = 0;
        stale = true;
        tell(current ? { waiting: false } : { phase: 'empty', slide: null });
        await pause(retryMs);
        continue;
      }
      // The list was changed meanwhile, and something else stands here now.
      if (ready.slide.id !== list[position]?.id) {
        ready.live.stop();
        turn = { position, page: 'own' };
        continue;
      }
      failed = 0;
      const before: ReadySlide | null = current;
      current = ready;
      tell({ front: playing.front === 0 ? 1 : 0 });
      fading = new Promise((resolve) =>
        setTimeout(() => {
          before?.live.stop();
          resolve();
        }, fadeMs),
      );
      const following = turnAfter(ready, position, 'next');
      const last = following.position === list.length;
      const ends = last && (show?.repeat_count ?? 0) > 0 && rounds + 1 >= (show?.repeat_count ?? 0);
      const coming = last ? { ...following, position: 0 } : following;
      const getAhead = () => {
        if (!ends && !stale) upcoming = { turn: coming, ready: prepare(coming) };
      };
      const move = await present(ready, position, getAhead);
      if (move === 'next' && last) {
        rounds += 1;
        stale = true;
      }
      if (move === 'next' && ends) {
        tell({ phase: 'ended', slide: null });
        await new Promise<void>((resolve) => (wake = resolve));
        rounds = 0;
        asked = null;
      }
      turn = move === 'next' ? coming : turnAfter(ready, position, 'previous');
    }
    void upcoming?.ready.then((ready) => ready?.live.stop());
    current?.live.stop();
  };
  void run();

  return {
    next: () => ask('next'),
    previous: () => ask('previous'),
    togglePause: () => {
      countdown?.toggle();
      tell({ paused: !playing.paused });
    },
    changed: () => {
      stale = true;
    },
    refreshed: (reportId) => {
      for (const { slide, live } of standing) {
        // The service takes no more than one refresh in fifteen seconds; the next round has the data anyway.
        if (reportId === undefined || slide.report_id === reportId) live.shown.refresh().catch(() => undefined);
      }
    },
    replay: () => wake?.(),
    stop: () => {
      stopped = true;
      countdown?.end();
      wake?.();
    },
  };
}
