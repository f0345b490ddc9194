import { useEffect, useState } from 'react';

/** Where there is no full screen, as on some phones, the document does not know the word. */
const isFull = (): boolean => Boolean(document.fullscreenElement);

/**
 * Full screen of the whole page, so that toasts, menus and dialogs are visible too; callers hide what is not wanted.
 * It ends with the screen that requested it. `toggle` is null where the browser has no full screen, as on some phones.
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
