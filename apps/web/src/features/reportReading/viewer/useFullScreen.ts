import type { RefObject } from 'react';
import { useEffect, useState } from 'react';

/** Full screen for one element. `toggle` is null where the browser has none, as on some phones. */
export function useFullScreen(element: RefObject<HTMLElement | null>): { full: boolean; toggle: (() => void) | null } {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [element]);

  if (!document.fullscreenEnabled) return { full: false, toggle: null };
  const toggle = () => {
    // Refused when nobody has pressed anything; then nothing happens.
    const change = document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen();
    change?.catch(() => undefined);
  };
  return { full, toggle };
}
