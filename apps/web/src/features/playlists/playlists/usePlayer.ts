import { beat, openSlide, show } from '#endpoints/playlists/playlists.ts';
import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { loadClient } from '#platform/embed/client.ts';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import type { Player, Playing } from './player/player.ts';
import { createPlayer } from './player/player.ts';

const beatMs = 60_000;

const before: Playing = { phase: 'starting', front: 0, slide: null, step: 0, seconds: 0, paused: false, waiting: false };

type Frame = RefObject<HTMLDivElement | null>;

/** Plays the playlist in two frames, and reports state and current slide to the server. `over` stops for good. */
export function usePlayer(id: string, over: boolean, first: Frame, second: Frame): { playing: Playing; player: Player | null } {
  const [playing, setPlaying] = useState(before);
  const [player, setPlayer] = useState<Player | null>(null);
  const seen = useRef<string | null>(null);

  useEffect(() => {
    seen.current = playing.slide?.id ?? null;
  }, [playing.slide]);

  useEffect(() => {
    let here = true;
    let made: Player | null = null;
    const start = async () => {
      const service = await loadClient();
      if (!here || !first.current || !second.current) return;
      const open = (slide_id: string) => call(openSlide, { params: { id, slide_id } });
      made = createPlayer({
        frames: [first.current, second.current],
        service,
        load: () => call(show, { params: { id } }),
        open,
        renew: async (slideId) => (await open(slideId)).embed,
        onChange: setPlaying,
      });
      setPlayer(made);
    };
    // If the client cannot be loaded, reload the page, because nobody is at a display to do so.
    start().catch(() => setTimeout(() => here && location.reload(), beatMs));
    return () => {
      here = false;
      made?.stop();
    };
  }, [id, first, second]);

  useEffect(() => {
    if (over) player?.stop();
  }, [over, player]);

  useEffect(() => {
    if (over) return undefined;
    let version: number | null = null;
    const tell = async () => {
      const answer = await call(beat, { params: { id }, body: { slide_id: seen.current } });
      if (version !== null && answer.version !== version) player?.changed();
      version = answer.version;
    };
    const soon = setTimeout(() => void tell().catch(() => undefined), 2000);
    const timer = setInterval(() => void tell().catch(() => undefined), beatMs);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [id, over, player]);

  useLive('dataset_refresh', ({ report_id }) => player?.refreshed(report_id));
  useLive('playlist', () => player?.changed());

  return { playing, player };
}
