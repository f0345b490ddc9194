/**
 * Plays a playlist on two frames: one is visible, in the other the next slide is prepared, so that nobody sees a report
 * load, nor a page where pages are slides. A slide that is not ready in time is skipped and tried again in the
 * next round. No React in here.
 */
import type { Show } from '@vitrine/contract/playlists/playlists.ts';
import { failureOf } from '#platform/failure.ts';
import type { Countdown } from './countdown.ts';
import { createCountdown } from './countdown.ts';
import type { FrameOptions } from './frames.ts';
import { createFrames } from './frames.ts';
import type { ReadySlide } from './readySlide.ts';
import type { Move, Turn } from './turns.ts';
import { firstTurn, isSameTurn, turnAfter, walksPages, withinList } from './turns.ts';

export type Playing = {
  /** `missing`: there is no such playlist, or not for this person. */
  phase: 'starting' | 'showing' | 'empty' | 'ended' | 'missing';
  /** Which of the two frames is seen. */
  front: 0 | 1;
  slide: { id: string; title: string; number: number; count: number } | null;
  /** Grows with every slide and page, to restart the progress animation. */
  step: number;
  seconds: number;
  paused: boolean;
  /** The time of the current slide is over, and the next one is not ready yet. */
  waiting: boolean;
};

type Options = FrameOptions & {
  load: () => Promise<Show>;
  onChange: (playing: Playing) => void;
};

export type Player = {
  next: () => void;
  previous: () => void;
  togglePause: () => void;
  /** The playlist has changed: it is read again before the next slide. */
  changed: () => void;
  /** A report has new data (or any report, if none is named): its slides reload them in place. */
  refreshed: (reportId: string | undefined) => void;
  replay: () => void;
  stop: () => void;
};

const retryMs = 60_000;
/** How long before its turn a slide is prepared. */
const aheadMs = 40_000;

/** How long a slide is seen. A single one stays until its data have to be reloaded; then it is prepared again in the other frame. */
function secondsOf(show: Show, ready: ReadySlide): number {
  const each = ready.slide.seconds ?? show.update_seconds;
  const alone = show.slides.length === 1 && show.repeat_count === 0 && !walksPages(show, ready);
  return alone ? Math.max(each, show.reload_minutes * 60) : each;
}

function namedSlide(show: Show, ready: ReadySlide, position: number): NonNullable<Playing['slide']> {
  const { id, title } = ready.slide;
  const page = walksPages(show, ready) ? ready.pages[ready.at] : undefined;
  return { id, title: page ? `${title} · ${page.title}` : title, number: position + 1, count: show.slides.length };
}

export function createPlayer({ load, onChange, ...options }: Options): Player {
  const frames = createFrames(options);
  let playing: Playing = { phase: 'starting', front: 0, slide: null, step: 0, seconds: 0, paused: false, waiting: false };
  let show: Show | null = null;
  let stale = true;
  let stopped = false;
  let countdown: Countdown | null = null;
  let asked: Move | null = null;
  let wake: (() => void) | null = null;
  let upcoming: { turn: Turn; ready: Promise<ReadySlide | null> } | null = null;

  const tell = (changes: Partial<Playing>) => {
    playing = { ...playing, ...changes };
    if (!stopped) onChange(playing);
  };
  /** Waits, and then reads the playlist anew; stops waiting when another slide is requested or the player is stopped. */
  const retryLater = async () => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, retryMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    stale = true;
  };
  const ask = (move: Move) => {
    asked = move;
    countdown?.end();
    wake?.();
  };

  /** Reads the playlist if it is due. Keeps the known one if the server does not answer; null if it no longer exists. */
  const read = async (): Promise<Show | 'missing' | 'empty'> => {
    if (stale || !show) {
      try {
        show = await load();
        stale = false;
      } catch (error) {
        if (failureOf(error).word === 'not_found') return 'missing';
        // Anything else is tried again with the next slide.
      }
    }
    return show && show.slides.length > 0 ? show : 'empty';
  };
  const prepare = (turn: Turn) => {
    const ready = frames.prepare(() => {
      const slide = show?.slides[turn.position];
      return slide && show && !stopped ? { slide, page: turn.page, withinMs: show.skip_seconds * 1000 } : null;
    });
    upcoming = { turn, ready };
    return ready;
  };
  /** The slide of this turn, which is being prepared by now if the turn was foreseen. */
  const take = async (turn: Turn): Promise<ReadySlide | null> => {
    const foreseen = upcoming && isSameTurn(upcoming.turn, turn) ? upcoming.ready : null;
    if (upcoming && !foreseen) (await upcoming.ready)?.live.stop();
    const ready = await (foreseen ?? prepare(turn));
    upcoming = null;
    return ready;
  };

  /** Shows a slide for its time. Returns which slide to show next. */
  const present = async (shown: Show, ready: ReadySlide, position: number, ahead: () => void): Promise<Move> => {
    asked = null;
    frames.bring(ready);
    ready.whenLost(() => countdown?.end());
    const seconds = secondsOf(shown, ready);
    const slide = namedSlide(shown, ready, position);
    tell({ phase: 'showing', front: frames.front(), slide, seconds, step: playing.step + 1, waiting: false });
    countdown = createCountdown(seconds * 1000, playing.paused);
    countdown.after(Math.max(0, seconds * 1000 - aheadMs), ahead);
    await countdown.over;
    countdown = null;
    const move = asked ?? 'next';
    asked = null;
    return move;
  };
  /** What is seen when the last round is over, until somebody asks for more. */
  const end = async () => {
    tell({ phase: 'ended', slide: null });
    await new Promise<void>((resolve) => (wake = resolve));
    asked = null;
  };

  const run = async () => {
    let turn = firstTurn;
    let [rounds, failed] = [0, 0];
    // eslint-disable-next-line no-unmodified-loop-condition -- `stop` sets it
    while (!stopped) {
      const list = await read();
      if (stopped) break;
      if (typeof list === 'string') {
        frames.clear();
        tell({ phase: list, slide: null });
        await retryLater();
        continue;
      }
      const count = list.slides.length;
      turn = withinList(turn, count);
      const { position } = turn;
      if (frames.shown()) tell({ waiting: true });
      const ready = await take(turn);
      if (stopped) {
        ready?.live.stop();
        break;
      }
      if (!ready) {
        failed += 1;
        turn = { position: position + 1, page: 'own' };
        if (failed < count) continue;
        // A whole round without a playable slide: the visible one stays; without one a message is shown.
        failed = 0;
        tell(frames.shown() ? { waiting: false } : { phase: 'empty', slide: null });
        await retryLater();
        continue;
      }
      // The playlist was changed meanwhile, and this position has another slide.
      if (ready.slide.id !== list.slides[position]?.id) {
        ready.live.stop();
        turn = { position, page: 'own' };
        continue;
      }
      failed = 0;
      const following = turnAfter(list, ready, position, 'next');
      const last = following.position === count;
      const ends = last && list.repeat_count > 0 && rounds + 1 >= list.repeat_count;
      const coming = last ? { ...following, position: 0 } : following;
      const move = await present(list, ready, position, () => {
        if (!ends && !stale) void prepare(coming);
      });
      turn = move === 'next' ? coming : turnAfter(list, ready, position, 'previous');
      if (move === 'previous' || !last) continue;
      rounds = ends ? 0 : rounds + 1;
      stale = true;
      if (ends) await end();
    }
    void upcoming?.ready.then((ready) => ready?.live.stop());
    frames.clear();
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
    refreshed: frames.refresh,
    replay: () => wake?.(),
    stop: () => {
      stopped = true;
      countdown?.end();
      wake?.();
    },
  };
}
