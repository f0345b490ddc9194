/** Times the pages of an open report: how long the report took to load, and each page to draw. */

export type PageTiming = { page: string; load_ms: number | null; render_ms: number | null };

type Options = { started: number; now: () => number; send: (timing: PageTiming) => void };

export type ViewLog = {
  loaded: () => void;
  rendered: () => void;
  /** The page that is shown; the first one and every change. */
  page: (name: string) => void;
};

/** Sends one timing for each page that was shown, as soon as its name and its times are known. */
export function createViewLog({ started, now, send }: Options): ViewLog {
  let page: string | null = null;
  let load: number | null = null;
  let drawingSince: number | null = null;
  let render: number | null = null;

  const sendWhenKnown = () => {
    if (page === null || render === null) return;
    send({ page, load_ms: load, render_ms: render });
    page = null;
    load = null;
    render = null;
    drawingSince = null;
  };
  return {
    loaded: () => {
      load = Math.round(now() - started);
      drawingSince = now();
    },
    rendered: () => {
      if (drawingSince === null || render !== null) return;
      render = Math.round(now() - drawingSince);
      sendWhenKnown();
    },
    page: (name) => {
      page = name;
      // The first page is named after loading; drawing it has begun already.
      drawingSince ??= now();
      sendWhenKnown();
    },
  };
}
