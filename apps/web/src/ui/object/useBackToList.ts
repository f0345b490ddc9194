import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isPageKey } from '#platform/shortcuts.ts';
import { isLayerOpen } from '#ui/useEscape.ts';
import { searchOf } from './paths.ts';

/** The list as it was left: its page, search and filters; and how to get there. */
export function useBackToList(path: string): { search: Record<string, string>; back: () => void } {
  const router = useRouter();
  const navigate = useNavigate();
  const left = useLocation({ select: ({ state }) => state.list });
  const came = left?.split('?')[0] === path;
  const search = searchOf(came ? left : path);
  return {
    search,
    // Whoever came from the list has it right behind, where its place on the page is known.
    back: () => (came ? router.history.back() : void navigate({ to: path, search })),
  };
}

const popups = '[role="menu"], [role="listbox"], [role="dialog"]';

/** Escape leads back while nothing is open that it closes and nothing is typed. */
export function useEscapeToList(back: () => void): void {
  const latest = useRef(back);
  useEffect(() => {
    latest.current = back;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !isPageKey(event) || isLayerOpen()) return;
      if ([...document.querySelectorAll(popups)].some((popup) => popup.checkVisibility())) return;
      latest.current();
    };
    // Before what is open closes by the same key.
    addEventListener('keydown', listen, true);
    return () => removeEventListener('keydown', listen, true);
  }, []);
}
