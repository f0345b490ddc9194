import { useNavigate } from '@tanstack/react-router';
import { screens } from '@vitrine/contract/screens.ts';
import { useEffect, useRef } from 'react';
import { menuOf } from '#platform/access.ts';
import { isPageKey } from '#platform/shortcuts.ts';
import { goKeys } from './goKeys.ts';
import { useViewer } from './viewer.ts';

const pauseMs = 1500;

/** Ctrl K, `?`, and `g` followed by a letter. The letter is taken before any list sees it. */
export function useGoKeys({ onPalette, onShortcuts }: { onPalette: () => void; onShortcuts: () => void }): void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const latest = useRef({ viewer, navigate, onPalette, onShortcuts });
  useEffect(() => {
    latest.current = { viewer, navigate, onPalette, onShortcuts };
  });
  useEffect(() => {
    // Long ago: a key in the first moments of a page is no second key.
    let pressedAt = -Infinity;
    const take = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const listen = (event: KeyboardEvent) => {
      const now = latest.current;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        take(event);
        now.onPalette();
        return;
      }
      if (!isPageKey(event)) return;
      if (event.key === '?') {
        take(event);
        now.onShortcuts();
      } else if (performance.now() - pressedAt < pauseMs) {
        pressedAt = -Infinity;
        const target = menuOf(now.viewer).find(({ name }) => goKeys[name] === event.key);
        if (target) {
          take(event);
          void now.navigate({ to: screens[target.name].path });
        }
      } else if (event.key === 'g') {
        pressedAt = performance.now();
      }
    };
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, []);
}
