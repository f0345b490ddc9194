import { useEffect, useState } from 'react';

const isFull = (): boolean => document.fullscreenElement !== null;

/**
 * Full screen for the page as a whole, so that messages, menus and dialogs are seen there too; what is not wanted is left out
 * by who asks. It ends with the screen that asked for it. `toggle` is null where the browser has none, as on some phones.
 */
export function useFullScreen(): { full: boolean; toggle: (() => void) | null } {
  const [full, setFull] = useState(isFull);
  useEffect(() => {
    const follow = () => setFull(isFull());
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      if (isFull()) document.exitFullscreen().catch(() => undefined);
    };
  }, []);

  if (!document.fullscreenEnabled) return { full: false, toggle: null };
  const toggle = () => {
    // Refused when nobody has pressed anything; then nothing happens.
    const change = isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => undefined);
  };
  return { full, toggle };
}
