/** Single keys. Matched by `event.key`, so that they sit where the keyboard has the letter; AltGr is left alone (ABNT2). */
import { useEffect, useRef } from 'react';

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const checkbox = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(target.type);

/** True when a key is meant for the page: no input has the focus, no modifier is held, no dialog is open. */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph')) return false;
  if (typing(event.target) && !checkbox(event.target)) return false;
  return !document.querySelector('[aria-modal="true"]');
}

/** Listens for keys of the page; always calls the latest handlers without re-subscribing. */
export function useShortcuts(keys: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const handler = latest.current[event.key];
      if (handler && isPageKey(event)) handler(event);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
